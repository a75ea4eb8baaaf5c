// What filter builders show that their documents do not have: a command must not run a search that is not on the screen.
import type { Uri } from "vscode";

export interface UnsettledPages {
  /** Sentences for what one page shows beyond the document; none when both are the same. */
  tell(page: object, source: Uri, reasons: readonly string[]): void;
  /** What keeps a search from running as it is shown, in any of its pages. */
  reasonsFor(source: Uri): readonly string[];
  reasonsOf(page: object): readonly string[];
}

export function createUnsettledPages(): UnsettledPages {
  const pages = new Map<object, { readonly source: string; readonly reasons: readonly string[] }>();
  return {
    tell: (page, source, reasons) =>
      void (reasons.length === 0 ? pages.delete(page) : pages.set(page, { source: source.toString(), reasons })),
    reasonsFor: (source) =>
      [...pages.values()].filter((page) => page.source === source.toString()).flatMap(({ reasons }) => reasons),
    reasonsOf: (page) => pages.get(page)?.reasons ?? [],
  };
}
