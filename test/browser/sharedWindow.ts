// One VS Code window for several files of tests, because a start takes longer than most of them. Each file begins as in
// a new window: no tab, notification, stored data, or connection, and files of its own. What kills, restarts, or begins
// as a newcomer starts a host of its own. One of the files can use the sandbox, which keeps its balance.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { assertSoon } from "./soon";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

export interface SharedWindow {
  readonly host: WorkbenchHost;
  readonly window: WorkbenchPage;
}

/** The settings of all files that share the window. */
const settings = {
  "files.enableTrash": false,
  "prospectDesk.leaveOut.sentItems": 5,
  "prospectDesk.spending.confirmAbove": 80,
};

let shared: Promise<SharedWindow> | undefined;

/** The window with these files in its workspace; it stays open until the process ends. */
export async function sharedWindow(files: Readonly<Record<string, string>>): Promise<SharedWindow> {
  if (shared === undefined) {
    shared = openWindow(files);
    return shared;
  }
  const { host, window } = await shared;
  await clear(host, window);
  for (const [name, text] of Object.entries(files)) {
    host.writeFile(name, text);
  }
  return shared;
}

async function openWindow(files: Readonly<Record<string, string>>): Promise<SharedWindow> {
  const host = await startHost({ settings, files });
  return { host, window: await host.open() };
}

async function clear(host: WorkbenchHost, window: WorkbenchPage): Promise<void> {
  await window.press("Escape", "Escape");
  await window.runCommand("View: Close All Editors");
  await assertSoon(async () => {
    if (await window.dialog.box.isVisible()) {
      await window.dialog.press("Don't Save");
    }
    return window.tabTitles();
  }, []);
  await window.runCommand("Prospect Desk: Purge Run Data…");
  await window.quickInput.choose("Everything");
  await window.dialog.press("Purge");
  await window.notifications.message("Deleted: ");
  await disconnect(window);
  for (const name of readdirSync(host.workspace)) {
    rmSync(path.join(host.workspace, name), { recursive: true });
  }
  await window.runCommand("Notifications: Clear All Notifications");
}

/** As a newcomer: no connection is in use, and no key is stored. */
async function disconnect(window: WorkbenchPage): Promise<void> {
  const notConnected = /^\s*Prospect Desk\s*$/u;
  if (!notConnected.test(await window.statusItems().first().innerText())) {
    await window.runCommand("Prospect Desk: Disconnect");
  }
  const several = window.quickInput.title.filter({ hasText: "Remove a connection" });
  const none = window.page.locator(".notification-toast", { hasText: "There is no connection to remove." });
  for (;;) {
    await window.runCommand("Prospect Desk: Remove Connection…");
    await window.dialog.box.or(several).or(none).first().waitFor();
    if (await none.isVisible()) {
      break;
    }
    if (await several.isVisible()) {
      await window.quickInput.accept();
    }
    await window.dialog.press("Remove");
  }
  await window.statusItems().filter({ hasText: notConnected }).waitFor();
}
