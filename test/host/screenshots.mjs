// `npm run screenshots`: takes pictures of the scenes in test/browser/scenes.ts in every theme and width.
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
import { requireNode } from "./prerequisites.mjs";
import { runScript, runToEnd, SetupError } from "./processes.mjs";
import { packageExtension } from "./vsix.mjs";

const help = `npm run screenshots -- [options]

Saves a picture of every scene of the window, and of every state of each page, in every theme and width, in
.test-output/screenshots/.

  --scene NAME    only that scene; may be repeated
  --states        only the states of the pages
  --theme NAME    only light, dark, hc-light or hc-dark; may be repeated
  --width N       only that width in pixels; may be repeated
  --readme        only the README's animation, to media/readme/
  --help          this text`;

const readmeFolder = path.join(projectFolder, "media", "readme");

await runScript(async () => {
  const options = readOptions();
  if (options.help) {
    console.log(help);
    return 0;
  }
  requireNode();
  await ensureDependencies();
  const node = await editorNode();
  if (node !== process.execPath) {
    // A scene changes the database, which an older Node cannot open.
    const { code } = await runToEnd(node, [...nodeOptions, ...process.argv.slice(1)], { output: "inherit" });
    return code;
  }
  await ensureChromium();
  await ensureWebHost();
  await packageExtension();
  await build("tests");
  const built = path.join(projectFolder, "dist", "test", "browser", "takeScreenshots.js");
  /** @type {typeof import("../browser/takeScreenshots")} */
  const { scenes, takeDemo, takeScreenshots, takeStates, themeNames, widths } = await import(pathToFileURL(built).href);
  const folder = path.join(outputFolder, "screenshots");
  const allScenes = scenes.map(({ name }) => name);
  if (!options.readme) {
    rmSync(folder, { recursive: true, force: true });
  }
  const themes = chosen("theme", options.theme, themeNames);
  const wide = options.width?.map(Number) ?? widths;
  /** @type {string[]} */
  const failures = [];
  if (options.readme) {
    console.log("• Recording the animation …");
    await takeDemo(path.join(readmeFolder, "demo.webp"));
  } else if (!options.states) {
    console.log("• Playing the scenes …");
    failures.push(
      ...(await takeScreenshots({
        scenes: chosen("scene", options.scene, allScenes),
        themes,
        widths: wide,
        height: 900,
        file: (scene, theme, width) => path.join(folder, `${scene}-${theme}-${width}.png`),
      })),
    );
  }
  if (!options.readme && options.scene === undefined) {
    console.log("• Showing the pages in every state …");
    failures.push(
      ...(await takeStates({
        themes,
        widths: wide,
        height: 900,
        file: (state, theme, width) => path.join(folder, "states", `${state}-${theme}-${width}.png`),
      })),
    );
  }
  console.log(
    failures.length === 0
      ? `The pictures are in ${options.readme ? "media/readme" : path.relative(projectFolder, folder)}.`
      : `${failures.length} failed:\n  ${failures.join("\n  ")}`,
  );
  return failures.length === 0 ? 0 : 1;
});

/**
 * @template {string} T
 * @param {string} kind
 * @param {readonly string[] | undefined} named
 * @param {readonly T[]} all
 * @returns {readonly T[]}
 */
function chosen(kind, named, all) {
  const unknown = named?.find((name) => !all.some((one) => one === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no ${kind} "${unknown}". There are ${all.join(", ")}.`);
  }
  return named === undefined ? all : all.filter((one) => named.includes(one));
}

function readOptions() {
  try {
    const strings = /** @type {const} */ ({ type: "string", multiple: true });
    const { values } = parseArgs({
      options: {
        scene: strings,
        theme: strings,
        width: strings,
        states: { type: "boolean" },
        readme: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.width?.some((width) => !/^[1-9]\d{2,3}$/.test(width))) {
      throw new Error("--width takes a number of pixels from 100 to 9999.");
    }
    return values;
  } catch (error) {
    throw new SetupError(`${/** @type {Error} */ (error).message}\n\n${help}`);
  }
}
