// The words that descriptions of searches use, and what they mean in the filter catalogue.
import type { FilterField } from "../../service/filterCatalogue";
import {
  companyTypes,
  functionSuggestions,
  industryAliases,
  industrySuggestions,
  languageSuggestions,
  seniorityLevels,
} from "../../service/suggestions";
import { folded, knownPlaces } from "./places";

/** What a phrase means. A phrase can have several meanings; the words around it decide. */
export type Meaning =
  | { readonly kind: "place" | "placeAdjective"; readonly values: readonly string[] }
  /** `isNoun`: it names companies by itself, such as "banks". */
  | { readonly kind: "industry" | "companyType"; readonly values: readonly string[]; readonly isNoun?: boolean }
  | { readonly kind: "function" | "language" | "seniority"; readonly values: readonly string[] }
  /** A job title, and whether it is the person's own seniority: "founders". */
  | { readonly kind: "title"; readonly values: readonly string[] }
  /** The words before it are part of the title: "engineer" in "platform engineer". */
  | { readonly kind: "job"; readonly title: string; readonly function?: string }
  | { readonly kind: "size"; readonly min?: number; readonly max?: number }
  | { readonly kind: "noun"; readonly of: "person" | "company" | "speaker" }
  /** What follows is a value without a list: "using", "named", "formerly at". */
  | { readonly kind: "capture"; readonly person?: FilterField; readonly company?: FilterField }
  /** The words before it are skills. */
  | { readonly kind: "skillsBefore" }
  /** What it names is not a filter's value: "companies like …". */
  | { readonly kind: "similar" }
  | { readonly kind: "former" | "now" | "not" | "speaks" | "knownAlready" }
  | { readonly kind: "in" | "at" | "and" | "filler" };

export type Lexicon = ReadonlyMap<string, readonly Meaning[]>;

/** The longest phrase in words. */
export const longestPhrase = 6;

const industryWords: Readonly<Record<string, string>> = {
  ...industryAliases,
  "information technology": "Information Technology & Services",
  "it services": "Information Technology & Services",
  cybersecurity: "Computer & Network Security",
  "network security": "Computer & Network Security",
  "financial technology": "Financial Services",
  finance: "Financial Services",
  bank: "Banking",
  banks: "Banking",
  insurer: "Insurance",
  insurers: "Insurance",
  insurtech: "Insurance",
  hospital: "Hospitals and Health Care",
  hospitals: "Hospitals and Health Care",
  "health care": "Hospitals and Health Care",
  health: "Hospitals and Health Care",
  biotechnology: "Biotechnology Research",
  "medical device": "Medical Devices",
  medtech: "Medical Devices",
  pharmaceutical: "Pharmaceutical Manufacturing",
  pharmaceuticals: "Pharmaceutical Manufacturing",
  edtech: "Education",
  school: "Education",
  schools: "Education",
  university: "Higher Education",
  universities: "Higher Education",
  retailer: "Retail",
  retailers: "Retail",
  "supply chain": "Logistics & Supply Chain",
  freight: "Logistics & Supply Chain",
  "car makers": "Automotive",
  carmakers: "Automotive",
  aviation: "Aviation & Aerospace",
  aerospace: "Aviation & Aerospace",
  "clean energy": "Renewable Energy",
  solar: "Renewable Energy",
  "wind energy": "Renewable Energy",
  property: "Real Estate",
  proptech: "Real Estate",
  telecom: "Telecommunications",
  telco: "Telecommunications",
  telcos: "Telecommunications",
  adtech: "Marketing & Advertising",
  marketing: "Marketing & Advertising",
  media: "Media Production",
  food: "Food & Beverages",
  beverage: "Food & Beverages",
  beverages: "Food & Beverages",
  "food and beverage": "Food & Beverages",
  hotel: "Hospitality",
  hotels: "Hospitality",
  restaurant: "Hospitality",
  restaurants: "Hospitality",
  "business consulting": "Management Consulting",
  law: "Legal Services",
  legal: "Legal Services",
  hr: "Human Resources",
  recruiting: "Human Resources",
  staffing: "Human Resources",
  machinery: "Machinery Manufacturing",
  "mechanical engineering": "Machinery Manufacturing",
  semiconductor: "Semiconductors",
  chip: "Semiconductors",
  games: "Gaming",
  game: "Gaming",
  "video game": "Gaming",
};

const functionWords: Readonly<Record<string, string>> = {
  hr: "Human Resources",
  it: "Information Technology",
  accounting: "Finance",
};

const typeWords: Readonly<Record<string, string>> = {
  "publicly traded": "Public Company",
  "publicly listed": "Public Company",
  listed: "Public Company",
  public: "Public Company",
  private: "Privately Held",
  "privately owned": "Privately Held",
  nonprofits: "Nonprofit",
  "non profit": "Nonprofit",
  "non profits": "Nonprofit",
  ngo: "Nonprofit",
  ngos: "Nonprofit",
  charity: "Nonprofit",
  charities: "Nonprofit",
  "self employed": "Self-Employed",
  freelance: "Self-Employed",
  freelancer: "Self-Employed",
  freelancers: "Self-Employed",
  partnerships: "Partnership",
  "government agencies": "Government Agency",
  "public authorities": "Government Agency",
};

const companyPlurals = new Set(
  (
    "banks;insurers;hospitals;schools;universities;retailers;car makers;carmakers;telcos;hotels;restaurants;" +
    "nonprofits;non profits;ngos;charities;partnerships;government agencies;public authorities"
  ).split(";"),
);

const seniorityWords: Readonly<Record<string, string>> = {
  owners: "Owner",
  founders: "Founder",
  cofounder: "Founder",
  cofounders: "Founder",
  "co founder": "Founder",
  "co founders": "Founder",
  executives: "C-level",
  "c level": "C-level",
  "c suite": "C-level",
  partners: "Partner",
  vps: "VP",
  "vice president": "VP",
  "vice presidents": "VP",
  svp: "VP",
  heads: "Head",
  directors: "Director",
  managers: "Manager",
  seniors: "Senior",
  leaders: "VP|Head|Director",
  leadership: "VP|Head|Director",
  "decision makers": "Owner|Founder|C-level|VP|Head|Director",
  "decision maker": "Owner|Founder|C-level|VP|Head|Director",
};

const chiefs: Readonly<Record<string, string>> = {
  ceo: "Chief Executive Officer",
  cto: "Chief Technology Officer",
  cfo: "Chief Financial Officer",
  coo: "Chief Operating Officer",
  cmo: "Chief Marketing Officer",
  cio: "Chief Information Officer",
  ciso: "Chief Information Security Officer",
  cpo: "Chief Product Officer",
  cro: "Chief Revenue Officer",
  chro: "Chief Human Resources Officer",
  cdo: "Chief Data Officer",
};

/** The last word of a job title, with the function of people who are called that alone. */
const jobs: Readonly<Record<string, string>> = {
  engineer: "Engineering",
  marketer: "Marketing",
  salesperson: "Sales",
  ...Object.fromEntries(
    (
      "developer;designer;scientist;analyst;consultant;architect;accountant;recruiter;writer;specialist;" +
      "administrator;officer;researcher;lawyer;controller;teacher;nurse;doctor;programmer;tester;planner;coordinator;" +
      "representative;executive;buyer;strategist;copywriter;technician;trainer;assistant;bookkeeper;professor;" +
      "owner;manager;lead"
    )
      .split(";")
      .map((job) => [job, ""] as const),
  ),
};

const personNouns =
  "people;person;persons;contacts;contact;candidates;professionals;individuals;everyone;everybody;anyone;anybody;" +
  "employees;staff;leads;talent;personen;leute;mitarbeiter";
const companyNouns =
  "company;companies;firm;firms;startup;startups;start up;start ups;scaleup;scaleups;scale ups;business;businesses;" +
  "organization;organizations;organisations;agency;agencies;studio;studios;maker;makers;manufacturer;manufacturers;" +
  "supplier;suppliers;vendor;vendors;provider;providers;employer;employers;corporation;corporations;brands;shops;" +
  "enterprises;enterprise;institutions;authorities;unternehmen;firmen;firma;headquartered;headquarters";
const speakers = "speaker;speakers;speaking";
const fillers =
  "a;an;the;all;any;some;first;top;of;who;whose;for;to;with;that;which;are;is;be;been;being;find;search;get;list;" +
  "show;me;" +
  "i;we;want;need;looking;look;give;please;their;its;our;my;them;have;has;having;had;this;these;those;working;" +
  "works;work;employed;" +
  "hiring;currently;industry;industries;sector;sectors;space;field;area;region;country;role;roles;position;positions;" +
  "jobs;job;department;departments;team;teams;domain;domains;whole;only;also;as;by;on;it is;there;each;every;other;" +
  "related;based;located;headquartered;living;live;resident;experienced;strong;good;who are;bilingual;multilingual;" +
  "native;fluent;both;either;least;die;der;das;mit;aus;suche;alle;von;für;fur";

const capture: Readonly<Record<string, Extract<Meaning, { readonly kind: "capture" }>>> = {
  "named;called;with the name;by the name of": { kind: "capture", person: "person_names", company: "names" },
  "using;use;uses;that use;running on;built with;built on": {
    ...{ kind: "capture", person: "person_skills", company: "technologies" },
  },
  "know;knows;knowing;skilled in;skills in;experience with;experience in;experienced in;experienced with;expertise in":
    { kind: "capture", person: "person_skills" },
  "proficient in;skills;skill": { kind: "capture", person: "person_skills" },
  "ex;formerly at;formerly with;former employees of;previously at;worked at;worked for;have worked at;left": {
    ...{ kind: "capture", person: "past_company_names" },
  },
  "used to work at;used to work for;who left;have left;came from;alumni of the company": {
    ...{ kind: "capture", person: "past_company_names" },
  },
  "specializing in;specialized in;specialising in;specialised in;specializes in;specialize in;focused on;focusing on": {
    ...{ kind: "capture", person: "current_company_specialties", company: "specialties" },
  },
  "alumni of;graduates of;graduates from;studied at;graduated from;went to;degree from": {
    ...{ kind: "capture", person: "person_universities" },
  },
  "mentioning;describing;that mention;about;whose description mentions;keyword;keywords": {
    ...{ kind: "capture", company: "keywords" },
  },
};

const phrases = (list: string): readonly string[] => list.split(";").map(folded);

export function createLexicon(): Lexicon {
  const lexicon = new Map<string, Meaning[]>();
  const add = (phrase: string, meaning: Meaning): void => {
    const key = folded(phrase);
    const meanings = lexicon.get(key) ?? [];
    if (key !== "" && !meanings.some(({ kind }) => kind === meaning.kind)) {
      lexicon.set(key, [...meanings, meaning]);
    }
  };
  const addValues = (kind: "industry" | "function" | "language" | "companyType", values: readonly string[]): void => {
    for (const value of values) {
      add(value, { kind, values: [value] });
      add(value.replaceAll("&", "and"), { kind, values: [value] });
    }
  };
  addTitles(add);
  addValues("function", functionSuggestions);
  addValues("industry", industrySuggestions);
  addValues("language", languageSuggestions);
  addValues("companyType", companyTypes);
  Object.entries(functionWords).forEach(([phrase, value]) => add(phrase, { kind: "function", values: [value] }));
  for (const [words, kind] of [
    [industryWords, "industry"],
    [typeWords, "companyType"],
  ] as const) {
    Object.entries(words).forEach(([phrase, value]) =>
      add(phrase, { kind, values: [value], isNoun: companyPlurals.has(phrase) }),
    );
  }
  const { names, adjectives } = knownPlaces();
  names.forEach((values, name) => add(name, { kind: "place", values }));
  adjectives.forEach((values, name) => add(name, { kind: "placeAdjective", values }));
  phrases("micro").forEach((phrase) => add(phrase, { kind: "size", max: 9 }));
  phrases("small").forEach((phrase) => add(phrase, { kind: "size", max: 49 }));
  phrases("mid size;mid sized;midsize;medium;medium sized;mid market").forEach((phrase) =>
    add(phrase, { kind: "size", min: 50, max: 249 }),
  );
  phrases("sme;smes;small and medium;small and medium sized;smb;smbs").forEach((phrase) =>
    add(phrase, { kind: "size", max: 249 }),
  );
  phrases("large;big").forEach((phrase) => add(phrase, { kind: "size", min: 250 }));
  for (const [list, meaning] of Object.entries(capture)) {
    phrases(list).forEach((phrase) => add(phrase, meaning));
  }
  addConnectives(add);
  return lexicon;
}

type Add = (phrase: string, meaning: Meaning) => void;

function addTitles(add: Add): void {
  for (const [short, long] of Object.entries(chiefs)) {
    for (const phrase of [short, `${short}s`, long, `${long}s`]) {
      add(phrase, { kind: "title", values: [short.toUpperCase(), long] });
    }
  }
  for (const level of seniorityLevels) {
    add(level, { kind: "seniority", values: [level] });
  }
  for (const [phrase, levels] of Object.entries(seniorityWords)) {
    add(phrase, { kind: "seniority", values: levels.split("|") });
  }
  for (const [job, jobFunction] of Object.entries(jobs)) {
    const title = job.charAt(0).toUpperCase() + job.slice(1);
    for (const phrase of [job, `${job}s`]) {
      add(phrase, { kind: "job", title, ...(jobFunction !== "" && { function: jobFunction }) });
    }
  }
}

function addConnectives(add: Add): void {
  const nouns = { person: personNouns, company: companyNouns, speaker: speakers } as const;
  for (const of of ["person", "company", "speaker"] as const) {
    phrases(nouns[of]).forEach((phrase) => add(phrase, { kind: "noun", of }));
  }
  const kinds = {
    not: "not;no;without;except;except for;excluding;exclude;other than;outside;outside of;but not;neither;ohne;nicht",
    in: "in;near;around;based in;located in;living in;headquartered in;from;within;across;inside",
    at: "at;with a job at;employed at;employed by;working at;working for;work at;work for;who work at;bei",
    and: "and;or;nor;und;oder;but;then",
    former: "former;formerly;previously;ex;used to be;past",
    now: "now;now working as;working as;today;currently",
    speaks: "speak;speaks;speaking;who speak;fluent in;native in;languages;language",
    knownAlready:
      "skip those i already have;skip records i already have;skip those i have;i do not have yet;i don t have yet;" +
      "i don't have yet;that are new to me;not fetched yet",
    similar: "like;similar to;such as;comparable to",
    filler: fillers,
  } as const;
  for (const [kind, list] of Object.entries(kinds) as [keyof typeof kinds, string][]) {
    phrases(list).forEach((phrase) => add(phrase, { kind }));
  }
  phrases("skills;skill").forEach((phrase) => add(phrase, { kind: "skillsBefore" }));
  phrases("before;previously;in the past").forEach((phrase) => add(phrase, { kind: "filler" }));
}
