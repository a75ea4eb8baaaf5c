// Names of places in descriptions. Countries are written as the English part of the
// platform's own list.

/** Text without accents, capitals and punctuation: "Baden-Württemberg" is "baden wurttemberg". */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/[^\p{L}\p{N}+#]+/gu, " ")
    .trim();
}

/** Where people do not write what the platform's list says; also groups of countries. */
const otherNames: Readonly<Record<string, string>> = {
  "United States": "us;usa;u s;u s a;the states;america",
  "United Kingdom": "uk;u k;britain;great britain",
  "United Arab Emirates": "uae;emirates",
  Netherlands: "holland",
  Türkiye: "turkey",
  Czechia: "czech republic",
  "South Korea": "korea",
  "Côte d’Ivoire": "ivory coast",
  "Germany, Austria, Switzerland": "dach",
  "Denmark, Finland, Iceland, Norway, Sweden": "nordics;nordic countries",
  "Denmark, Norway, Sweden": "scandinavia",
  "Belgium, Netherlands, Luxembourg": "benelux",
  "Estonia, Latvia, Lithuania": "baltics;baltic states",
  "Spain, Portugal": "iberia",
};

/** They belong to the noun after them. */
export const adjectives: Readonly<Record<string, string>> = {
  "United States": "american",
  "United Kingdom": "british",
  Germany: "german",
  Austria: "austrian",
  Switzerland: "swiss",
  France: "french",
  Belgium: "belgian",
  Netherlands: "dutch",
  Spain: "spanish",
  Portugal: "portuguese",
  Italy: "italian",
  Ireland: "irish",
  Scotland: "scottish",
  Poland: "polish",
  Czechia: "czech",
  Hungary: "hungarian",
  Romania: "romanian",
  Bulgaria: "bulgarian",
  Greece: "greek",
  Türkiye: "turkish",
  Denmark: "danish",
  Sweden: "swedish",
  Norway: "norwegian",
  Finland: "finnish",
  Estonia: "estonian",
  Ukraine: "ukrainian",
  Israel: "israeli",
  India: "indian",
  China: "chinese",
  Japan: "japanese",
  "South Korea": "korean",
  Singapore: "singaporean",
  Vietnam: "vietnamese",
  Indonesia: "indonesian",
  Australia: "australian",
  Canada: "canadian",
  Mexico: "mexican",
  Brazil: "brazilian",
  Argentina: "argentinian",
  Colombia: "colombian",
  Chile: "chilean",
  Egypt: "egyptian",
  Morocco: "moroccan",
  Nigeria: "nigerian",
  Kenya: "kenyan",
  "South Africa": "south african",
};

/** Cities and regions. Another one is not recognized: after "in" stand fields of work, too. */
const known =
  "Berlin;Hamburg;München;Munich;Köln;Cologne;Frankfurt;Stuttgart;Düsseldorf;Leipzig;Dresden;Bayern;Bavaria;Hessen;" +
  "Baden-Württemberg;Nordrhein-Westfalen;Wien;Vienna;Graz;Zürich;Basel;Genève;Geneva;Lausanne;Bern;Paris;Lyon;" +
  "Marseille;Toulouse;Nantes;Bordeaux;Lille;London;Manchester;Birmingham;Edinburgh;Glasgow;Bristol;Cardiff;England;" +
  "Scotland;Wales;Dublin;Cork;Amsterdam;Rotterdam;Utrecht;Eindhoven;Brussels;Antwerp;Antwerpen;Madrid;Barcelona;" +
  "Valencia;Lisbon;Lisboa;Porto;Rome;Roma;Milan;Milano;Turin;Bologna;Copenhagen;Aarhus;Stockholm;Göteborg;" +
  "Gothenburg;Malmö;Oslo;Bergen;Helsinki;Tampere;Warsaw;Warszawa;Kraków;Wrocław;Prague;Praha;Brno;Budapest;" +
  "Bucharest;Sofia;Athens;Istanbul;Ankara;Tel Aviv;Dubai;Abu Dhabi;Cairo;Casablanca;Lagos;Nairobi;Cape Town;" +
  "Johannesburg;Bengaluru;Bangalore;Mumbai;Hyderabad;Pune;Chennai;New Delhi;Delhi;Tokyo;Osaka;Seoul;Busan;Taipei;" +
  "Shanghai;Shenzhen;Beijing;Sydney;Melbourne;Brisbane;Auckland;Wellington;Toronto;Vancouver;Montréal;Calgary;" +
  "Ontario;Québec;New York;San Francisco;Bay Area;Los Angeles;Seattle;Austin;Chicago;Boston;Denver;Atlanta;Portland;" +
  "Dallas;Houston;Miami;San Diego;Philadelphia;California;Texas;Massachusetts;Florida;Washington;Colorado;Illinois;" +
  "Oregon;New Jersey;Virginia;Arizona;Mexico City;Guadalajara;Monterrey;São Paulo;Rio de Janeiro;Buenos Aires;" +
  "Bogotá;Medellín;Santiago;Lima;" +
  "Bonn;Essen;Dortmund;Bremen;Hannover;Hanover;Nürnberg;Nuremberg;Mannheim;Karlsruhe;Augsburg;Wiesbaden;Münster;" +
  "Bielefeld;Aachen;Kiel;Rostock;Erfurt;Mainz;Freiburg;Heidelberg;Darmstadt;Ulm;Wolfsburg;Ludwigshafen;Regensburg;" +
  "Ingolstadt;Würzburg;Potsdam;Saarbrücken;Kassel;Jena;Chemnitz;Magdeburg;Lübeck;Braunschweig;Walldorf;Sachsen;" +
  "Saxony;Niedersachsen;Lower Saxony;Rheinland-Pfalz;Thüringen;Brandenburg;Schleswig-Holstein;Saarland;" +
  "North Rhine-Westphalia;Hesse;Ruhrgebiet;Linz;Salzburg;Innsbruck;Klagenfurt;Tirol;Tyrol;Vorarlberg;Steiermark;" +
  "Styria;Kärnten;Luzern;St. Gallen;Winterthur;Zug;Lugano;Tessin;Leeds;Liverpool;Sheffield;Newcastle;Nottingham;" +
  "Cambridge;Oxford;Belfast;Galway;Strasbourg;Nice;Grenoble;Rennes;Montpellier;Île-de-France;Provence;Den Haag;" +
  "The Hague;Groningen;Ghent;Gent;Bruges;Liège;Seville;Sevilla;Málaga;Bilbao;Catalonia;Andalusia;Naples;Napoli;" +
  "Florence;Firenze;Venice;Verona;Genoa;Lombardy;Tuscany;Gdańsk;Poznań;Łódź;Katowice;Ostrava;Bratislava;Ljubljana;" +
  "Zagreb;Belgrade;Vilnius;Riga;Tallinn;Cluj-Napoca;Thessaloniki;Kyiv;Lviv;Riyadh;Doha;Accra;Kigali;Kolkata;" +
  "Ahmedabad;Jakarta;Bangkok;Manila;Kuala Lumpur;Hanoi;Ho Chi Minh City;Kyoto;Hangzhou;Guangzhou;Perth;Adelaide;" +
  "Canberra;Christchurch;Ottawa;Edmonton;British Columbia;Alberta;Las Vegas;Phoenix;Minneapolis;Detroit;" +
  "Pittsburgh;Cleveland;Nashville;Charlotte;Raleigh;Salt Lake City;San Jose;Palo Alto;Mountain View;Sacramento;" +
  "Ohio;Michigan;Utah;Nevada;Minnesota;Wisconsin;Indiana;Tennessee;Maryland;Connecticut;Pennsylvania;" +
  "North Carolina;South Carolina;West Virginia;New Mexico;New South Wales;Curitiba";

/** Names, separated by semicolons, and the places that they mean. */
type Names = readonly (readonly [names: string, places: readonly string[]])[];

export function placeNames(): Names {
  const others = Object.entries(otherNames).map(([places, names]) => [names, places.split(", ")] as const);
  return [...known.split(";").map((name) => [name, [name]] as const), ...countryNames(), ...others];
}

/** Codes that are no country, or an old name of one. */
const noCountries = new Set(["EU", "EZ", "UN", "XA", "XB", "ZZ", "QO", "DD", "SU", "YU", "FX", "TP", "UK"]);

/** Every country by its English name. */
function countryNames(): Names {
  const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.has(code))
    .flatMap((code) => {
      const name = names.of(code)?.replace(/ SAR China$/, "");
      return name === undefined ? [] : [[name, [name]] as const];
    });
}
