// The lines of a leave-out list that name the company or the person of a record.
import type { LeaveOutLine } from "../../lookups/appendToLeaveOutList";
import { entriesOfLine } from "../../lookups/leaveOutEntries";
import type { RecordKind } from "../../service/operations";
import { recordTitle } from "../../rows/record";
import { companyReference, personReference } from "../../rows/companyReference";

export type LeftOutPart = "company" | "person";

/** One for each company or person; records without anything that a list understands have none. */
export function linesOf(part: LeftOutPart, kind: RecordKind, records: readonly unknown[]): readonly LeaveOutLine[] {
  const lines = new Map<string, LeaveOutLine>();
  for (const record of records) {
    const line = part === "company" ? companyLine(kind, record) : personLine(kind, record);
    if (line !== undefined) {
      lines.set(line.value, line);
    }
  }
  return [...lines.values()];
}

function companyLine(kind: RecordKind, record: unknown): LeaveOutLine | undefined {
  const { domain, id, name } = companyReference(kind, record);
  return understood([domain, id], name);
}

function personLine(kind: RecordKind, record: unknown): LeaveOutLine | undefined {
  const name = recordTitle(kind, record);
  const { domain, name: company } = companyReference(kind, record);
  const at = domain ?? company;
  return understood([personReference(kind, record), at === undefined ? undefined : `${name}, ${at}`], name);
}

/** The first value that the list would read as one entry. */
function understood(values: readonly (string | undefined)[], about: string | undefined): LeaveOutLine | undefined {
  const value = values.find(
    (one) => one !== undefined && !/[\p{Cc}#]/u.test(one) && entriesOfLine(one.trim()).length === 1,
  );
  return value === undefined ? undefined : { value: value.trim(), about };
}
