// A reply that was not understood, shown as it came in a read-only text editor.
import { l10n, Uri, window, workspace, type Disposable } from "vscode";
import type { Store } from "../../store/client";
import { notFound } from "../../store/storeError";
import { resultsName } from "./resultsName";

const scheme = "prospect-reply";
/** More than this is not shown, in bytes: an editor would only be slow with it. */
const shownBytes = 1024 * 1024;

/** Opens the last reply of a run that was not understood. Rejects when it cannot be read. */
export type ShowReply = (runId: string, title: string) => Promise<void>;

export function registerRawReplies({ calls }: Pick<Store, "calls">): {
  readonly show: ShowReply;
  readonly disposable: Disposable;
} {
  const disposable = workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async ({ query: runId }) => {
      const call = (await calls.keptReplies(runId)).at(-1);
      const reply = call === undefined ? undefined : await calls.keptReply(call);
      if (reply === undefined) {
        throw notFound();
      }
      const text = Buffer.from(reply.body.subarray(0, shownBytes)).toString("utf8");
      return reply.body.length > shownBytes ? `${text}\n\n${l10n.t("Only the first 1 MiB is shown.")}\n` : text;
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
