// `npm run test:office`: opens exported CSV files and workbooks in LibreOffice Calc, without a window, and compares
// every cell.
// @ts-check
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import { build } from "esbuild";
import { ensureDependencies } from "../host/dependencies.mjs";
import { editorNode, nodeOptions } from "../host/editorNode.mjs";
import { requireNode } from "../host/prerequisites.mjs";
import { run, runScript, SetupError } from "../host/processes.mjs";

const install = `LibreOffice Calc is needed to open the files; no other part of LibreOffice is.
  Debian, Ubuntu  apt-get install -y --no-install-recommends libreoffice-calc
  Fedora          dnf install libreoffice-calc
  macOS           brew install --cask libreoffice
  Windows         winget install TheDocumentFoundation.LibreOffice
Or set SOFFICE_PATH to its program.`;

await runScript(async () => {
  requireNode();
  await ensureDependencies();
  const program = findProgram();
  const folder = mkdtempSync(path.join(os.tmpdir(), "office-"));
  try {
    console.log(version(program));
    const files = await makeFiles(folder);
    let failed = 0;
    for (const { name, file, options, cells } of files) {
      if (options === undefined) {
        failed += checkWorkbook(program, folder, name, file, cells) ? 0 : 1;
        continue;
      }
      const raw = !options.guard;
      const opened = open(program, folder, file, options.delimiter, cells[0]?.length ?? 0, false);
      if (raw) {
        // Formulas must run without the guard; otherwise the zeros below would prove nothing.
        const mark = opened.formulas > 0 ? "✓" : "✗";
        console.log(`${mark} ${name}: ${opened.formulas} formulas, as expected of a file without the guard`);
        failed += opened.formulas > 0 ? 0 : 1;
        continue;
      }
      const asText = open(program, folder, file, options.delimiter, cells[0]?.length ?? 0, true);
      const exact = compare(cells, asText.cells, (own, theirs) => own === theirs);
      const standard = compare(
        cells,
        opened.cells,
        (own, theirs, header) =>
          own === theirs || (reformatted(own) && !(options.forReading && / range$/.test(header))),
      );
      const wrong = [...exact.wrong, ...standard.wrong];
      const good = wrong.length === 0 && opened.formulas + asText.formulas === 0;
      failed += good ? 0 : 1;
      console.log(
        `${good ? "✓" : "✗"} ${name}: ${exact.equal} of ${exact.total} cells equal with columns imported as text; ` +
          `${standard.equal} of ${standard.total} as opened with a double click (except numbers and dates); ` +
          `${opened.formulas + asText.formulas} formulas`,
      );
      logSome(wrong);
    }
    console.log(`${files.length - failed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** @returns {string} */
function findProgram() {
  const candidates = [
    process.env.SOFFICE_PATH,
    "soffice",
    "libreoffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:\\Program Files\\LibreOffice\\program\\soffice.com",
  ];
  const found = candidates.find(
    (one) => one !== undefined && spawnSync(one, ["--version"], { stdio: "ignore" }).status === 0,
  );
  if (found === undefined) {
    throw new SetupError(install);
  }
  return found;
}

/** @param {string} program */
function version(program) {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim().split(" ").slice(0, 2).join(" ");
}

/**
 * @param {string} folder
 * @returns {Promise<readonly import("./makeFiles").OfficeFile[]>}
 */
async function makeFiles(folder) {
  const outfile = path.join(folder, "makeFiles.mjs");
  await build({
    entryPoints: [path.join(import.meta.dirname, "makeFiles.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  });
  await run(await editorNode(), [...nodeOptions, outfile, folder]);
  return JSON.parse(readFileSync(path.join(folder, "files.json"), "utf8"));
}

/**
 * Opens the file in the spreadsheet and saves it as a workbook and as CSV.
 * @param {string} program
 * @param {string} folder
 * @param {string} file
 * @param {string} delimiter
 * @param {number} columns
 * @param {boolean} asText imports every column as text; otherwise types are guessed and formulas run
 */
function open(program, folder, file, delimiter, columns, asText) {
  const separator = delimiter.charCodeAt(0);
  const formats = asText ? Array.from({ length: columns }, (_, index) => `${index + 1}/2`).join("/") : "";
  // Separator, quote, UTF-8, first line, columns, language, quoted is text: no, guess special numbers: yes, …,
  // run formulas: yes.
  const read = `Text - txt - csv (StarCalc):${separator},34,76,1,${formats},1033,false,true,false,false,0,true`;
  convert(program, folder, ["--infilter=" + read, "--convert-to", "fods"], file);
  return readConverted(program, folder, file);
}

/**
 * Opens a workbook and compares its cells as they are shown.
 * @param {string} program
 * @param {string} folder
 * @param {string} name
 * @param {string} file
 * @param {readonly (readonly string[])[]} cells
 */
function checkWorkbook(program, folder, name, file, cells) {
  convert(program, folder, ["--convert-to", "fods"], file);
  const opened = readConverted(program, folder, file);
  const { equal, total, wrong } = compare(cells, opened.cells, (own, theirs) => own === theirs);
  const good = wrong.length === 0 && opened.formulas === 0 && opened.filters === 1;
  console.log(
    `${good ? "✓" : "✗"} ${name}: ${equal} of ${total} cells equal as shown; ${opened.formulas} formulas; ` +
      `${opened.filters === 1 ? "a header with filters" : "no filters"}`,
  );
  logSome(wrong);
  return good;
}

/** @param {readonly string[]} wrong */
function logSome(wrong) {
  for (const line of wrong.filter((_, index) => index % Math.ceil(wrong.length / 8) === 0)) {
    console.log(`    ${line}`);
  }
}

/**
 * What the spreadsheet has made of a file.
 * @param {string} program
 * @param {string} folder
 * @param {string} file
 */
function readConverted(program, folder, file) {
  const workbook = file.replace(/\.(csv|xlsx)$/, ".fods");
  const content = readFileSync(workbook, "utf8");
  const copy = workbook.replace(/\.fods$/, ".copy.fods");
  renameSync(workbook, copy);
  // Comma, quote, UTF-8, …, every text quoted, as shown.
  convert(program, folder, ["--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true,false"], copy);
  const cells = /** @type {string[][]} */ (
    parse(readFileSync(copy.replace(/\.fods$/, ".csv"), "utf8"), { relax_column_count: true })
  );
  const count = (/** @type {RegExp} */ pattern) => content.match(pattern)?.length ?? 0;
  return { cells, formulas: count(/ table:formula=/g), filters: count(/ table:display-filter-buttons="true"/g) };
}

/**
 * @param {string} program
 * @param {string} folder
 * @param {readonly string[]} options
 * @param {string} file
 */
function convert(program, folder, options, file) {
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, "profile")).href}`;
  const { status, stderr, stdout } = spawnSync(
    program,
    ["--headless", "--norestore", profile, ...options, "--outdir", folder, file],
    { encoding: "utf8", timeout: 120_000 },
  );
  if (status !== 0 || !/->/.test(stdout)) {
    throw new SetupError(`LibreOffice could not convert ${path.basename(file)}: ${stderr || stdout}`);
  }
}

/** Numbers, dates, times, amounts and booleans, which a spreadsheet reformats. @param {string} text */
function reformatted(text) {
  return /^[\s$(+-]*[\d.,:/\s%e$)T+-]+Z?$/i.test(text) || /^(true|false)$/i.test(text);
}

/**
 * @param {readonly (readonly string[])[]} own
 * @param {readonly (readonly string[])[]} theirs
 * @param {(own: string, theirs: string, header: string) => boolean} same
 */
function compare(own, theirs, same) {
  /** @type {string[]} */
  const wrong = [];
  let total = 0;
  for (const [row, cells] of own.entries()) {
    for (const [column, cell] of cells.entries()) {
      total += 1;
      const other = theirs[row]?.[column] ?? "";
      if (!same(normalized(cell), normalized(other), own[0]?.[column] ?? "")) {
        const [before, after] = [cell, other].map((text) => JSON.stringify(text).slice(0, 80));
        wrong.push(`line ${row + 1}, column ${column + 1}: ${before} became ${after}`);
      }
    }
  }
  return { total, equal: total - wrong.length, wrong };
}

/** Cells of Calc have one kind of line break and no tabs. @param {string} text */
function normalized(text) {
  return text.replace(/\r\n?/g, "\n").replaceAll("\t", "");
}
