// Names of columns and paths of fields that agents and scripts give: which exist, and what a wrong one may mean.
import { inEnglish } from "../language/language";
import { eitherOf } from "../language/phrases";
import { nameInList } from "../rows/besideColumns";
import { columnOf, columnsOf } from "../rows/columns";
import { nearestNames } from "../service/nearestNames";
import type { RecordKind } from "../service/operations";
import { recordPaths } from "../service/recordSchemas";
import { isKnown } from "../store/columnSql";
import type { Condition } from "../store/conditions";
import { Refusal } from "./app";
import { neutral } from "./untrusted";

/** `remark`: more of what there is. */
export function noColumn(kind: RecordKind, name: string, remark = ""): Refusal {
  const ids = columnsOf(kind).map(({ id }) => id);
  const near = nearestNames(name, [...ids, ...recordPaths(kind)]);
  const meant = near.length === 0 ? "" : ` Did you mean ${inEnglish(() => eitherOf(near))}?`;
  return new Refusal(`There is no column “${neutral(name, 100)}”.${meant} Columns: ${ids.join(", ")}.${remark}`);
}

/** Columns of a list of companies are known by their run alone. */
const isColumn = (kind: RecordKind, id: string): boolean => isKnown(kind, id) && nameInList(id) === undefined;

/** A name with a dot or a bracket is a path; any other must be that of a column. Throws a `Refusal`. */
export function checkNames(kind: RecordKind, names: readonly string[]): void {
  const wrong = names.find(
    (name) => !isKnown(kind, name) && (!/[.[]/u.test(name) || columnOf(kind, name) === undefined),
  );
  if (wrong !== undefined) {
    throw noColumn(kind, wrong);
  }
}

/** Whether it is a column, or the path of a field that the service names. */
export const isNamed = (kind: RecordKind, name: string): boolean =>
  isColumn(kind, name) || recordPaths(kind).includes(name.replace(/\[\d+\]/gu, "[]"));

/** A condition whose bounds are written as people write them: numbers, and dates such as 2026-01-31. */
export type ChosenCondition =
  | Exclude<Condition, { readonly kind: "range" }>
  | {
      readonly kind: "range";
      readonly column: string;
      readonly min?: number | string | undefined;
      readonly max?: number | string | undefined;
    };

export const columnsOfConditions = (conditions: readonly ChosenCondition[]): readonly string[] =>
  conditions.flatMap((condition) => ("column" in condition ? [condition.column] : []));

const lastMomentOfDay = 86_399_999;

/** With bounds of the type of the column. Texts have no order, except sizes such as “51-200”. Throws a `Refusal`. */
export function conditionOf(kind: RecordKind, condition: ChosenCondition): Condition {
  if (condition.kind !== "range") {
    return condition;
  }
  const { column: id, min, max } = condition;
  const type = columnsOf(kind).find((column) => column.id === id)?.type;
  const bounds = [min, max].filter((bound) => bound !== undefined);
  if (type === "date" || (type === undefined && bounds.every((bound) => typeof bound === "string"))) {
    const [from, to] = [momentOf(id, min), momentOf(id, max)];
    return { kind: "range", column: id, min: from, max: to === undefined ? undefined : to + lastMomentOfDay };
  }
  if (type !== undefined && type !== "number" && !id.includes("headcount")) {
    const ids = columnsOf(kind).filter((column) => column.type === "number" || column.type === "date");
    throw new Refusal(
      `“${neutral(id, 100)}” is a text, so min and max do not apply to it: use contains or one_of. ` +
        `Columns with numbers and dates: ${ids.map((column) => column.id).join(", ")}.`,
    );
  }
  const [from, to] = [numberOf(id, min), numberOf(id, max)];
  return { kind: "range", column: id, min: from, max: to };
}

function momentOf(id: string, bound: number | string | undefined): number | undefined {
  if (bound === undefined) {
    return undefined;
  }
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(String(bound)) ? Date.parse(String(bound)) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new Refusal(`“${neutral(id, 100)}” is a date: write min and max as “2026-01-31”.`);
  }
  return time;
}

function numberOf(id: string, bound: number | string | undefined): number | undefined {
  if (typeof bound === "string") {
    throw new Refusal(`“${neutral(id, 100)}” is a number: write min and max as numbers.`);
  }
  return bound;
}
