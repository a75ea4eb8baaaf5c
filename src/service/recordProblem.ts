// Describes what is wrong with a record that does not have the documented structure. It is saved and shown
// nevertheless.
import * as l10n from "@vscode/l10n";
import type { RecordKind } from "./operations";
import { recordSchemas } from "./recordSchemas";

/** A sentence about the first wrong field; `undefined` when the record has the documented structure. */
export function recordProblem(kind: RecordKind, record: unknown): string | undefined {
  const issue = recordSchemas[kind].safeParse(record).error?.issues[0];
  if (issue === undefined) {
    return undefined;
  }
  // The reason is technical and from zod, for example "expected string, received number", so it is not translated.
  const reason = issue.message.replace(/^Invalid input:?\s*/u, "") || l10n.t("not as documented");
  return issue.path.length === 0
    ? l10n.t("This record does not match the documentation of the service: {0}.", reason)
    : l10n.t(
        'The field "{0}" does not match the documentation of the service: {1}.',
        issue.path.map(String).join("."),
        reason,
      );
}
