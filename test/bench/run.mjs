// `npm run bench`: runs the benchmarks one after the other, each in its own process, so that none affects another.
// @ts-check
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build, ensureDependencies } from "../host/dependencies.mjs";
import { editorNode, nodeOptions } from "../host/editorNode.mjs";
import { readManifest } from "../host/paths.mjs";
import { runScript, runToEnd } from "../host/processes.mjs";
import { packageExtension } from "../host/vsix.mjs";

const folder = "dist/test/bench";
const suffix = ".bench.js";

/** The ratios of the last release. */
const releasedFile = "test/bench/released.json";

const help = `npm run bench -- [options]

Measures speed as ratios within one run, and prints them with those of the last release. Nothing passes or fails.

  --only NAME    only this benchmark; can be repeated (${readdirSync("test/bench")
    .filter((name) => name.endsWith(".bench.ts"))
    .map((name) => name.slice(0, -".bench.ts".length))
    .join(", ")})
  --release      writes the ratios to ${releasedFile}
  --help         this text`;

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: "string", multiple: true },
      child: { type: "string" },
      release: { type: "boolean", default: false },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    console.log(help);
    return 0;
  }
  if (values.child !== undefined) {
    console.log(
      `\n=== ${path.basename(values.child, suffix)} (node ${process.version}, load ${loadavg()[0]?.toFixed(1)})`,
    );
    const bench = await import(pathToFileURL(values.child).href);
    const { version, ratios } = JSON.parse(readFileSync(releasedFile, "utf8"));
    await bench.run({
      line: (/** @type {string} */ text) => console.log(text),
      ratio(/** @type {string} */ name, /** @type {number} */ value) {
        const before = ratios[name] === undefined ? "" : ` (${version}: ${ratios[name]})`;
        ratios[name] = Number(value.toPrecision(3));
        console.log(`${name}: ${ratios[name]}${before}`);
      },
    });
    if (values.release) {
      writeFileSync(releasedFile, `${JSON.stringify({ version: readManifest().version, ratios }, null, 2)}\n`);
    }
    return 0;
  }
  await ensureDependencies();
  const node = await editorNode();
  if (values.only === undefined || values.only.includes("activation")) {
    await packageExtension();
  }
  await build("tests");
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length));
  const more = values.release ? ["--release"] : [];
  let failed = 0;
  for (const name of values.only ?? names) {
    const file = path.resolve(folder, name + suffix);
    if (!existsSync(file)) {
      console.error(`There is no benchmark called ${name}. There are: ${names.join(", ")}.`);
      failed += 1;
      continue;
    }
    const { code } = await runToEnd(
      node,
      [...nodeOptions, "--expose-gc", import.meta.filename, "--child", file, ...more],
      {
        output: "inherit",
      },
    );
    failed += code === 0 ? 0 : 1;
  }
  return failed === 0 ? 0 : 1;
});
