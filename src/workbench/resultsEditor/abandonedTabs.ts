// Reopens results tabs whose extension host has died. VS Code keeps their pages without a host to reply to them, and
// asks the next extension host only for pages of other tabs.
import { window, type Disposable, type Tab, type TabInputCustom, type Uri, type WebviewPanel } from "vscode";
import { errorForLog } from "../errorText";
import { resultsTabs, showResultsAt } from "./openResults";

/** VS Code asks for the page of a visible tab within this time. */
const askedWithinMs = 2_000;

export class AbandonedTabs implements Disposable {
  readonly #live = new Set<{ readonly key: string }>();
  /** Each tab is reopened only once, even if its page cannot be opened. */
  readonly #reopened = new Set<string>();
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
        setTimeout(() => void this.#reopen(key).catch((error: unknown) => this.#onFailure(error)), askedWithinMs);
      }
    }
  }

  #isAbandoned(key: string): boolean {
    return !this.#isDisposed && !this.#reopened.has(key) && [...this.#live].every((page) => page.key !== key);
  }

  #onFailure(error: unknown): void {
    this.log(`Results could not be opened again: ${errorForLog(error)}`);
  }

  async #reopen(key: string): Promise<void> {
    const tab = shownTabs().find((one) => keyOf(one) === key);
    if (tab === undefined || !this.#isAbandoned(key)) {
      return;
    }
    this.#reopened.add(key);
    const { viewColumn, isActive } = tab.group;
    await window.tabGroups.close(tab, true);
    await showResultsAt((tab.input as TabInputCustom).uri, { viewColumn, preserveFocus: !isActive });
  }
}

const shownTabs = (): readonly Tab[] => resultsTabs().filter(({ isActive }) => isActive);
const keyOf = ({ input }: Tab): string => (input as TabInputCustom).uri.toString();
