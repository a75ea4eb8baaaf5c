// The modal dialog.
import type { Locator, Page } from "playwright-core";

export class Dialog {
  readonly box: Locator;

  constructor(page: Page) {
    this.box = page.locator(".monaco-dialog-box");
  }

  /** @returns the message and its details once the dialog is open */
  async text(): Promise<string> {
    await this.box.waitFor();
    return this.box.locator(".dialog-message-container").innerText();
  }

  async buttons(): Promise<readonly string[]> {
    await this.box.waitFor();
    return this.box.locator(".dialog-buttons .monaco-button").allInnerTexts();
  }

  async press(button: string): Promise<void> {
    // Only this dialog: an answer can open the next one at once.
    const box = await this.box.elementHandle();
    await this.box.locator(".dialog-buttons .monaco-button", { hasText: button }).click();
    await box?.waitForElementState("hidden");
  }
}
