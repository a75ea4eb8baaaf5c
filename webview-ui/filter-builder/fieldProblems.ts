// Why the search cannot run as shown: invalid entries of the document, and input that is not in the document.
import type { UncommittedInputs } from "../messages/filterBuilder";
import { fetchLabel, fetchNames } from "../../src/searches/fetchInput";
import {
  formProblems,
  leaveOutLabel,
  type FieldId,
  type FieldProblem,
  type SearchForm,
} from "../../src/searches/searchForm";
import { filterLabel, filtersOf } from "../../src/service/filterCatalogue";
import { strings } from "./strings";

/** Every invalid field, in the order of the page. A problem of typed text comes before one of the document. */
export function fieldProblems(form: SearchForm, uncommitted: UncommittedInputs): readonly FieldProblem[] {
  const documentProblems = formProblems(form);
  return fieldsOf(form).flatMap(({ field, label }) => {
    const typed = uncommitted[field]?.problem ?? "";
    const problem = documentProblems.find((one) => one.field === field);
    return typed !== "" ? [{ field, label, message: typed }] : problem !== undefined ? [problem] : [];
  });
}

/** For the host, which cannot see the page: one sentence for each field that differs from the document. */
export function uncommittedReasons(
  form: SearchForm,
  uncommitted: UncommittedInputs,
  drafts: Readonly<Record<string, string>>,
): readonly string[] {
  return fieldsOf(form).flatMap(({ field, label, filter }) => {
    const typed = uncommitted[field];
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
    { field: "leaveOut", label: leaveOutLabel() },
    ...filtersOf(search).map((definition) => ({
      field: `filters.${definition.field}` as const,
      label: filterLabel(definition),
      filter: definition.field,
    })),
  ];
}
