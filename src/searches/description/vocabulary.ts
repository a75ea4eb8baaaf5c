// The English words of descriptions and their meanings. A word that could mean something else is not here: it is
// reported as not used.
import type { FilterField, SearchKind } from "../../service/filterCatalogue";
import {
  companyTypes,
  functionSuggestions,
  industryAliases,
  industrySuggestions,
  languageSuggestions,
  seniorityLevels,
  valuesIn,
} from "../../service/suggestions";
import { adjectives, cities, countries, otherPlaceNames, regions } from "./places";

export type Fields = Readonly<Partial<Record<SearchKind, FilterField>>>;

/** A word can mean several things; the words around it decide. */
export interface Meaning {
  /** Its role in a sentence; without one, it is a value. */
  readonly role?: Role;
  /** People or companies: "contacts", "startups". */
  readonly noun?: SearchKind;
  /** Names that follow are values of these filters: "worked at", "using". */
  readonly namesOf?: Fields;
  readonly industry?: string;
  readonly function?: string;
  readonly type?: string;
  readonly language?: string;
  readonly places?: readonly string[];
  readonly isCity?: boolean;
  /** "German", which belongs to the noun after it. */
  readonly origin?: string;
  readonly level?: string;
  /** A whole title in all its forms: "CTO". */
  readonly titles?: readonly string[];
  /** The last word of a title: "engineer". */
  readonly isJob?: boolean;
  /** One of the first words of a title: "software" in "software engineer". */
  readonly isOfJob?: boolean;
}

/** Other words for values of the suggestions. */
const otherWords = {
  origin: adjectives,
  function:
    "product=Product Management; salespeople=Sales; accounting=Finance; hr=Human Resources; it=Information Technology",
  type:
    "publicly traded=Public Company; publicly listed=Public Company; listed company=Public Company; public " +
    "companies=Public Company; privately owned=Privately Held; private company=Privately Held; private " +
    "companies=Privately Held; not for profit=Nonprofit; ngo=Nonprofit; charity=Nonprofit; charities=Nonprofit; " +
    "government agencies=Government Agency",
  level: "cofounder=Founder; co founder=Founder; c suite=C-level; vice president=VP",
};
const chiefs =
  "CEO=Chief Executive Officer; CTO=Chief Technology Officer; CFO=Chief Financial Officer; COO=Chief Operating " +
  "Officer; CMO=Chief Marketing Officer; CIO=Chief Information Officer; CISO=Chief Information Security Officer; " +
  "CHRO=Chief Human Resources Officer";
const jobs =
  "engineer; developer; designer; scientist; analyst; consultant; architect; accountant; recruiter; specialist; " +
  "administrator; researcher; lawyer; controller; programmer; technician; executive; strategist; buyer; cpo; cro; " +
  "cdo";
const ofJobs =
  "senior; software; backend; back end; frontend; front end; full stack; data; machine learning; ml; ai; platform; " +
  "devops; cloud; security; product; web; mobile; ios; android; ux; ui; qa; test; account; project; program; " +
  "network; business; business development; hardware; embedded; solutions; customer; content; growth; mechanical; " +
  "electrical; process";

const roles = {
  /** Words without a meaning. */
  filler:
    "who; a; an; the; all; any; some; whose; that; which; are; is; be; been; find; show; list; get; me; i; we; " +
    "want; need; looking for; search for; their; its; have; has; having; industry; industries; sector; sectors; " +
    "currently; now; only; also; based; located; headquartered; living; working; works; work; employed; either; " +
    "this; these; those; there; role; roles; position; positions; job; jobs; department; please; with; both",
  /** Before a place, a field of work, or a company. */
  preposition: "in; near; around; from; of; within; across",
  and: "and; as well as",
  or: "or; nor",
  not:
    "not; no; non; neither; never; none; without; except; except for; excluding; exclude; other than; outside; " +
    "outside of; apart from; aside from; minus; instead of; rather than; avoid; skip; ignore; leave out; lacking; " +
    "isn't; aren't; don't; doesn't; didn't; haven't; hasn't; can't; won't; wasn't; weren't; anything but; all but; " +
    "do not; does not",
  /** Words that begin a new clause. */
  break: "but; however",
  /** Words that introduce other companies or people: "software for banks", "companies like Acme". */
  others:
    "like; similar to; such as; comparable to; for; to; serving; targeting; competitors of; customers of; clients " +
    "of; offices; office; branches; customers; clients; hiring; investors in; suppliers to; suppliers of; ex; not " +
    "only; not just; not all; not every",
  former: "former; formerly; previously; previous; past; used to be",
  skills: "skills",
  skipKnown:
    "skip those i already have; skip records i already have; skip those i have; i do not have yet; i don't have yet",
  /** Phrases without a filter, even if their words alone have a meaning. */
  noFilter:
    "latin american; north american; south american; central american; north korean; bank of america; american " +
    "express; british airways; head office; head count; head of state; senior living; senior care; private equity; " +
    "public relations; public school; legal entity; food bank; blood bank; law enforcement; product owner; process " +
    "owner; business owner; business partner; partner manager",
};
export type Role = keyof typeof roles | "speaks";

const otherMeanings: readonly (readonly [phrases: string, meaning: Meaning])[] = [
  [
    "people; person; contact; contacts; professionals; everyone; everybody; anyone; employees; staff",
    { role: "filler", noun: "people" },
  ],
  [
    "decision makers; women; men; leaders; candidates; graduates; alumni; students",
    { role: "noFilter", noun: "people" },
  ],
  [
    "company; companies; firm; firms; business; businesses; organization; organizations; organisations; " +
      "manufacturer; manufacturers; maker; makers; vendor; vendors; provider; providers; supplier; suppliers; " +
      "employer; employers; corporations; enterprises",
    { role: "filler", noun: "company" },
  ],
  [
    "shops; stores; brand; brands; startup; startups; scaleups; unicorns; agency; agencies; studio; studios; " +
      "operators; wineries; breweries; bakeries; farms; airlines; wholesalers",
    { role: "noFilter", noun: "company" },
  ],
  [
    "at; at the company; employed at; employed by; working at; working for; work at; work for",
    { role: "preposition", namesOf: { people: "current_company_names" } },
  ],
  [
    "worked at; worked for; formerly at; previously at; previously worked at; used to work at; used to work for; " +
      "left; who left; came from",
    { namesOf: { people: "past_company_names" } },
  ],
  ["speak; speaks; speaking; fluent in; speaker; speakers", { role: "speaks", noun: "people" }],
  ["using; use; uses; running on; built with; built on", { namesOf: { company: "technologies" } }],
  ["named; called; with the name", { namesOf: { company: "names", people: "person_names" } }],
  [
    "alumni of; graduates of; graduates from; studied at; graduated from",
    { namesOf: { people: "person_universities" } },
  ],
  ["skilled in; who know; experience with; experience in; proficient in", { namesOf: { people: "person_skills" } }],
];

/** The maximum number of words. */
export const longestPhrase = 6;
/** Words with another meaning in any other spelling: "it", "us", "chad". */
const asSpelled = valuesIn("IT; US; America; Chad; China; Georgia; Jersey; Jordan; Turkey");

/** Text without accents, capitals, and punctuation: "Baden-Württemberg" is "baden wurttemberg". */
function folded(text: string): string {
  const letters = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss");
  return letters.replace(/[^\p{L}\p{N}+#]+/gu, " ").trim();
}

let vocabulary: ReadonlyMap<string, Meaning> | undefined;

/** The meanings of a phrase, also in the plural; `undefined` for an unknown one. */
export function meaningOf(phrase: string): Meaning | undefined {
  vocabulary ??= createVocabulary();
  const key = folded(phrase);
  const isSpelledOtherwise = asSpelled.some((word) => word.toLowerCase() === key && word !== phrase);
  const exact = isSpelledOtherwise ? undefined : vocabulary.get(key);
  const singular = key.length > 2 ? vocabulary.get(key.replace(/s$/, "")) : undefined;
  // "Italians" are people.
  return exact ?? (singular?.role === undefined && singular?.origin === undefined ? singular : undefined);
}

const pairsIn = (text: string): readonly (readonly [word: string, value: string])[] =>
  valuesIn(text).map((pair) => [pair.split("=")[0] ?? "", pair.split("=")[1] ?? ""]);

function createVocabulary(): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  const add = (phrases: readonly string[], meaning: Meaning): void => {
    for (const key of phrases.map(folded)) {
      meanings.set(key, { ...meanings.get(key), ...meaning });
    }
  };
  [...countries(), ...regions].forEach((place) => add([place], { places: [place] }));
  cities.forEach((city) => add([city], { places: [city], isCity: true }));
  pairsIn(otherPlaceNames).forEach(([name, places]) => add([name], { places: places.split(", ") }));
  const suggestions = {
    industry: industrySuggestions,
    function: functionSuggestions,
    // "Educational" also describes industries.
    type: companyTypes.filter((type) => type !== "Educational"),
    level: seniorityLevels,
    language: languageSuggestions,
  };
  for (const [kind, values] of Object.entries(suggestions)) {
    values.forEach((value) => add([value, value.replace("&", "and")], { [kind]: value }));
  }
  for (const [kind, pairs] of Object.entries(otherWords)) {
    pairsIn(pairs).forEach(([word, value]) => add([word], { [kind]: value }));
  }
  Object.entries(industryAliases).forEach(([word, industry]) => add([word], { industry }));
  pairsIn(chiefs).forEach((titles) => add(titles, { titles }));
  add(valuesIn(jobs), { isJob: true });
  add(valuesIn(ofJobs), { isOfJob: true });
  Object.entries(roles).forEach(([role, words]) => add(valuesIn(words), { role: role as Role }));
  otherMeanings.forEach(([phrases, meaning]) => add(valuesIn(phrases), meaning));
  return meanings;
}
