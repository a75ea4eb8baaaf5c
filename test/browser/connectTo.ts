// Connects a window to a test service as a user does.
import type { WorkbenchPage } from "./workbenchPage";

/** Resolves when the status bar shows `balance`, for example "500 credits". */
export async function connectTo(window: WorkbenchPage, origin: string, key: string, balance: string): Promise<void> {
  await window.openContainer("Prospect Desk");
  await window.runCommand("Prospect Desk: Connect…");
  await window.quickInput.title.filter({ hasText: "1 of 2" }).waitFor();
  await window.quickInput.answer(origin);
  await window.quickInput.title.filter({ hasText: "2 of 2" }).waitFor();
  await window.quickInput.answer(key);
  await window.statusItems().filter({ hasText: balance }).waitFor();
}
