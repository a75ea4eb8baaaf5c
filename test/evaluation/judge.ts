// Judges what was read from a description: understood, named as not used, or silently wrong.
import type { DescribedSearch } from "../../src/searches/description/readDescription";
import type { FilterItem } from "../../src/service/requests";
import type { Description } from "./descriptions";

export interface Verdict {
  readonly text: string;
  /** Everything became the filters that were meant. */
  readonly isUnderstood: boolean;
  /** Filters that were not meant, and words that were neither used nor named. */
  readonly wrong: readonly string[];
  readonly notUsed: readonly string[];
}

const fields: Readonly<Record<string, readonly [company: string, people: string]>> = {
  size: ["headcounts", "current_company_headcounts"],
  industry: ["industries", "current_company_industries"],
  founded: ["founded_years", "current_company_founded_years"],
  type: ["types", "current_company_types"],
  tech: ["technologies", ""],
  domain: ["domains", "current_company_domains"],
  hq: ["headquarters_locations", "current_company_headquarters"],
  companyPlace: ["headquarters_locations", "current_company_headquarters"],
  place: ["", "person_locations"],
  title: ["", "current_position_titles"],
  level: ["", "current_position_seniority_level"],
  function: ["", "current_position_job_functions"],
  language: ["", "person_languages"],
  skill: ["", "person_skills"],
  past: ["", "past_company_names"],
  at: ["", "current_company_names"],
  name: ["names", "person_names"],
  uni: ["", "person_universities"],
  changed: ["", "current_company_days_since_last_job_change"],
  years: ["", "current_position_years_in"],
};

export function judge({ text, search, means }: Description, found: DescribedSearch): Verdict {
  const left = new Set(atomsFound(found));
  // Without a filter, it is only a proposal of what to search for.
  const isOther = found.search !== search && Object.keys(found.filters).length > 0;
  const wrong = isOther ? [`search=${found.search}`] : [];
  let isUnderstood = wrong.length === 0;
  const parts = [...means.matchAll(/([^;<]+?) <([^>]+)>(?:; |$)/gu)];
  const meant = parts.map(([, what = "", words = ""]) => ({ options: optionsOf(what, search), words }));
  const used = new Set<string>();
  for (const { options, words } of meant) {
    const atoms = [...left].filter((atom) => options.some((option) => isSame(option, atom)));
    atoms.forEach((atom) => used.add(atom));
    const isNamed = found.notUsed.some((part) => part.toLowerCase().includes(words.toLowerCase()));
    const isSaid = isNamed || words.split(" ").every((word) => found.notUsed.join(" ").includes(word));
    isUnderstood &&= options[0] === "-" ? isSaid : atoms.length > 0;
    if (atoms.length === 0 && !isSaid) {
      wrong.push(`dropped: ${words}`);
    }
  }
  wrong.push(...[...left].filter((atom) => !used.has(atom)));
  return { text, isUnderstood: isUnderstood && wrong.length === 0, wrong, notUsed: found.notUsed };
}

function optionsOf(what: string, search: Description["search"]): readonly string[] {
  if (what === "-") {
    return ["-"];
  }
  let [field, sign] = ["", "="];
  return what.split("~").map((option) => {
    const [, newField, newSign, value = option] = /^(\w+)(!?=)(.*)$/u.exec(option) ?? [];
    [field, sign] = [newField ?? field, newSign ?? sign];
    const name = fields[field]?.[search === "company" ? 0 : 1] ?? field;
    return `${name}${sign}${value.toLowerCase()}`;
  });
}

/** "about 30" is a range of at most a half around it. */
function isSame(option: string, atom: string): boolean {
  const [, field = "", about] = /^(\w+)=about (\d+)$/u.exec(option) ?? [];
  const [, min, max] = new RegExp(`^${field}=(\\d+)\\.\\.(\\d+)$`, "u").exec(atom) ?? [];
  const number = Number(about);
  return about === undefined
    ? option === atom
    : Number(min) >= number / 2 && Number(min) < number && Number(max) > number && Number(max) <= number * 1.5;
}

function atomsFound({ filters, fetch }: DescribedSearch): readonly string[] {
  return [
    ...Object.entries(filters).flatMap(([field, items]) =>
      items.map((item) => `${field}${item.exclude === true ? "!=" : "="}${textOf(item)}`),
    ),
    ...Object.entries(fetch).map(([name, value]) => `${name}=${String(value)}`),
  ];
}

const textOf = (item: FilterItem): string =>
  "value" in item ? String(item.value).toLowerCase() : `${item.min ?? ""}..${item.max ?? ""}`;
