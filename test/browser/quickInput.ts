// The box at the top of the window: command palette, quick picks, input boxes and the file dialogs.
import type { Locator, Page } from "playwright-core";
import { exactly } from "./exactly";

export interface QuickInputEntry {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

export class QuickInput {
  readonly box: Locator;
  readonly input: Locator;
  private readonly focusedInput: Locator;
  /** The entries that are drawn; a long list draws only those in sight. */
  readonly entries: Locator;
  /** The title above the box. */
  readonly title: Locator;
  /** The sentence below an input box: its prompt, or what is wrong with the value. */
  readonly message: Locator;

  constructor(private readonly page: Page) {
    this.box = page.locator(".quick-input-widget:visible");
    this.input = this.box.locator(".quick-input-box input");
    this.focusedInput = this.box.locator(".quick-input-box input:focus");
    this.entries = this.box.locator(".quick-input-list .monaco-list-row");
    this.title = this.box.locator(".quick-input-title");
    this.message = this.box.locator(".quick-input-message");
  }

  /** Whether it opens within a moment and has the focus, which an editor that is being restored can take away. */
  async opens(): Promise<boolean> {
    return this.focusedInput.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  }

  async hasFocus(): Promise<boolean> {
    return (await this.focusedInput.count()) > 0;
  }

  /** Whether it has the focus now and for so many ms. */
  async keepsFocus(ms: number): Promise<boolean> {
    for (const end = Date.now() + ms; Date.now() < end; await this.page.waitForTimeout(30)) {
      if (!(await this.hasFocus())) {
        return false;
      }
    }
    return true;
  }

  /** Counts from now on how often the focus leaves it. */
  async countLossesOfFocus(): Promise<void> {
    await this.page.evaluate(() => {
      const { dataset } = document.documentElement;
      if (dataset["losses"] === undefined) {
        const count = ({ target }: FocusEvent): void => {
          if (target instanceof Element && target.closest(".quick-input-widget") !== null) {
            dataset["losses"] = String(Number(dataset["losses"]) + 1);
          }
        };
        document.addEventListener("blur", count, true);
      }
      dataset["losses"] = "0";
    });
  }

  async lossesOfFocus(): Promise<number> {
    return this.page.evaluate(() => Number(document.documentElement.dataset["losses"]));
  }

  async waitUntilClosed(): Promise<void> {
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /**
   * Replaces the value in one step, once the box has the focus. (Keys that first empty it make a file dialog look for
   * another folder meanwhile.)
   */
  async type(text: string, within?: { readonly timeout: number }): Promise<void> {
    await this.focusedInput.fill(text, within);
  }

  /** Waits for this text below the box. */
  async waitForMessage(text: string | RegExp): Promise<void> {
    await this.message.filter({ hasText: text }).waitFor();
  }

  async value(): Promise<string> {
    return this.input.inputValue();
  }

  /** Waits for this value: file dialogs fill it in after they open. */
  async waitForValue(text: string | RegExp): Promise<string> {
    const pattern = typeof text === "string" ? exactly(text) : text;
    const deadline = Date.now() + 30_000;
    for (let value = await this.value(); ; value = await this.value()) {
      if (pattern.test(value)) {
        return value;
      }
      if (Date.now() > deadline) {
        throw new Error(`In the box stands "${value}", not ${String(text)}.`);
      }
      await this.page.waitForTimeout(50);
    }
  }

  async list(): Promise<readonly QuickInputEntry[]> {
    await this.entries.first().waitFor();
    return this.entries.evaluateAll((rows) =>
      rows.map((row) => {
        const text = (selector: string): string => row.querySelector(selector)?.textContent?.trim() ?? "";
        const label = ".quick-input-list-label .label-name";
        return {
          label: text(label),
          description: text(".quick-input-list-label .label-description"),
          detail: text(".quick-input-list-label-meta"),
        };
      }),
    );
  }

  async labels(): Promise<readonly string[]> {
    return (await this.list()).map(({ label }) => label);
  }

  entry(label: string): Locator {
    return this.entries.filter({
      has: this.page.locator(".quick-input-list-label .label-name", { hasText: exactly(label) }),
    });
  }

  /** With the mouse, at the start of the label: what VS Code shows on hover can cover the rest of the entry. */
  async choose(label: string): Promise<void> {
    await this.entry(label)
      .first()
      .click({ position: { x: 40, y: 8 } });
  }

  /** With the keyboard: the box is narrowed to the label, and Enter pressed once that entry is the chosen one. */
  async chooseWithKeyboard(label: string): Promise<void> {
    await this.type(label);
    await this.acceptFocused(label);
  }

  /** Moves down to the entry with this label, which the best match need not be, and presses Enter on it. */
  async acceptFocused(label: string): Promise<void> {
    await this.entry(label).first().waitFor({ timeout: 20_000 }); // long enough for an extension that is still starting
    await this.settled();
    const focused = this.box.locator(".quick-input-list .monaco-list-row.focused");
    for (let moves = 0; moves < 50; moves++) {
      if ((await focused.and(this.entry(label)).count()) > 0) {
        await this.page.keyboard.press("Enter");
        return;
      }
      // The first use of a key waits for the extension host, so the next one waits for this one.
      const index = await focused.evaluateAll((rows) => rows[0]?.getAttribute("data-index"));
      await this.page.keyboard.press("ArrowDown");
      await focused.and(this.page.locator(`:not([data-index="${index}"])`)).waitFor();
    }
    throw new Error(`"${label}" is in the list but the arrow keys do not reach it.`);
  }

  /** Until the list stays the same: it is filled in parts, and an entry that arrives late moves the others. */
  private async settled(): Promise<void> {
    const read = (): Promise<string> =>
      this.entries.evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")).join("\n"));
    for (let before = "", now = await read(); before !== now; now = await read()) {
      before = now;
      await this.page.waitForTimeout(120);
    }
  }

  /** Types into an input box and accepts it. */
  async answer(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  async accept(): Promise<void> {
    await this.focusedInput.waitFor();
    await this.page.keyboard.press("Enter");
  }

  async cancel(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await this.waitUntilClosed();
  }
}
