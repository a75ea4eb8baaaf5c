// What keeps the search on the screen from running: invalid entries of the document, and what fields show instead of it.
import type { UnsettledFields } from "../messages/filterBuilder";
import { fetchLabel, fetchNames } from "../../src/searches/fetchInput";
import { formProblems, type FieldId, type FieldProblem, type SearchForm } from "../../src/searches/searchForm";
import { filtersOf } from "../../src/service/filterCatalogue";
import { filterLabel } from "../../src/service/filterWords";
import { strings } from "./strings";

/** Every field that is invalid, in the order of the page. What was typed and refused is told before what the document has. */
export function fieldProblems(form: SearchForm, unsettled: UnsettledFields): readonly FieldProblem[] {
  const ofDocument = formProblems(form);
  return fieldsOf(form).flatMap(({ field, label }) => {
    const typed = unsettled[field]?.problem ?? "";
    const problem = ofDocument.find((one) => one.field === field);
    return typed !== "" ? [{ field, label, message: typed }] : problem !== undefined ? [problem] : [];
  });
}

/** Sentences for the host, which cannot see the page: why the search it has is not the one on the screen. */
export function unsettledReasons(
  form: SearchForm,
  unsettled: UnsettledFields,
  drafts: Readonly<Record<string, string>>,
): readonly string[] {
  return fieldsOf(form).flatMap(({ field, label, filter }) => {
    const typed = unsettled[field];
    const draft = filter === undefined ? "" : (drafts[filter]?.trim() ?? "");
    if (typed !== undefined) {
      return [strings.fieldReason(label, typed.problem === "" ? strings.beingEdited : typed.problem)];
    }
    return draft === "" ? [] : [strings.fieldReason(label, strings.notAddedYet(shortened(draft)))];
  });
}

const longestReason = 200;

function shortened(text: string): string {
  return text.length > longestReason ? `${text.slice(0, longestReason)}…` : text;
}

function fieldsOf({
  search,
}: SearchForm): readonly { readonly field: FieldId; readonly label: string; readonly filter?: string }[] {
  return [
    ...fetchNames.map((name) => ({ field: `fetch.${name}` as const, label: fetchLabel(name) })),
    ...filtersOf(search).map((definition) => ({
      field: `filters.${definition.field}` as const,
      label: filterLabel(definition),
      filter: definition.field,
    })),
  ];
}
