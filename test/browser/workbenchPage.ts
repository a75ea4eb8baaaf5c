// One VS Code window as a user sees it: what it shows, and actions with mouse and keyboard.
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Frame, FrameLocator, Locator, Page } from "playwright-core";
import { outputFolder } from "../host/paths.mjs";
import { Dialog } from "./dialog";
import { exactly } from "./exactly";
import { Notifications } from "./notifications";
import { QuickInput } from "./quickInput";
import { SideBarView } from "./sideBarView";

const tabs = ".part.editor .tabs-container .tab";

/** A window beside ten other programs takes more than a minute. */
const startMs = 180_000;
const actMs = 60_000;

export class WorkbenchPage {
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;
  readonly dialog: Dialog;

  constructor(readonly page: Page) {
    page.setDefaultTimeout(actMs);
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
    this.dialog = new Dialog(page);
  }

  /** Waits until the workbench is drawn and the extension has started. */
  async ready(): Promise<void> {
    await this.page.locator(".monaco-workbench .part.statusbar .statusbar-item").first().waitFor({ timeout: startMs });
    await this.page.locator(".monaco-workbench .part.activitybar .action-item").first().waitFor({ timeout: startMs });
    await this.statusItems().first().waitFor({ timeout: startMs });
  }

  /**
   * Reloads with VS Code's own command, which first saves which editors are open. (A reload by the browser can lose the
   * changes of the last minute.)
   */
  async reloadWindow(): Promise<void> {
    const gone = this.page.waitForEvent("domcontentloaded");
    await this.runCommand("Developer: Reload Window");
    await gone;
    await this.ready();
  }

  /** Reloads as the browser does. */
  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: "commit" });
    await this.ready();
  }

  // Commands and keys

  /**
   * Opens the command palette, finds the command by its whole title (`Category: Title`) and runs it. By its title, a
   * command that opens a box ends in three dots.
   */
  async runCommand(title: string): Promise<void> {
    await (/(?:…|\.\.\.)$/u.test(title) ? this.openBox(title) : this.choose("F1", `>${title}`, title));
  }

  /**
   * Runs a command that opens a box or a dialog. After the palette, VS Code gives a page its focus back so late that
   * the page can take it from the box (https://github.com/microsoft/vscode/issues/75209): then the command is run
   * again, as a person would.
   */
  async openBox(title: string): Promise<void> {
    for (const deadline = Date.now() + startMs; ;) {
      const toasts = await this.notifications.toasts.count();
      await this.choose("F1", `>${title}`, title);
      if ((await this.boxAfterPalette(toasts)) || Date.now() > deadline) {
        return;
      }
    }
  }

  /** Whether the box of a command is open, or a notification says why not; false if the box has lost the focus. */
  private async boxAfterPalette(toastsBefore: number): Promise<boolean> {
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await this.page.waitForTimeout(50)) {
      const losses = await this.quickInput.lossesOfFocus(); // the first one is the palette's
      const isAnswered =
        (await this.dialog.box.count()) > 0 || (await this.notifications.toasts.count()) > toastsBefore;
      if (isAnswered || (losses > 0 && (await this.quickInput.keepsFocus(300)))) {
        return true;
      }
      if (losses > 1 && !(await this.quickInput.hasFocus())) {
        return false;
      }
    }
    return true;
  }

  /** Opens the palette with a key and chooses an entry with the keyboard, again until it finds the entry. */
  private async choose(key: string, typed: string, entry: string): Promise<void> {
    for (const deadline = Date.now() + startMs; ;) {
      await this.page.keyboard.press(key);
      if (Date.now() < deadline && !(await this.quickInput.opens())) {
        continue; // a page that is still loading ignores the key
      }
      const isTyped = await succeeds(this.quickInput.type(typed, { timeout: 2_000 }));
      if (!isTyped && Date.now() < deadline) {
        continue; // an editor that was still opening took the focus, which closes the palette
      }
      // An open palette takes up neither the commands of an extension that starts nor a file that was just written.
      const found = await succeeds(this.quickInput.entry(entry).first().waitFor({ timeout: 4_000 }));
      await this.quickInput.countLossesOfFocus();
      if (Date.now() > deadline) {
        return this.quickInput.acceptFocused(entry);
      }
      if (found && (await succeeds(this.quickInput.acceptFocused(entry)))) {
        return;
      }
      await this.quickInput.cancel();
    }
  }

  /** Keys one after the other, such as `press("Control+s")`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
    }
  }

  async typeText(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** @returns what has the keyboard focus, followed into webviews: its role (or tag), its name and its text */
  async focused(): Promise<{ readonly role: string; readonly name: string; readonly text: string }> {
    for (const deadline = Date.now() + actMs; ;) {
      try {
        return await describeFocus(this.page.mainFrame());
      } catch (error) {
        // A webview that had the focus may just have been closed or loaded again.
        if (
          Date.now() > deadline ||
          !/not attached|detached|destroyed|cannot find context|different document/iu.test(String(error))
        ) {
          throw error;
        }
        await this.page.waitForTimeout(50);
      }
    }
  }

  /**
   * Presses Tab until the control with this name, or without a name with this text, has the focus.
   * @throws Error naming everything the focus came by
   */
  async tabTo(name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    const passed: string[] = [];
    for (let presses = 0; presses < 90; presses++) {
      const focused = await this.focused();
      const called = focused.name || focused.text;
      if (typeof name === "string" ? called === name : name.test(called)) {
        return;
      }
      passed.push(`${focused.role} ${called.slice(0, 60)}`);
      await this.page.keyboard.press(key);
    }
    throw new Error(`${key} does not come to ${String(name)}. It came by:\n${passed.join("\n")}`);
  }

  /** Until the control with this name, or without a name with this text, has the focus. */
  async waitForFocus(name: string | RegExp): Promise<void> {
    const deadline = Date.now() + actMs;
    let called = "";
    while (Date.now() < deadline) {
      const focused = await this.focused();
      called = focused.name || focused.text;
      if (typeof name === "string" ? called === name : name.test(called)) {
        return;
      }
      await this.page.waitForTimeout(50);
    }
    throw new Error(`The focus is on "${called}", not on ${String(name)}.`);
  }

  // Side bar

  /** A click on a container in the activity bar, unless it is open already. */
  async openContainer(title: string): Promise<void> {
    const item = this.page.locator(`.part.activitybar .action-item:has(.action-label[aria-label^="${title}"])`);
    await item.waitFor({ timeout: startMs });
    if (!(await item.evaluate((element) => element.classList.contains("checked")))) {
      await item.click();
    }
    await this.page.locator(".part.sidebar .composite.title h2", { hasText: title }).waitFor();
  }

  view(title: string): SideBarView {
    return new SideBarView(this.page, title);
  }

  // Status bar

  /** The status-bar entries of an extension, by its `publisher.name`. */
  statusItems(extension = "prospect-desk.prospect-desk"): Locator {
    return this.page.locator(`.part.statusbar .statusbar-item[id^="${extension}"]`);
  }

  // Editors

  tab(title: string): Locator {
    const name = JSON.stringify(title);
    return this.page.locator(`${tabs}[aria-label=${name}], ${tabs}[aria-label^=${JSON.stringify(`${title}, `)}]`);
  }

  async tabTitles(): Promise<readonly string[]> {
    return this.page.locator(`${tabs} .monaco-icon-label-container`).evaluateAll(shownLabels);
  }

  /** The way to what the active editor shows, above it. */
  async breadcrumb(): Promise<string> {
    return (
      await this.page
        .locator(".part.editor .editor-group-container.active .breadcrumbs-control .monaco-breadcrumb-item")
        .allInnerTexts()
    )
      .join(" › ")
      .trim();
  }

  async activeTab(): Promise<string> {
    const labels = this.page.locator(
      ".part.editor .editor-group-container.active .tabs-container .tab.active .monaco-icon-label-container",
    );
    await labels.first().waitFor();
    return (await labels.evaluateAll(shownLabels)).join();
  }

  /** Until the tab's dirty dot has come or gone; a document can be open in two tabs. */
  async waitForDirty(title: string, dirty: boolean): Promise<void> {
    await this.tab(title)
      .and(this.page.locator(dirty ? ".dirty" : ":not(.dirty)"))
      .first()
      .waitFor();
  }

  /** The text editor in front: its lines as they are drawn. */
  editorLines(): Locator {
    return this.page.locator(".part.editor .editor-group-container.active .monaco-editor .view-line");
  }

  /** Until the text editor in front shows this text and takes keys. */
  async waitForEditorFocus(text: string): Promise<void> {
    await this.editorLines().filter({ hasText: text }).first().waitFor();
    await this.page.locator(".part.editor .editor-group-container.active .monaco-editor.focused").waitFor();
  }

  /** A button at the upper right of the editor in front. */
  editorAction(title: string): Locator {
    // A command with keys is named with them: "Run Search (Ctrl+Enter)".
    const named = `:is([aria-label=${JSON.stringify(title)}], [aria-label^=${JSON.stringify(`${title} (`)}])`;
    return this.page.locator(`.part.editor .editor-group-container.active .editor-actions .action-label${named}`);
  }

  /** A link above the text of the editor in front. */
  codeLens(title: string): Locator {
    return this.page.locator(".codelens-decoration a", { hasText: title });
  }

  /** Opens a workspace file by its name, as with Ctrl+P. */
  async openFile(name: string): Promise<void> {
    await this.choose("Control+p", name, path.posix.basename(name));
    await this.tab(path.posix.basename(name)).waitFor();
  }

  /** The content of the webview that is seen. */
  webviewFrame(): FrameLocator {
    return this.page.locator("iframe.webview.ready:visible").last().contentFrame().frameLocator("iframe#active-frame");
  }

  /** Until the page that is seen has the focus: a new editor gets it late, and would take it from what has it then. */
  async waitForPageFocus(): Promise<void> {
    await this.webviewFrame()
      .locator("body")
      .evaluate(async () => {
        while (!document.hasFocus()) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      });
  }

  /** Chooses an entry of the context menu of an element, with the mouse. */
  async contextMenu(target: Locator, entry: string): Promise<void> {
    await target.click({ button: "right" });
    const menu = this.page.locator(".monaco-menu").first();
    await menu.waitFor();
    const item = menu.locator(".action-item .action-label", { hasText: exactly(entry) });
    await item.waitFor();
    // A menu ignores a click right after it opened.
    for (const deadline = Date.now() + actMs; Date.now() < deadline && (await menu.isVisible());) {
      await item.click({ timeout: 1_000 }).catch(() => undefined);
      await succeeds(menu.waitFor({ state: "hidden", timeout: 1_000 }));
    }
    await menu.waitFor({ state: "hidden" });
  }

  /** Chooses an entry of the context menu of what has the focus. */
  async contextMenuByKeyboard(entry: string): Promise<void> {
    await this.page.keyboard.press("Shift+F10");
    const items = this.page.locator(".monaco-menu .action-item");
    const wanted = items.filter({ has: this.page.locator(".action-label", { hasText: exactly(entry) }) });
    await wanted.waitFor();
    for (let presses = await items.count(); presses > 0; presses--) {
      await this.page.keyboard.press("ArrowDown");
      if ((await wanted.and(this.page.locator(".focused")).count()) > 0) {
        await this.page.keyboard.press("Enter");
        await this.page.locator(".monaco-menu").waitFor({ state: "detached" });
        return;
      }
    }
    throw new Error(`The arrow keys do not reach "${entry}".`);
  }

  /** Saves a screenshot as `.test-output/<name>.png`. @returns the file */
  async screenshot(name: string): Promise<string> {
    const file = path.join(outputFolder, `${name}.png`);
    mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file, animations: "disabled", caret: "hide" });
    return file;
  }
}

function succeeds(waiting: Promise<void>): Promise<boolean> {
  return waiting.then(
    () => true,
    () => false,
  );
}

/** A tab shows a file's name and its extension in two elements. Runs in the page. */
function shownLabels(labels: readonly Element[]): string[] {
  return labels.map((label) =>
    [".label-name", ".label-suffix"].map((part) => label.querySelector(part)?.textContent ?? "").join(""),
  );
}

async function describeFocus(frame: Frame): Promise<{ role: string; name: string; text: string }> {
  const handle = await frame.evaluateHandle(() => document.activeElement);
  const inner = await handle.asElement()?.contentFrame();
  if (inner) {
    return describeFocus(inner);
  }
  return handle.evaluate((active) => {
    // A control with parts of its own is named by itself or by the part that has the focus.
    const hosts: Element[] = [];
    let element = active;
    while (element?.shadowRoot?.activeElement) {
      hosts.unshift(element);
      element = element.shadowRoot.activeElement;
    }
    const chain = element === null ? [] : [element, ...hosts.filter((host) => host.tagName.startsWith("VSCODE-"))];
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : undefined;
    const first = (read: (one: Element) => string | null | undefined): string =>
      chain.map(read).find(Boolean)?.trim() ?? "";
    return {
      role: element?.getAttribute("role") ?? element?.tagName.toLowerCase() ?? "",
      name: first((one) => one.getAttribute("aria-label")) || label || first((one) => one.getAttribute("name")),
      text:
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
          ? element.value
          : first((one) => (one as HTMLElement).innerText),
    };
  });
}
