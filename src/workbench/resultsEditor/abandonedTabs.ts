// Reopens results tabs whose extension host has died. VS Code keeps their pages without a host to reply to them, and
// asks the next extension host only for pages of other tabs.
import { window, type Disposable, type Tab, type TabInputCustom, type Uri, type WebviewPanel } from "vscode";
import { errorForLog } from "../errorText";
import { resultsTabs, showResultsAt } from "./openResults";

/**
 * VS Code asks for the page of a visible tab within this time, also while it starts on a busy machine. A tab that is
 * closed while VS Code asks for its page leaves an error in its place.
 */
const askedWithinMs = 10_000;
/** For a page that VS Code cannot open. Each attempt waits twice as long as the one before. */
const mostAttempts = 3;

export class AbandonedTabs implements Disposable {
  readonly #live = new Set<{ readonly key: string }>();
  readonly #attempts = new Map<string, number>();
  readonly #listening: Disposable;
  #isDisposed = false;

  constructor(private readonly log: (line: string) => void) {
    this.#listening = window.tabGroups.onDidChangeTabs(() => this.#checkSoon());
    this.#checkSoon();
  }

  /** Called when VS Code has asked for the page at this address. */
  add(uri: Uri, panel: WebviewPanel): void {
    const page = { key: uri.toString() };
    this.#live.add(page);
    panel.onDidDispose(() => this.#live.delete(page));
  }

  dispose(): void {
    this.#listening.dispose();
    this.#isDisposed = true;
  }

  #checkSoon(): void {
    for (const key of shownTabs().map(keyOf)) {
      if (this.#isAbandoned(key)) {
        const attempts = this.#attemptsAt(key);
        const reopen = (): void => void this.#reopen(key, attempts).catch((error: unknown) => this.#onFailure(error));
        setTimeout(reopen, askedWithinMs * 2 ** attempts);
      }
    }
  }

  #isAbandoned(key: string): boolean {
    const isLive = [...this.#live].some((page) => page.key === key);
    return !this.#isDisposed && !isLive && this.#attemptsAt(key) < mostAttempts;
  }

  #attemptsAt(key: string): number {
    return this.#attempts.get(key) ?? 0;
  }

  #onFailure(error: unknown): void {
    this.log(`Results could not be opened again: ${errorForLog(error)}`);
  }

  /** @param attempts how often it was tried before; does nothing if it was tried since */
  async #reopen(key: string, attempts: number): Promise<void> {
    const tab = shownTabs().find((one) => keyOf(one) === key);
    if (tab === undefined || attempts !== this.#attemptsAt(key) || !this.#isAbandoned(key)) {
      return;
    }
    this.#attempts.set(key, attempts + 1);
    const { viewColumn, isActive } = tab.group;
    await window.tabGroups.close(tab, true);
    await showResultsAt((tab.input as TabInputCustom).uri, { viewColumn, preserveFocus: !isActive });
  }
}

const shownTabs = (): readonly Tab[] => resultsTabs().filter(({ isActive }) => isActive);
const keyOf = ({ input }: Tab): string => (input as TabInputCustom).uri.toString();
