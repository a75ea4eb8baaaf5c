// Edits of one document, one after the other: each is computed from the text as it is when its turn comes.
import type { SearchEdit } from "../../../webview-ui/messages/filterBuilder";
import type { SearchTextEdit } from "../../searches/searchEdits";
import { textEdits } from "./documentState";
import { errorForLog } from "../errorText";

/** The document as the queue needs it. */
export interface EditedText {
  getText(): string;
  /** Resolves with false when the editor refused, because the text had changed meanwhile. */
  apply(edits: readonly SearchTextEdit[]): PromiseLike<boolean>;
}

export interface EditQueue {
  readonly busy: boolean;
  add(edit: SearchEdit): void;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

/** Someone else's edit may come between reading and applying; then ours is refused and computed again. */
const attempts = 5;

export function createEditQueue(document: EditedText, onIdle: () => void, log: (line: string) => void): EditQueue {
  let waiting = 0;
  let last = Promise.resolve();

  async function apply(edit: SearchEdit): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const edits = textEdits(document.getText(), edit);
      if (edits.length === 0 || (await document.apply(edits))) {
        return;
      }
    }
    log(`An edit (${edit.kind}) was refused by the editor ${attempts} times and is lost.`);
  }

  return {
    get busy() {
      return waiting > 0;
    },
    add(edit) {
      waiting += 1;
      last = last
        .then(() => apply(edit))
        .catch((error: unknown) => log(`An edit (${edit.kind}) failed: ${errorForLog(error)}`))
        .then(() => {
          waiting -= 1;
          if (waiting === 0) {
            onIdle();
          }
        });
    },
    idle: () => last,
  };
}
