// Names of places in descriptions, in English and German. Countries are written as the English part of the
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

/** Where people do not write what the platform's list says. */
const otherNames: Readonly<Record<string, string>> = {
  us: "United States",
  usa: "United States",
  "u s": "United States",
  "u s a": "United States",
  "the states": "United States",
  america: "United States",
  uk: "United Kingdom",
  "u k": "United Kingdom",
  britain: "United Kingdom",
  "great britain": "United Kingdom",
  uae: "United Arab Emirates",
  emirates: "United Arab Emirates",
  holland: "Netherlands",
  turkey: "Türkiye",
  "czech republic": "Czechia",
  korea: "South Korea",
  "ivory coast": "Côte d’Ivoire",
  "hong kong": "Hong Kong",
};

const groups: Readonly<Record<string, string>> = {
  dach: "Germany, Austria, Switzerland",
  nordics: "Denmark, Finland, Iceland, Norway, Sweden",
  "nordic countries": "Denmark, Finland, Iceland, Norway, Sweden",
  scandinavia: "Denmark, Norway, Sweden",
  benelux: "Belgium, Netherlands, Luxembourg",
  baltics: "Estonia, Latvia, Lithuania",
  "baltic states": "Estonia, Latvia, Lithuania",
  iberia: "Spain, Portugal",
  skandinavien: "Denmark, Norway, Sweden",
  baltikum: "Estonia, Latvia, Lithuania",
};

const adjectives: Readonly<Record<string, string>> = {
  american: "United States",
  british: "United Kingdom",
  german: "Germany",
  austrian: "Austria",
  swiss: "Switzerland",
  french: "France",
  belgian: "Belgium",
  dutch: "Netherlands",
  spanish: "Spain",
  portuguese: "Portugal",
  italian: "Italy",
  irish: "Ireland",
  scottish: "Scotland",
  polish: "Poland",
  czech: "Czechia",
  hungarian: "Hungary",
  romanian: "Romania",
  bulgarian: "Bulgaria",
  greek: "Greece",
  turkish: "Türkiye",
  danish: "Denmark",
  swedish: "Sweden",
  norwegian: "Norway",
  finnish: "Finland",
  estonian: "Estonia",
  ukrainian: "Ukraine",
  israeli: "Israel",
  indian: "India",
  chinese: "China",
  japanese: "Japan",
  korean: "South Korea",
  singaporean: "Singapore",
  vietnamese: "Vietnam",
  indonesian: "Indonesia",
  australian: "Australia",
  canadian: "Canada",
  mexican: "Mexico",
  brazilian: "Brazil",
  argentinian: "Argentina",
  colombian: "Colombia",
  chilean: "Chile",
  egyptian: "Egypt",
  moroccan: "Morocco",
  nigerian: "Nigeria",
  kenyan: "Kenya",
  "south african": "South Africa",
  deutsch: "Germany",
  osterreichisch: "Austria",
  schweizer: "Switzerland",
  schweizerisch: "Switzerland",
  franzosisch: "France",
  italienisch: "Italy",
  spanisch: "Spain",
  niederlandisch: "Netherlands",
  hollandisch: "Netherlands",
  belgisch: "Belgium",
  polnisch: "Poland",
  britisch: "United Kingdom",
  amerikanisch: "United States",
  danisch: "Denmark",
  schwedisch: "Sweden",
  norwegisch: "Norway",
  finnisch: "Finland",
  tschechisch: "Czechia",
  portugiesisch: "Portugal",
  indisch: "India",
  chinesisch: "China",
  japanisch: "Japan",
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
  "North Carolina;South Carolina;West Virginia;New Mexico;New South Wales;Curitiba;Kalifornien;Mailand;Rom;Venedig;" +
  "Prag;Warschau;Brüssel;Kopenhagen;Lissabon;Genf;Neapel;Florenz;Krakau";

/** Place names by their folded form; "German" is in a map of its own. */
export interface Places {
  readonly names: ReadonlyMap<string, readonly string[]>;
  readonly origins: ReadonlyMap<string, readonly string[]>;
}

let places: Places | undefined;

export function knownPlaces(): Places {
  places ??= {
    names: new Map([
      ...known.split(";").map((name) => [folded(name), [name]] as const),
      ...countryNames(),
      ...Object.entries(otherNames).map(([name, country]) => [name, [country]] as const),
      ...Object.entries(groups).map(([name, countries]) => [name, countries.split(", ")] as const),
    ]),
    origins: new Map(Object.entries(adjectives).map(([name, country]) => [name, [country]] as const)),
  };
  return places;
}

/** Codes that are no country, or an old name of one. */
const noCountries = new Set(["EU", "EZ", "UN", "XA", "XB", "ZZ", "QO", "DD", "SU", "YU", "FX", "TP", "UK"]);

/** English and German names of every country, folded. */
function countryNames(): readonly (readonly [string, readonly string[]])[] {
  const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const [english, german] = ["en", "de"].map(
    (language) => new Intl.DisplayNames([language], { type: "region", fallback: "none" }),
  );
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.has(code))
    .flatMap((code) => {
      const name = english?.of(code);
      return name === undefined
        ? []
        : [name, german?.of(code) ?? name].map((one) => [folded(one), [name.replace(/ SAR China$/, "")]] as const);
    });
}
