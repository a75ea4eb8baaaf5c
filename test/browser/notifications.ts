// The toasts at the window's lower right: messages, their buttons, and progress.
import type { Locator, Page } from "playwright-core";

export class Notifications {
  readonly toasts: Locator;

  constructor(private readonly page: Page) {
    this.toasts = page.locator(".notifications-toasts .notification-toast");
  }

  /** The notification that contains this text. */
  toast(text: string | RegExp): Locator {
    return this.toasts.filter({ has: this.page.locator(".notification-list-item-message", { hasText: text }) });
  }

  /** @returns the message once the notification is shown */
  async message(text: string | RegExp, timeout?: number): Promise<string> {
    const message = this.toast(text).locator(".notification-list-item-message").first();
    await message.waitFor(timeout === undefined ? {} : { timeout });
    return message.innerText();
  }

  async messages(): Promise<readonly string[]> {
    return this.toasts.locator(".notification-list-item-message").allInnerTexts();
  }

  /** Presses a button of the toast with this text, for example Cancel of a progress. */
  async press(text: string | RegExp, button: string): Promise<void> {
    const toast = this.toast(text).first();
    await toast.hover(); // some buttons appear only on hover
    await toast.getByRole("button", { name: button }).click();
  }

  async dismissAll(): Promise<void> {
    for (const deadline = Date.now() + 30_000; (await this.toasts.count()) > 0;) {
      if (Date.now() > deadline) {
        throw new Error(`A notification stays: ${(await this.messages()).join(" | ")}`);
      }
      // One that goes away by itself meanwhile needs no click.
      const toast = this.toasts.first();
      const close = toast.locator(".codicon-notifications-clear, .codicon-notifications-hide").first();
      await toast.hover(soon).catch(() => undefined);
      await close.click(soon).catch(() => undefined);
      await toast.waitFor({ ...soon, state: "hidden" }).catch(() => undefined);
    }
  }
}

const soon = { timeout: 2_000 };
