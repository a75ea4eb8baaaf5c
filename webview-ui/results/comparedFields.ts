// Records beside each other, as data: what the details of each say, field by field.
import type { RecordKind } from "../../src/service/operations";
import type { DetailSection } from "./detailSection";
import { detailSections } from "./detailSections";
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

function linesOf(section: DetailSection): readonly (readonly [label: string, text: string])[] {
  const { heading } = section;
  switch (section.kind) {
    case "facts":
      return section.facts.map(({ label, text }) => [label, text]);
    case "text":
      return [[heading, section.text]];
    case "labels":
      return [[heading, section.items.join("; ")]];
    case "entries":
      return section.entries.map(({ title, notes }) => [heading, joined([title, ...notes], " · ")]);
    case "timeline":
      return section.entries.map(({ title, place, when }) => [heading, joined([title, place, when], " · ")]);
  }
}
