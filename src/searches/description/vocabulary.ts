// The English words that descriptions of searches use, and what they mean in the filter catalogue. A word
// that could mean something else is not here: it is named as not used.
import {
  companyTypes,
  functionSuggestions,
  industryAliases,
  industrySuggestions,
  languageSuggestions,
  seniorityLevels,
} from "../../service/suggestions";
import { adjectives, folded, placeNames } from "./places";

/** Words that connect the others. */
export type Role =
  | "person"
  /** People, or companies, of a kind that has no filter: "decision makers", "wineries". */
  | "somePeople"
  | "someCompanies"
  | "company"
  | "filler"
  /** Before a place, a field of work, or a company: "in", "of". */
  | "preposition"
  | "and"
  | "or"
  | "not"
  /** Begins a new part of the description: "but". */
  | "break"
  /** What follows describes others than those who are looked for: "software for banks", "companies like Acme". */
  | "others"
  | "at"
  | "pastAt"
  | "former"
  | "using"
  | "named"
  | "studied"
  | "skills"
  | "skilledIn"
  | "speaks"
  | "knownAlready"
  /** Understood to be no filter: "series A" is no place and no name. */
  | "unusable";

/** A word can mean several things; the words around it decide. */
export interface Meaning {
  role?: Role;
  industry?: string;
  function?: string;
  type?: string;
  language?: string;
  level?: string;
  /** A title that is complete: "CTO". */
  titles?: readonly string[];
  /** The last word of a title. */
  job?: true;
  /** The first words of a title: "software" in "software engineer". */
  ofTitle?: true;
  places?: readonly string[];
  /** "German", which belongs to the noun after it. */
  origin?: readonly string[];
}

/** In words. */
export const longestPhrase = 6;

const industries: Readonly<Record<string, string>> = {
  "Information Technology & Services": "information technology;it services",
  "Computer & Network Security": "cybersecurity;network security;it security",
  "Financial Services": "financial technology;finance",
  Banking: "bank",
  Insurance: "insurer;insurtech",
  "Hospitals and Health Care": "hospital;health care",
  "Biotechnology Research": "biotechnology",
  "Medical Devices": "medical device;medtech",
  "Pharmaceutical Manufacturing": "pharmaceutical",
  "Higher Education": "university;universities",
  Retail: "retailer",
  "Logistics & Supply Chain": "supply chain",
  Automotive: "car maker;carmaker",
  "Aviation & Aerospace": "aviation;aerospace",
  "Renewable Energy": "clean energy",
  "Real Estate": "proptech",
  Telecommunications: "telecom;telco",
  "Marketing & Advertising": "adtech;marketing",
  "Media Production": "media",
  "Food & Beverages": "food and beverage",
  Hospitality: "hotel;restaurant",
  "Management Consulting": "business consulting",
  "Legal Services": "law;legal",
  "Human Resources": "hr;recruiting;staffing",
  "Machinery Manufacturing": "machinery;mechanical engineering",
  Semiconductors: "semiconductor",
  Gaming: "video game",
};

const functions: Readonly<Record<string, string>> = {
  "Product Management": "product",
  Sales: "salespeople;salesperson",
  Marketing: "marketer",
  Finance: "accounting",
  "Human Resources": "hr",
  "Information Technology": "it",
};

const types: Readonly<Record<string, string>> = {
  "Public Company": "publicly traded;publicly listed;public company;public companies;listed company;listed companies",
  "Privately Held": "privately owned;private company;private companies",
  Nonprofit: "non profit;not for profit;ngo;charity;charities",
  "Government Agency": "government agencies;public authority;public authorities",
};

const levels: Readonly<Record<string, string>> = {
  Founder: "cofounder;co founder",
  "C-level": "c suite",
  VP: "vice president",
};

/** Titles with their long forms; CPO, CRO and CDO have several. */
const chiefs =
  "CEO;Chief Executive Officer|CTO;Chief Technology Officer|CFO;Chief Financial Officer|COO;" +
  "Chief Operating Officer|CMO;Chief Marketing Officer|CIO;Chief Information Officer|CISO;" +
  "Chief Information Security Officer|CHRO;Chief Human Resources Officer|CPO|CRO|CDO";

const jobs =
  "engineer;developer;designer;scientist;analyst;consultant;architect;accountant;recruiter;specialist;" +
  "administrator;researcher;lawyer;controller;programmer;copywriter;technician;executive;strategist;buyer";
const ofTitles =
  "software;backend;back end;frontend;front end;full stack;fullstack;data;machine learning;ml;ai;platform;" +
  "devops;cloud;security;product;web;mobile;ios;android;ux;ui;qa;test;account;project;program;programme;" +
  "system;systems;network;site reliability;business;business development;hardware;embedded;solution;" +
  "solutions;customer;content;growth;mechanical;electrical;civil;chemical;process;quality";

const roles: Readonly<Record<Role, string>> = {
  person:
    "people;person;persons;contact;contacts;professionals;individuals;everyone;everybody;anyone;anybody;" +
    "employees;staff",
  somePeople: "decision maker;decision makers;women;men;leaders;candidates;graduates;alumni;students",
  someCompanies:
    "bakery;bakeries;shop;shops;store;stores;brand;brands;farm;farms;startup;startups;start up;start ups;" +
    "scaleup;scaleups;unicorn;unicorns;agency;agencies;studio;studios;operator;operators;winery;wineries;" +
    "brewery;breweries;airline;airlines;wholesaler;wholesalers",
  company:
    "company;companies;firm;firms;business;businesses;organization;organizations;organisation;organisations;" +
    "manufacturer;manufacturers;maker;makers;vendor;vendors;provider;providers;supplier;suppliers;employer;" +
    "employers;corporation;corporations;enterprise;enterprises",
  filler:
    "who;a;an;the;all;any;some;whose;that;which;are;is;be;been;find;show;list;get;me;i;we;want;need;" +
    "looking for;search for;searching for;their;its;our;them;have;has;having;industry;industries;sector;" +
    "sectors;currently;now;only;also;based;located;headquartered;living;working;works;work;employed;either;" +
    "this;these;those;there;role;roles;position;positions;job;jobs;department;please;with;both;it is",
  preposition: "in;near;around;from;of;within;across;based in;located in;headquartered in",
  and: "and;as well as",
  or: "or;nor",
  not:
    "not;no;non;neither;never;none;without;except;except for;excluding;exclude;excludes;other than;outside;" +
    "outside of;apart from;aside from;minus;instead of;rather than;avoid;skip;ignore;leave out;lacking;lack;" +
    "isn't;aren't;don't;doesn't;didn't;haven't;hasn't;can't;won't;wasn't;weren't;anything but;everything but;" +
    "all but;nothing but;do not;does not;non-",
  break: "but;however",
  others:
    "like;similar to;such as;comparable to;for;to;selling to;serving;targeting;competitors of;customers of;" +
    "clients of;offices;office;branches;customers;clients;hiring;investors in;suppliers to;suppliers of",
  at: "at;at the company;employed at;employed by;working at;working for;work at;work for;who work at",
  pastAt:
    "formerly at;previously at;worked at;worked for;used to work at;used to work for;ex;left;who left;" + "came from",
  former: "former;formerly;previously;previous;past;used to be",
  using: "using;use;uses;that use;running on;built with;built on",
  named: "named;called;with the name;by the name of",
  studied: "alumni of;alumni of the;graduates of;graduates from;studied at;studied at the;graduated from",
  skills: "skills;skill",
  skilledIn: "skilled in;who know;experience with;experience in;proficient in",
  speaks: "speak;speaks;speaking;who speak;fluent in;native in;speaker;speakers",
  knownAlready:
    "skip those i already have;skip records i already have;skip those i have;i do not have yet;" +
    "i don't have yet;that are new to me;not fetched yet",
  unusable:
    "latin america;latin american;north korean;south america;south american;north america;north american;" +
    "central america;central american;head office;head count;head of state;deutsche bank;deutsche bahn;" +
    "deutsche telekom;deutsche post;bank of america;american express;american airlines;british airways;" +
    "senior living;senior care;private equity;public relations;public school;public schools;legal entity;" +
    "food bank;food banks;blood bank;law enforcement;media monitoring;product owner;product owners;" +
    "process owner;business owner;business partner;hr business partner;partner manager",
};

export type Lexicon = ReadonlyMap<string, Meaning>;

let lexicon: Lexicon | undefined;

export function knownWords(): Lexicon {
  lexicon ??= createLexicon();
  return lexicon;
}

function createLexicon(): Lexicon {
  const words = new Map<string, Meaning>();
  const add = (phrases: string, meaning: Meaning): void => {
    for (const phrase of phrases.split(";")) {
      const key = folded(phrase);
      words.set(key, { ...words.get(key), ...meaning });
    }
  };
  const addCatalogue = (
    values: readonly string[],
    others: Readonly<Record<string, string>>,
    meaning: (value: string) => Meaning,
  ): void => {
    values.forEach((value) => add(`${value};${value.replaceAll("&", "and")}`, meaning(value)));
    Object.entries(others).forEach(([value, phrases]) => add(phrases, meaning(value)));
  };
  placeNames().forEach(([names, places]) => add(names, { places }));
  Object.entries(adjectives).forEach(([country, words]) => add(words, { origin: [country] }));
  addCatalogue(industrySuggestions, industries, (industry) => ({ industry }));
  Object.entries(industryAliases).forEach(([phrase, industry]) => add(phrase, { industry }));
  addCatalogue(functionSuggestions, functions, (one) => ({ function: one }));
  addCatalogue(
    companyTypes.filter((type) => type !== "Educational"),
    types,
    (type) => ({ type }),
  );
  addCatalogue(seniorityLevels, levels, (level) => ({ level }));
  addCatalogue(languageSuggestions, {}, (language) => ({ language }));
  chiefs.split("|").forEach((titles) => add(titles, { titles: titles.split(";") }));
  add(jobs, { job: true });
  add(ofTitles, { ofTitle: true });
  Object.entries(roles).forEach(([role, phrases]) => add(phrases, { role: role as Role }));
  return words;
}
