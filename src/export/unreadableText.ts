// The sentence about damaged records that an export leaves out.
import type { UnreadableRecords } from "../store/views";
import { countText } from "../text/numbers";

/** A sentence that counts and names them; empty if there are none. */
export function unreadableText({ count, names }: UnreadableRecords): string {
  const named = names.join(", ") + (count > names.length ? ", …" : "");
  switch (count) {
    case 0:
      return "";
    case 1:
      return `1 record is damaged in the database and was left out: ${named}. A backup may contain it.`;
    default:
      return (
        `${countText(count)} records are damaged in the database and were left out: ${named}. A backup may contain ` +
        "them."
      );
  }
}
