// A reply that was not understood, shown as it came in a read-only text editor.
import { l10n, Uri, window, workspace, type Disposable } from "vscode";
import type { RunStore } from "../../runs/runStore";
import { resultsName } from "./resultsName";

const scheme = "prospect-reply";
/** More than this is not shown, in bytes: an editor would only be slow with it. */
const shownBytes = 1024 * 1024;

/** Opens the last reply of a run. Rejects with a `StorageFailure` when it cannot be read. */
export type ShowReply = (runId: string, title: string) => Promise<void>;

export function registerRawReplies(store: Pick<RunStore, "open">): { readonly show: ShowReply; readonly disposable: Disposable } {
  const disposable = workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async ({ query }) => {
      const journal = await store.open(query);
      try {
        const body = await journal.pageBody((await journal.pages()).length - 1);
        const text = Buffer.from(body.subarray(0, shownBytes)).toString("utf8");
        return body.length > shownBytes ? `${text}\n\n${l10n.t("Only the first 1 MiB is shown.")}\n` : text;
      } finally {
        await journal.close();
      }
    },
  });
  return {
    disposable,
    async show(runId, title) {
      const uri = Uri.from({ scheme, path: `/${l10n.t("Reply to {0}", resultsName(runId, title))}.txt`, query: runId });
      await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
    },
  };
}
