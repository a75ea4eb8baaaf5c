// Input of filter builders that is not in their documents: a command must not run a search that differs from the page.
import type { Uri } from "vscode";

export class UncommittedInputTracker {
  readonly #pages = new Map<object, { readonly source: string; readonly reasons: readonly string[] }>();

  /** `reasons`: a sentence for each field of the page that differs from the document. */
  set(page: object, source: Uri, reasons: readonly string[]): void {
    if (reasons.length === 0) {
      this.#pages.delete(page);
    } else {
      this.#pages.set(page, { source: source.toString(), reasons });
    }
  }

  /** The reasons of all pages of a search. */
  reasonsFor(source: Uri): readonly string[] {
    return [...this.#pages.values()]
      .filter((page) => page.source === source.toString())
      .flatMap((page) => page.reasons);
  }

  reasonsOf(page: object): readonly string[] {
    return this.#pages.get(page)?.reasons ?? [];
  }
}
