// The modal question in the middle of the window.
import type { Locator, Page } from "playwright-core";

export class Dialog {
  readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator(".monaco-dialog-box");
  }

  /** @returns the question and its details once it is asked */
  async text(): Promise<string> {
    await this.box.waitFor();
    return this.box.locator(".dialog-message-container").innerText();
  }

  async buttons(): Promise<readonly string[]> {
    await this.box.waitFor();
    return this.box.locator(".dialog-buttons .monaco-button").allInnerTexts();
  }

  async press(button: string): Promise<void> {
    // This box and no other: an answer may bring the next question at once.
    const box = await this.box.elementHandle();
    await this.box.locator(".dialog-buttons .monaco-button", { hasText: button }).click();
    await box?.waitForElementState("hidden");
  }
}
