// `npm run screenshots`: takes pictures of the pages, or the README's animation.
// @ts-check
import { rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { ensureWebHost } from "./codeServerInstall.mjs";
import { build, ensureDependencies } from "./dependencies.mjs";
import { editorNode, nodeOptions } from "./editorNode.mjs";
import { outputFolder, projectFolder } from "./paths.mjs";
import { runScript, runToEnd } from "./processes.mjs";
import { packageExtension } from "./vsix.mjs";

const help = `npm run screenshots -- [options]

Saves a picture of every state of each page, in every theme and width, in .test-output/screenshots/.

  --readme    instead records the README's animation to media/readme/
  --help      this text`;

await runScript(async () => {
  const { values } = parseArgs({ options: { readme: { type: "boolean" }, help: { type: "boolean", short: "h" } } });
  if (values.help) {
    console.log(help);
    return 0;
  }
  await ensureDependencies();
  const node = await editorNode();
  if (node !== process.execPath) {
    // The animation changes the database, which an older Node cannot open.
    const { code } = await runToEnd(node, [...nodeOptions, ...process.argv.slice(1)], { output: "inherit" });
    return code;
  }
  await ensureChromium();
  await build("tests");
  const built = path.join(projectFolder, "dist", "test", "browser", "takeScreenshots.js");
  /** @type {typeof import("../browser/takeScreenshots")} */
  const { takeDemo, takeScreenshots } = await import(pathToFileURL(built).href);
  if (values.readme) {
    await ensureWebHost();
    await packageExtension();
    console.log("• Recording the animation …");
    await takeDemo(path.join(projectFolder, "media", "readme", "demo.webp"));
    return 0;
  }
  const folder = path.join(outputFolder, "screenshots");
  rmSync(folder, { recursive: true, force: true });
  console.log("• Showing the pages in every state …");
  const failures = await takeScreenshots(folder);
  console.log(
    failures.length === 0
      ? `The pictures are in ${path.relative(projectFolder, folder)}.`
      : `${failures.length} failed:\n  ${failures.join("\n  ")}`,
  );
  return failures.length === 0 ? 0 : 1;
});
