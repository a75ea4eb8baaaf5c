// A reply that is paid for cannot be stored, and somebody is at the terminal: waits until there is room for it.
import { isHopeless, type PageKeeper, type RefusedPage } from "../runs/keptPages";
import type { StoredPage } from "../store/storePage";
import type { Terminal } from "./terminal";

const everyMs = 5_000;

/** Tries again when Enter is pressed and every few seconds, until Ctrl+C; replies of a batch one after the other. */
export function waitForSpace(terminal: Terminal): NonNullable<PageKeeper["wait"]> {
  let waits: Promise<unknown> = Promise.resolve();
  return (page) => {
    const wait = waits.then(() => waitForOne(terminal, page));
    waits = wait;
    return wait;
  };
}

/** Never rejects. */
async function waitForOne(
  terminal: Terminal,
  { problem, again, clock, signal }: RefusedPage,
): Promise<StoredPage | undefined> {
  if (!terminal.canAsk) {
    return undefined;
  }
  let said = "";
  for (let failure: unknown = problem; !signal.aborted && !isHopeless(failure);) {
    const message = failure instanceof Error ? failure.message : String(failure);
    if (message !== said) {
      said = message;
      terminal.note(
        `${message}\nThe last reply is paid for and not saved yet. Saving is tried again every ` +
          `${everyMs / 1_000} seconds. Press Enter to try now, or Ctrl+C to keep the reply in a file and stop.`,
      );
    }
    try {
      await terminal.enterOr((ended) => clock.sleep(everyMs, ended), signal);
      const stored = await again();
      terminal.note("The reply is saved.");
      return stored;
    } catch (error) {
      failure = error;
    }
  }
  return undefined;
}
