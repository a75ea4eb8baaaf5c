// The README's animation: a filter, a run and an export in a real workbench.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FilterBuilderView } from "./filterBuilderView";
import { ResultsView } from "./resultsView";
import { animationOf, webpOf, type AnimationFrame } from "./webp";
import { startHost, type WorkbenchHost } from "./workbenchHost";
import type { WorkbenchPage } from "./workbenchPage";

const size = { width: 1120, height: 700 };

/** Saves the animation as WebP. */
export async function takeDemo(file: string): Promise<void> {
  const host = await startHost({
    files: { ".gitignore": "exports/\n" },
    settings: { "workbench.colorTheme": "Light Modern", "workbench.statusBar.visible": true },
    viewport: size,
  });
  try {
    const window = await host.open();
    // The page starts with a plain "vs" of its own; the theme's settings file names what was really loaded.
    await window.page.locator('.monaco-workbench.vs[class*="vscode-theme-"]').waitFor();
    const frames = await play(window, host);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, animationOf(frames, size.width, size.height));
  } finally {
    await host.stop();
  }
}

async function play(window: WorkbenchPage, host: WorkbenchHost): Promise<readonly AnimationFrame[]> {
  const frames: AnimationFrame[] = [];
  const show = async (milliseconds: number): Promise<void> => {
    await window.page.waitForTimeout(500); // until editors and lists are laid out
    const png = await window.page.screenshot({ animations: "disabled", caret: "hide" });
    frames.push({ webp: await webpOf(host.context, png), milliseconds });
  };

  await window.openContainer("Prospect Desk");
  await window.view("Searches").pressWelcome("Use the Sandbox");
  await window.statusItems().filter({ hasText: "sandbox credits" }).waitFor();
  await window.view("Searches").pressWelcome("New Company Search");
  const builder = new FilterBuilderView(window);
  await builder.ready("New company search");
  await show(1500);

  await builder.openFilter("Industries");
  await builder.input("Industries").pressSequentially("soft");
  await builder.frame.getByRole("option", { name: "Software Development" }).waitFor();
  await show(1200);
  await builder.frame.getByRole("option", { name: "Software Development" }).click();
  await builder.openFilter("Headquarters locations");
  await builder.addValue("Headquarters locations", "Germany");
  await show(900);
  await builder.addValue("Headquarters locations", "France");
  await show(1500);

  await builder.button("Run").click();
  const results = new ResultsView(window);
  await (await results.cell(1, "Name")).waitFor();
  const exportButton = results.frame.getByRole("button", { name: /^Export [\d,]+$/u });
  await exportButton.waitFor();
  await window.notifications.dismissAll();
  await show(2500);

  await exportButton.click();
  await window.quickInput.title.filter({ hasText: "format" }).waitFor();
  await show(1300);
  await window.quickInput.choose("CSV");
  await window.quickInput.choose("Main columns");
  await window.quickInput.title.filter({ hasText: "file in" }).waitFor();
  await show(1300);
  await window.quickInput.accept();
  await window.notifications.press("records written", "Open");
  await window.editorLines().filter({ hasText: "Name,Domain,Industry" }).waitFor();
  await window.notifications.dismissAll();
  await show(3000);
  return frames;
}
