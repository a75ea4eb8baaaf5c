// What an export says about records that it had to leave out.
import * as l10n from "@vscode/l10n";
import { countText } from "../language/language";
import type { UnreadableRecords } from "../store/views";

/** A sentence that counts and names them; empty if there are none. */
export function unreadableText({ count, names }: UnreadableRecords): string {
  const named = names.join(", ") + (count > names.length ? ", …" : "");
  switch (count) {
    case 0:
      return "";
    case 1:
      return l10n.t("1 record is damaged in the database and was left out: {0}. A backup may contain it.", named);
    default:
      return l10n.t(
        "{0} records are damaged in the database and were left out: {1}. A backup may contain them.",
        countText(count),
        named,
      );
  }
}
