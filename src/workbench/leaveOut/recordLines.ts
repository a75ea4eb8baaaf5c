// The lines of a leave-out list that name the company or the person of a record.
import type { LeaveOutLine } from "../../lookups/appendToLeaveOutList";
import { entriesOfLine } from "../../lookups/leaveOutEntries";
import type { RecordKind } from "../../service/operations";
import { recordTitle } from "../../rows/record";
import { companyReference, personReference } from "../../rows/companyReference";

export interface RecordLines {
  readonly company: readonly LeaveOutLine[];
  /** None for records of companies. */
  readonly person: readonly LeaveOutLine[];
}

/** One for each company and each person; records without anything that a list understands have none. */
export async function linesOf(kind: RecordKind, records: AsyncIterable<unknown>): Promise<RecordLines> {
  const [company, person] = [new Map<string, LeaveOutLine>(), new Map<string, LeaveOutLine>()];
  const add = (lines: Map<string, LeaveOutLine>, line: LeaveOutLine | undefined): void =>
    void (line && lines.set(line.value, line));
  for await (const record of records) {
    if (record !== undefined) {
      add(company, companyLine(kind, record));
      add(person, kind === "company" ? undefined : personLine(kind, record));
    }
  }
  return { company: [...company.values()], person: [...person.values()] };
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
