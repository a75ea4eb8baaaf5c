// Records beside each other, as data: the same fields as in the details of each.
import type { RecordKind } from "../../src/service/operations";
import { detailSections, type DetailSection } from "./detailSections";
import { joined } from "./recordFields";

export interface ComparedField {
  readonly label: string;
  /** One text for each record; "" when unknown. */
  readonly values: readonly string[];
  readonly differs: boolean;
}

export interface ComparedSection {
  readonly heading: string;
  readonly fields: readonly ComparedField[];
}

/** All fields that any of the records has, in the order of the details. */
export function comparedFields(kind: RecordKind, records: readonly unknown[]): readonly ComparedSection[] {
  const sections = new Map<string, Map<string, string[]>>();
  records.forEach((record, at) => {
    for (const section of detailSections(kind, record)) {
      const fields = sections.get(section.heading) ?? new Map<string, string[]>();
      sections.set(section.heading, fields);
      for (const [label, text] of linesOf(section)) {
        const values = fields.get(label) ?? records.map(() => "");
        fields.set(label, values);
        values[at] = joined([values[at] ?? "", text], "\n");
      }
    }
  });
  return [...sections].map(([heading, fields]) => ({
    heading,
    fields: [...fields].map(([label, values]) => ({
      label,
      values,
      differs: values.some((value) => value !== values[0]),
    })),
  }));
}

function linesOf({ kind, heading, items }: DetailSection): readonly (readonly [label: string, text: string])[] {
  return kind === "labels"
    ? [[heading, items.map(({ title }) => title).join("; ")]]
    : items.map(({ label = heading, title, place = "", when = "", notes = [] }) => {
        const parts = [title];
        if (kind === "timeline") {
          parts.push(place, when);
        } else {
          parts.push(...notes);
        }
        return [label, joined(parts, " · ")];
      });
}
