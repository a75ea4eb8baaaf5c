// Names of places in descriptions. Other places are reported as not used: "in" can also precede a field of work.
import { valuesIn } from "../../service/suggestions";

/** Common names of countries that the platform's list does not contain, and groups of countries. */
export const otherPlaceNames =
  "us=United States; usa=United States; america=United States; the states=United States; uk=United Kingdom; u " +
  "k=United Kingdom; u s=United States; britain=United Kingdom; great britain=United Kingdom; uae=United Arab " +
  "Emirates; holland=Netherlands; turkey=Türkiye; czech republic=Czechia; korea=South Korea; dach=Germany, Austria, " +
  "Switzerland; nordics=Denmark, Finland, Iceland, Norway, Sweden; scandinavia=Denmark, Norway, Sweden; " +
  "benelux=Belgium, Netherlands, Luxembourg; baltics=Estonia, Latvia, Lithuania";

/** Adjectives of countries. They belong to the noun after them. */
export const adjectives =
  "american=United States; british=United Kingdom; german=Germany; austrian=Austria; swiss=Switzerland; " +
  "french=France; belgian=Belgium; dutch=Netherlands; spanish=Spain; portuguese=Portugal; italian=Italy; " +
  "irish=Ireland; polish=Poland; czech=Czechia; hungarian=Hungary; romanian=Romania; greek=Greece; turkish=Türkiye; " +
  "danish=Denmark; swedish=Sweden; norwegian=Norway; finnish=Finland; estonian=Estonia; ukrainian=Ukraine; " +
  "israeli=Israel; indian=India; chinese=China; japanese=Japan; korean=South Korea; australian=Australia; " +
  "canadian=Canada; mexican=Mexico; brazilian=Brazil";

export const cities = valuesIn(
  "Berlin; Hamburg; Munich; München; Cologne; Köln; Frankfurt; Stuttgart; Düsseldorf; Leipzig; Dresden; Hannover; " +
    "Nuremberg; Karlsruhe; Vienna; Wien; Graz; Linz; Salzburg; Zurich; Basel; Geneva; Lausanne; Bern; Paris; Lyon; " +
    "Marseille; Toulouse; Nantes; Bordeaux; Lille; London; Manchester; Birmingham; Bristol; Leeds; Edinburgh; " +
    "Glasgow; Oxford; Belfast; Dublin; Amsterdam; Rotterdam; Utrecht; Eindhoven; Brussels; Antwerp; Madrid; " +
    "Barcelona; Valencia; Seville; Lisbon; Lisboa; Rome; Milan; Turin; Naples; Copenhagen; Stockholm; Gothenburg; " +
    "Oslo; Helsinki; Warsaw; Kraków; Wrocław; Prague; Brno; Budapest; Bucharest; Athens; Istanbul; Tel Aviv; Dubai; " +
    "Bengaluru; Bangalore; Mumbai; New Delhi; Hyderabad; Pune; Tokyo; Osaka; Seoul; Shanghai; Beijing; Shenzhen; " +
    "Taipei; Sydney; Melbourne; Brisbane; Toronto; Ottawa; Montreal; Vancouver; New York; San Francisco; Bay Area; " +
    "Los Angeles; San Diego; Palo Alto; Seattle; Austin; Dallas; Houston; Chicago; Boston; Denver; Atlanta; " +
    "Portland; Miami; Philadelphia; Mexico City; São Paulo; Rio de Janeiro; Buenos Aires; Nairobi; Lagos; Cape " +
    "Town; Johannesburg; Cairo",
);

/** Regions. Like countries, they can follow a city. */
export const regions = valuesIn(
  "Bavaria; Bayern; Hessen; Baden-Württemberg; Nordrhein-Westfalen; England; Scotland; Wales; Catalonia; Tuscany; " +
    "Lombardy; California; Texas; Massachusetts; Florida; Colorado; Illinois; Oregon; Ohio; Michigan; Utah; " +
    "Virginia; Arizona; New Jersey; North Carolina; Ontario; Quebec; British Columbia",
);

/** Codes that are not countries, or are old codes of countries. */
const noCountries = new Set(["EU", "EZ", "UN", "XA", "XB", "ZZ", "QO", "DD", "SU", "YU", "FX", "TP", "UK"]);

/** Every country by its English name. */
export function countries(): readonly string[] {
  const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.has(code))
    .flatMap((code) => names.of(code)?.replace(/ SAR China$/, "") ?? []);
}
