// What the words in the first field would add to the search, as options of its list.
import { describeItem } from "../../src/searches/describeSearch";
import { asKeyword, readDescription } from "../../src/searches/description/readDescription";
import type { SearchForm } from "../../src/searches/searchForm";
import { amountText, countText } from "../../src/language/language";
import { filterOf } from "../../src/service/filterCatalogue";
import type { FilterItem } from "../../src/service/requests";
import type { ComboOption } from "../components/comboOptions";
import { strings as componentStrings } from "../components/strings";
import type { SearchEdit } from "../messages/filterBuilder";
import { labelOf } from "./filterGroups";
import { strings } from "./strings";

interface Choice {
  readonly edits: readonly SearchEdit[];
  /** The words that stay in the field. */
  readonly rest: string;
}

export interface Proposal {
  readonly options: readonly ComboOption[];
  /** By the value of the option. */
  readonly choices: ReadonlyMap<string, Choice>;
}

export const noProposal: Proposal = { options: [], choices: new Map() };

export function propose(form: SearchForm, words: string): Proposal {
  if (words.trim() === "") {
    return noProposal;
  }
  const { search } = form;
  const { filters, fetch, notUsed } = readDescription(words, search);
  const add = (field: string, items: readonly FilterItem[]): SearchEdit => ({
    kind: "addItems",
    field,
    items: items as Extract<SearchEdit, { kind: "addItems" }>["items"],
  });
  const fresh = Object.entries(filters).flatMap(([field, items]) => {
    const known = new Set((form.filters[field] ?? []).map((item) => JSON.stringify(item)));
    const added = items.filter((item) => !known.has(JSON.stringify(item)));
    return added.length === 0 ? [] : [{ field, items: added }];
  });
  const { records, credits, leaveOutKnown } = fetch;
  const adds = [
    ...fresh.map(({ field, items }) => `${labelOf(search, field)}: ${itemsText(form, field, items)}`),
    ...(records === undefined ? [] : [strings.addsSetting.records(countText(records))]),
    ...(credits === undefined ? [] : [strings.addsSetting.credits(amountText(credits))]),
    ...(leaveOutKnown === true ? [strings.addsSetting.leaveOutKnown] : []),
  ];
  const edits: readonly SearchEdit[] = [
    ...fresh.map(({ field, items }) => add(field, items)),
    ...(records === undefined ? [] : [{ kind: "setRecords", records } as const]),
    ...(credits === undefined ? [] : [{ kind: "setCredits", credits } as const]),
    ...(leaveOutKnown === true ? [{ kind: "setLeaveOutKnown", leaveOutKnown } as const] : []),
  ];
  const options: ComboOption[] = [];
  const choices = new Map<string, Choice>();
  if (adds.length > 0) {
    options.push({ value: "words", label: adds.join(", "), adds, detail: strings.addsThese, always: true });
    choices.set("words", { edits, rest: notUsed.join(", ") });
  }
  for (const [index, part] of notUsed.entries()) {
    const keyword = asKeyword(search, part);
    if (keyword !== undefined && "value" in keyword.item) {
      const { field, item } = keyword;
      const what = item.exclude === true ? strings.leaveOutKeyword : strings.addKeyword;
      const value = `keyword ${index}`;
      const detail = what(labelOf(search, field), String(item.value));
      options.push({ value, label: strings.notUsed(part), detail, always: "last" });
      choices.set(value, { edits: [add(field, [item])], rest: notUsed.filter((one) => one !== part).join(", ") });
    }
  }
  return { options, choices };
}

function itemsText({ search }: SearchForm, field: string, items: readonly FilterItem[]): string {
  const definition = filterOf(search, field);
  const list = (exclude: boolean): string =>
    items
      .filter((item) => (item.exclude === true) === exclude)
      .map((item) => ("value" in item || definition === undefined ? textOf(item) : describeItem(definition, item)))
      .join(", ");
  const [included, excluded] = [list(false), list(true)];
  return [included, ...(excluded === "" ? [] : [`${componentStrings.not} ${excluded}`])].join(" ").trim();
}

const textOf = (item: FilterItem): string => ("value" in item ? String(item.value) : "");
