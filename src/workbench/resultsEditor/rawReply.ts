// Shows a reply that could not be read, unchanged, in a read-only text editor.
import { Uri, window, workspace, type Disposable } from "vscode";
import type { Store } from "../../store/client";
import { notFound } from "../../store/storeError";
import { resultsName } from "./resultsAddress";

const scheme = "prospect-reply";
/** Bytes that are shown: a text editor is slow with more. */
const shownBytes = 1024 * 1024;

export function registerRawReplies({ calls }: Store): Disposable {
  return workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: async ({ query: runId }) => {
      const call = (await calls.callsWithRawReply(runId)).at(-1);
      const reply = call === undefined ? undefined : await calls.rawReply(call);
      if (reply === undefined) {
        throw notFound();
      }
      const text = Buffer.from(reply.body.subarray(0, shownBytes)).toString("utf8");
      return reply.body.length > shownBytes ? `${text}\n\nOnly the first 1 MiB is shown.\n` : text;
    },
  });
}

/** Opens the last reply of a run that could not be read. Rejects if it is not in the database. */
export async function showReply(runId: string, title: string): Promise<void> {
  const uri = Uri.from({ scheme, path: `/Reply to ${resultsName(runId, title)}.txt`, query: runId });
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
}
