// Where the next page of a search begins: after a cursor, or after the records before it.
import * as l10n from "@vscode/l10n";
import { maximumOffset } from "../service/requests";
import type { PageRequest } from "./run";

export type PageStart =
  | { readonly kind: "request"; readonly request: PageRequest }
  /** `message` is a sentence. */
  | { readonly kind: "refused"; readonly message: string };

/** `returned`: records before the page. */
export function pageStart(limit: number, cursor: string | undefined, returned: number): PageStart {
  if (cursor !== undefined) {
    return { kind: "request", request: { limit, cursor } };
  }
  if (returned > maximumOffset) {
    const message = l10n.t(
      "The service sent no cursor for the next page, which it requires beyond record 10,000. Narrow the search.",
    );
    return { kind: "refused", message };
  }
  return { kind: "request", request: returned > 0 ? { limit, offset: returned } : { limit } };
}
