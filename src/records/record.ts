// The identity and the title of a record.
import type { RecordKind } from "../service/operations";
import { valueAtPath } from "./recordPath";

/** Decodes UTF-8 without copying the bytes first. */
export function textOf(bytes: Uint8Array): string {
  return (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    "utf8",
  );
}

/**
 * The identity of a record. A contact has no id of its own, so it is that of its profile, or else what was submitted
 * for it. `undefined` if there is neither.
 */
export function recordId(kind: RecordKind, record: unknown): string | undefined {
  const id = textAt(record, kind === "contact" ? "profile.id" : "id");
  if (id !== undefined || kind !== "contact") {
    return id;
  }
  const input = valueAtPath(record, "input");
  const given =
    typeof input === "object" && input !== null
      ? Object.entries(input).filter(([, value]) => typeof value === "string" && value !== "")
      : [];
  return given.length === 0
    ? undefined
    : given
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, value]) => String(value))
        .join(" · ");
}

/** A title for headings and screen readers; never empty. */
export function recordTitle(kind: RecordKind, record: unknown): string {
  const paths = { company: ["name", "domain"], person: ["full_name"], contact: ["profile.full_name"] }[kind];
  const found = paths.map((path) => textAt(record, path)).find((text) => text !== undefined);
  const fullName = (prefix: string): string | undefined => {
    const name = [textAt(record, `${prefix}first_name`), textAt(record, `${prefix}last_name`)]
      .filter((part) => part !== undefined)
      .join(" ");
    return name === "" ? undefined : name;
  };
  return (
    found ??
    (kind === "person" ? fullName("") : kind === "contact" ? fullName("input.") : undefined) ??
    recordId(kind, record) ??
    "Record without a name"
  );
}

function textAt(record: unknown, path: string): string | undefined {
  const value = valueAtPath(record, path);
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
