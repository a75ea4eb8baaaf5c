// A reply that is paid for cannot be stored, and somebody is at the terminal: waits until there is room for it.
import { isHopeless, type PageKeeper } from "../../runs/keptPages";
import type { Terminal } from "./terminal";

const everyMs = 5_000;

/** Tries again when Enter is pressed and every few seconds, until Ctrl+C. */
export const waitForSpace =
  (terminal: Terminal): NonNullable<PageKeeper["wait"]> =>
  async ({ problem, again, clock, signal }) => {
    terminal.note(
      `${problem.message}\nThe last reply is paid for and not saved yet. Saving is tried again every ` +
        `${everyMs / 1_000} seconds. Press Enter to try now, or Ctrl+C to keep the reply in a file and stop.`,
    );
    let said = problem.message;
    while (!signal.aborted) {
      try {
        await terminal.enterOr((ended) => clock.sleep(everyMs, ended), signal);
      } catch {
        break;
      }
      try {
        const stored = await again();
        terminal.note("The reply is saved.");
        return stored;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (isHopeless(error)) {
          terminal.note(message);
          return undefined;
        }
        if (message !== said) {
          terminal.note(message);
          said = message;
        }
      }
    }
    return undefined;
  };
