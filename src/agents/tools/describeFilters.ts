// The tool `describe_filters`: the filters of searches and the columns of records.
import * as z from "zod";
import { columnsOf, type ColumnType } from "../../records/columns";
import { filtersOf, type SearchKind } from "../../service/filterCatalogue";
import { comparable, nearestNames } from "../../service/nearestNames";
import { operations, searchOperation } from "../../service/operations";
import { tool } from "../tool";
import { fitting } from "./recordText";

export const describeFiltersTool = tool({
  name: "describe_filters",
  title: "Describe Filters",
  description:
    "Names filters with known values, the rules of a search, and the columns of records. Use it before writing a " +
    "search or a condition. Free.",
  input: z.strictObject({
    search: z.enum(["company", "people"]).describe("What is searched."),
    about: z.string().max(200).optional().describe("Only what these words are about: industry, school, VP."),
  }),
  effect: "reads",
  async run(_app, { search, about = "" }) {
    const exact = describe(search, about, isAbout);
    // Similar spellings are guesses, so use them only when nothing else is found.
    const isExact = exact.filters.length > 0 || exact.columns.length > 0;
    const { filters: all, columns } = isExact ? exact : describe(search, about, isNearlyAbout);
    const { rows: filters, remark } = fitting(all);
    let text = `${filters.length === 1 ? "1 filter" : `${filters.length} filters`} of a ${search} search.${remark}`;
    let next = "plan_search checks a search and says what it costs.";
    if (filters.length === 0 && columns.length === 0) {
      text = `No filter and no column of a ${search} search is about this.`;
      next = "describe_filters without about names all filters.";
    } else if (remark !== "") {
      next = "describe_filters with about names the others; then plan_search checks a search.";
    }
    return {
      text,
      details: [...searchRules, ...filters.map(lineOf), ...columns.map(columnLine)],
      next,
      data: { search, rules: searchRules, filters, columns },
    };
  },
});

function lineOf({ field, kind, meaning, unit, suggestions = [], example }: FilterFacts): string {
  const of = kind === "range" && unit !== undefined ? ` in ${unit}` : "";
  const values = suggestions.length === 0 ? `for example ${example}` : `known values: ${suggestions.join("; ")}`;
  return `${field} (${kind}${of}): ${meaning}; ${values}`;
}

const columnLine = ({ ids, values }: ColumnFacts): string => `Columns whose values are ${values}: ${ids.join(", ")}`;

/** Synonyms of words in the catalog. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  linkedin: ["professional network"],
  profile: ["professional network"],
  school: ["universities"],
  college: ["universities"],
  education: ["universities"],
  tech: ["technologies"],
  software: ["technologies"],
  tools: ["technologies"],
  stack: ["technologies"],
  sector: ["industries"],
  vertical: ["industries"],
  size: ["headcount"],
  employees: ["headcount"],
  staff: ["headcount"],
  company_size: ["headcount"],
  city: ["locations", "headquarters"],
  country: ["locations", "headquarters"],
  region: ["locations", "headquarters"],
  location: ["locations", "headquarters"],
  job: ["position", "titles"],
  role: ["titles", "job functions"],
  title: ["titles"],
  department: ["job functions"],
  level: ["seniority"],
  age: ["founded"],
  website: ["domains"],
  url: ["domains", "urls"],
  employer: ["company"],
  tenure: ["years"],
};

type Fits = (word: string, about: string) => boolean;

const describe = (search: SearchKind, text: string, fits: Fits) => ({
  filters: describeFilters(search, text, fits),
  columns: describeColumns(search, text, fits),
});

/** The filters whose name, meaning, or known values fit; all filters without words. */
function describeFilters(search: SearchKind, text: string, fits: Fits) {
  return filtersOf(search)
    .filter(({ field, label, meaning, group, suggestions = [] }) =>
      isAboutAll([field, label, meaning, group, ...suggestions].join(" "), text, fits),
    )
    .map(({ field, label, group, kind, meaning, example, unit, suggestions, bounds }) => ({
      field,
      label,
      group,
      kind,
      meaning,
      example,
      unit,
      suggestions,
      ...bounds,
    }));
}

type FilterFacts = ReturnType<typeof describeFilters>[number];

/** Columns of records whose values have the same form. */
interface ColumnFacts {
  readonly values: string;
  readonly ids: readonly string[];
}

const valueForms: Readonly<Record<ColumnType, string>> = {
  text: "texts",
  url: "texts",
  email: "texts",
  phone: "phone numbers such as +49 30 1234567",
  number: "numbers",
  date: "dates such as 2026-01-31",
  list: "lists, of which any item may match",
};

/** The columns of the records of a search whose name or label contains all words of the text. */
function describeColumns(search: SearchKind, text: string, fits: Fits): readonly ColumnFacts[] {
  const columns = columnsOf(operations[searchOperation(search)].recordKind).filter(({ id, label }) =>
    isAboutAll(`${id} ${label}`, text, fits),
  );
  return [...new Set(Object.values(valueForms))].flatMap((values) => {
    const ids = columns.filter(({ type }) => valueForms[type] === values).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ values, ids }];
  });
}

const isAboutAll = (about: string, text: string, fits: Fits): boolean =>
  comparable(text)
    .split(" ")
    .filter((word) => word !== "")
    .every((word) => fits(word, comparable(about)));

/** Whether the word or a synonym occurs, in the singular or plural. */
function isAbout(word: string, about: string): boolean {
  const meant = Object.hasOwn(synonyms, word) ? (synonyms[word] ?? []) : [];
  const forms = word.length < 3 ? [] : [word, word.replace(/(?:ies|y)$/u, "i"), word.replace(/s$/u, "")];
  return about.split(" ").includes(word) || [...forms, ...meant.map(comparable)].some((form) => about.includes(form));
}

/** Words that resemble others but mean something that no filter covers. */
const otherWords: readonly string[] = ["funding", "funded"];

const isNearlyAbout = (word: string, about: string): boolean =>
  word.length >= 5 &&
  !otherWords.includes(word) &&
  nearestNames(word, about.split(" ")).some((near) => near.length >= 4);

const searchRules: readonly string[] = [
  'A search is "search": "company" or "people", and "filters": a list of items, each with its field.',
  'Items: text { "field": "person_locations", "value": "Berlin", "exclude": true, "exact_match": true }; ' +
    'range { "field": "headcounts", "min": 51, "max": 200 }. ' +
    "exclude and exact_match are optional and false when absent.",
  "Items of one field: any of them matches. Different fields: all must match. exclude: none of these.",
  "Prefer known values where a field has them. Others are allowed: the lists are not complete.",
  "Use exact_match for domains. Locations are names of cities, regions or countries.",
  'A saved search is { "search": "people", "filters": { field: [items without field] }, "fetch": { "records": 100, ' +
    '"credits": 50, "leaveOutKnown": false }, "leaveOut": ["customers.csv"] } in a file *.prospect.json.',
];
