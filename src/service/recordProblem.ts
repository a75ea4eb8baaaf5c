// What is wrong with a record that is not as the service describes it. Such a record is kept and shown all the same.
import * as l10n from "@vscode/l10n";
import type { RecordKind } from "./operations";
import { recordSchemas } from "./recordSchemas";

/** A sentence about the first field that does not fit; `undefined` when the record is as described. */
export function recordProblem(kind: RecordKind, record: unknown): string | undefined {
  const issue = recordSchemas[kind].safeParse(record).error?.issues[0];
  if (issue === undefined) {
    return undefined;
  }
  // The reason is the schema's own, such as "expected string, received number": a technical remark, English in every language.
  const reason = issue.message.replace(/^Invalid input:?\s*/u, "") || l10n.t("not as documented");
  return issue.path.length === 0
    ? l10n.t("This record does not match the documentation of the service: {0}.", reason)
    : l10n.t(
        'The field "{0}" does not match the documentation of the service: {1}.',
        issue.path.map(String).join("."),
        reason,
      );
}
