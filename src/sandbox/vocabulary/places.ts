// Cities, regions and countries for synthetic records, each with the culture most names there come from.

export type Culture =
  | "english"
  | "german"
  | "french"
  | "spanish"
  | "italian"
  | "portuguese"
  | "dutch"
  | "polish"
  | "nordic"
  | "czech"
  | "turkish"
  | "indian"
  | "japanese"
  | "korean"
  | "chinese"
  | "arabic"
  | "westAfrican"
  | "eastAfrican"
  | "vietnamese"
  | "greek";

export interface Place {
  readonly city: string;
  readonly region: string;
  readonly country: string;
  readonly countryCode: string;
  readonly culture: Culture;
}

/** Cities with their regions: `city/region; city/region`. */
const countries: readonly (readonly [name: string, code: string, culture: Culture, cities: string])[] = [
  [
    "United States",
    "US",
    "english",
    "San Francisco/California; New York/New York; Austin/Texas; Seattle/Washington; Chicago/Illinois; " +
      "Boston/Massachusetts; Denver/Colorado; Atlanta/Georgia; Portland/Oregon",
  ],
  [
    "United Kingdom",
    "GB",
    "english",
    "London/England; Manchester/England; Edinburgh/Scotland; Cardiff/Wales; Bristol/England",
  ],
  ["Canada", "CA", "english", "Toronto/Ontario; Vancouver/British Columbia; Calgary/Alberta"],
  ["Canada", "CA", "french", "Montréal/Québec"],
  ["Ireland", "IE", "english", "Dublin/Leinster; Cork/Munster"],
  ["Australia", "AU", "english", "Sydney/New South Wales; Melbourne/Victoria; Brisbane/Queensland"],
  ["New Zealand", "NZ", "english", "Auckland/Auckland; Wellington/Wellington"],
  [
    "Germany",
    "DE",
    "german",
    "Berlin/Berlin; München/Bayern; Hamburg/Hamburg; Köln/Nordrhein-Westfalen; " +
      "Stuttgart/Baden-Württemberg; Frankfurt am Main/Hessen",
  ],
  ["Austria", "AT", "german", "Wien/Wien; Graz/Steiermark"],
  ["Switzerland", "CH", "german", "Zürich/Zürich; Basel/Basel-Stadt"],
  ["Switzerland", "CH", "french", "Genève/Genève; Lausanne/Vaud"],
  [
    "France",
    "FR",
    "french",
    "Paris/Île-de-France; Lyon/Auvergne-Rhône-Alpes; Toulouse/Occitanie; Nantes/Pays de la Loire",
  ],
  ["Belgium", "BE", "dutch", "Antwerpen/Vlaanderen; Brussels/Brussels"],
  [
    "Netherlands",
    "NL",
    "dutch",
    "Amsterdam/Noord-Holland; Rotterdam/Zuid-Holland; Utrecht/Utrecht; Eindhoven/Noord-Brabant",
  ],
  ["Spain", "ES", "spanish", "Madrid/Comunidad de Madrid; Barcelona/Cataluña; Valencia/Comunidad Valenciana"],
  ["Mexico", "MX", "spanish", "Ciudad de México/Ciudad de México; Guadalajara/Jalisco; Monterrey/Nuevo León"],
  ["Argentina", "AR", "spanish", "Buenos Aires/Buenos Aires; Córdoba/Córdoba"],
  ["Colombia", "CO", "spanish", "Bogotá/Cundinamarca; Medellín/Antioquia"],
  ["Chile", "CL", "spanish", "Santiago/Región Metropolitana"],
  ["Italy", "IT", "italian", "Milano/Lombardia; Roma/Lazio; Torino/Piemonte; Bologna/Emilia-Romagna"],
  ["Portugal", "PT", "portuguese", "Lisboa/Lisboa; Porto/Norte"],
  [
    "Brazil",
    "BR",
    "portuguese",
    "São Paulo/São Paulo; Rio de Janeiro/Rio de Janeiro; Belo Horizonte/Minas Gerais; Curitiba/Paraná",
  ],
  ["Poland", "PL", "polish", "Warszawa/Mazowieckie; Kraków/Małopolskie; Wrocław/Dolnośląskie; Łódź/Łódzkie"],
  ["Czechia", "CZ", "czech", "Praha/Praha; Brno/Jihomoravský kraj"],
  ["Sweden", "SE", "nordic", "Stockholm/Stockholms län; Göteborg/Västra Götaland; Malmö/Skåne"],
  ["Norway", "NO", "nordic", "Oslo/Oslo; Bergen/Vestland"],
  ["Denmark", "DK", "nordic", "København/Hovedstaden; Aarhus/Midtjylland"],
  ["Finland", "FI", "nordic", "Helsinki/Uusimaa; Tampere/Pirkanmaa"],
  ["Greece", "GR", "greek", "Athens/Attica; Thessaloniki/Central Macedonia"],
  ["Türkiye", "TR", "turkish", "İstanbul/İstanbul; Ankara/Ankara; İzmir/İzmir"],
  [
    "India",
    "IN",
    "indian",
    "Bengaluru/Karnataka; Mumbai/Maharashtra; Hyderabad/Telangana; Pune/Maharashtra; Chennai/Tamil " +
      "Nadu; New Delhi/Delhi",
  ],
  ["Singapore", "SG", "chinese", "Singapore"],
  ["China", "CN", "chinese", "Shanghai/Shanghai; Shenzhen/Guangdong"],
  ["Taiwan", "TW", "chinese", "Taipei/Taipei"],
  ["Japan", "JP", "japanese", "Tokyo/Tokyo; Osaka/Osaka; Fukuoka/Fukuoka"],
  ["South Korea", "KR", "korean", "Seoul/Seoul; Busan/Busan"],
  ["Vietnam", "VN", "vietnamese", "Hà Nội/Hà Nội; Đà Nẵng/Đà Nẵng"],
  ["United Arab Emirates", "AE", "arabic", "Dubai/Dubai; Abu Dhabi/Abu Dhabi"],
  ["Egypt", "EG", "arabic", "Cairo/Cairo"],
  ["Morocco", "MA", "arabic", "Casablanca/Casablanca-Settat"],
  ["Nigeria", "NG", "westAfrican", "Lagos/Lagos; Abuja/FCT"],
  ["Ghana", "GH", "westAfrican", "Accra/Greater Accra"],
  ["Kenya", "KE", "eastAfrican", "Nairobi/Nairobi County; Mombasa/Mombasa County"],
  ["South Africa", "ZA", "english", "Cape Town/Western Cape; Johannesburg/Gauteng"],
];

export const places: readonly Place[] = countries.flatMap(([country, countryCode, culture, cities]) =>
  cities.split("; ").map((entry) => {
    const [city = "", region = ""] = entry.split("/");
    return { city, region, country, countryCode, culture };
  }),
);

/** Places of one country, by its code. */
export const placesByCountry: ReadonlyMap<string, readonly number[]> = places.reduce((map, place, index) => {
  const list = map.get(place.countryCode);
  if (list) list.push(index);
  else map.set(place.countryCode, [index]);
  return map;
}, new Map<string, number[]>());

/** The whole location as one line. */
export function placeLine(place: Place): string {
  return [place.city, place.region, place.country].filter((part) => part !== "").join(", ");
}
