// Waits for a pause in typing, so that a number typed digit by digit becomes one edit and one undo step.

const typingPauseMs = 350;

export class TypingPause {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether typed text waits to be committed. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** Calls `commit` once nothing was typed for a while; each call starts the wait anew. */
  restart(commit: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      commit();
    }, typingPauseMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
