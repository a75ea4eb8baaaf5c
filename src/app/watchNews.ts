// The news of a watch: what changed in its records, each change once, until the user has handled it.
import * as l10n from "@vscode/l10n";
import { comparedColumns, newsColumnId } from "../rows/besideColumns";
import { newsChanges, type NewsChange } from "../rows/newsChanges";
import { Refusal, type App } from "./app";
import { withRecords } from "./readRecords";
import type { Watch } from "./readWatch";
import { watchedOf } from "./refreshWatch";
import type { RowSource } from "./rowSource";
import { neutral } from "./untrusted";

/** What changed in a record. */
export interface NewsItem {
  /** One or several: who has moved may have another title, too. */
  readonly changes: readonly NewsChange[];
  readonly id: string | null;
  readonly name: string;
  /** Values that changed, by column, and what they were before; null if that was unknown. */
  readonly now: Readonly<Record<string, string>>;
  readonly before: Readonly<Record<string, string | null>>;
  /** The run that shows it, and when it was started. */
  readonly run: string;
  readonly at: string;
}

/**
 * What nobody has handled, the latest first, and how many there are. `handle` marks all of it as handled, also above
 * the limit. Sends nothing.
 */
export async function openNews(
  app: App,
  watch: Watch,
  limit: number,
  handle = false,
  signal?: AbortSignal,
): Promise<{ readonly count: number; readonly items: readonly NewsItem[] }> {
  const { recordKind } = watch;
  const compared = comparedColumns(recordKind);
  const columns = ["name", newsColumnId, "found_in", "found_at", ...compared];
  const { views } = app.store;
  return withRecords(
    app,
    await rowsOfNews(app, watch, true),
    { columns },
    async ({ view, count }) => {
      const rows = await views.rows(view, 0, limit);
      if (handle) {
        await views.handle(view, await views.keysAt(view), true);
      }
      const items = rows.map(({ id = null, cells, before = {} }): NewsItem => {
        const [name = "", news = "", run = "", at = "", ...values] = cells;
        const changes = newsChanges.filter((one) => news.split("; ").includes(one));
        // What was news before it was gone has been told.
        const earlier = changes.join() === "gone" ? {} : before;
        const now = compared.map((column, nth) => [column, neutral(values[nth] ?? "", 1_000)] as const);
        return {
          changes,
          id,
          name: neutral(name, 200),
          run,
          at,
          now: Object.fromEntries(now.filter(([column]) => column in earlier)),
          before: Object.fromEntries(
            Object.entries(earlier).map(([column, text]) => [column, text === null ? null : neutral(text, 1_000)]),
          ),
        };
      });
      return { count, items };
    },
    signal,
  );
}

/** The news of a watch as records with their changes. Rejects with a `Refusal`. */
export async function rowsOfNews(app: App, watch: Watch, isOpen = false): Promise<RowSource> {
  const origin = app.origin();
  if (origin === undefined) {
    const message = (): string => l10n.t("Choose a connection first: the news are about records of its service.");
    throw new Refusal(message, "connection");
  }
  const { recordKind, document, search } = watch;
  const { watched } = await watchedOf(app, watch, origin);
  return {
    title: search.title,
    recordKind,
    view: { kind: "news", recordKind, watched, of: document.news, ...(isOpen && { isOpen }) },
  };
}
