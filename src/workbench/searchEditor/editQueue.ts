// Applies the edits of one document one after the other, each computed from the text at that moment.
import type { Edit } from "jsonc-parser/lib/esm/main.js";
import { errorForLog } from "../errorText";
import { textEdits, type DocumentEdit } from "./documentState";

/** The document as the queue needs it. */
export interface EditedText {
  getText(): string;
  /** Resolves with false when the editor refused because the text had changed meanwhile. */
  apply(edits: Edit[]): PromiseLike<boolean>;
}

export interface EditQueueCallbacks {
  /** Every queued edit is done. */
  readonly onIdle: () => void;
  readonly log: (line: string) => void;
}

/** VS Code refuses an edit when another one came in between; it is then computed again. */
const maximumAttempts = 5;

export class EditQueue {
  #queued = 0;
  #last = Promise.resolve();

  constructor(
    private readonly document: EditedText,
    private readonly callbacks: EditQueueCallbacks,
  ) {}

  get isBusy(): boolean {
    return this.#queued > 0;
  }

  add(edit: DocumentEdit): void {
    this.#queued += 1;
    this.#last = this.#last
      .then(() => this.#apply(edit))
      .catch((error: unknown) => this.callbacks.log(`An edit (${edit.kind}) failed: ${errorForLog(error)}`))
      .then(() => {
        this.#queued -= 1;
        if (this.#queued === 0) {
          this.callbacks.onIdle();
        }
      });
  }

  /** Resolves when every edit added so far is done. */
  idle(): Promise<void> {
    return this.#last;
  }

  async #apply(edit: DocumentEdit): Promise<void> {
    for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
      const edits = textEdits(this.document.getText(), edit);
      if (edits.length === 0 || (await this.document.apply(edits))) {
        return;
      }
    }
    this.callbacks.log(`An edit (${edit.kind}) was refused by the editor ${maximumAttempts} times and is lost.`);
  }
}
