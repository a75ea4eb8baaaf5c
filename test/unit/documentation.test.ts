// What README.md and docs/ say exists: buttons, commands, settings, scripts, links, numbers, and command lines.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { settings } from "../../src/app/settings";
import { parseCommand } from "../../src/cli/verbs";
import { largestReply, longestWait, shortestWait } from "../../src/service/exchange";
import { filtersOf } from "../../src/service/filterCatalogue";
import { mostRecords, mostValues } from "../../src/service/jsonExtent";

const readme = readFileSync("README.md", "utf8");
/** What users read, by path. CONTRIBUTING.md, decisions, and releasing are for those who change the code. */
const pages = new Map(
  [
    "README.md",
    ...readdirSync("docs")
      .filter((name) => name !== "decisions.md" && name !== "releasing.md")
      .map((name) => `docs/${name}`),
  ].map((name) => [name, readFileSync(name, "utf8")]),
);
const everything = [...pages.values()].join("\n");
const manifestText = readFileSync("package.json", "utf8");
const manifest = JSON.parse(manifestText) as {
  readonly engines: { readonly vscode: string; readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
};
const prose = everything.replace(/```[^]*?```/gu, "");
const codeSpans = [...prose.matchAll(/`([^`\n]+)`/gu)].map(([, code = ""]) => code);

const sourceFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.join(folder, name));

/** The plain texts in double quotes of these files. */
const literalsIn = (files: readonly string[]): readonly string[] =>
  files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/"([^"\\\n]+)"/gu)].map(([, text = ""]) => text));

/** Texts of VS Code itself. */
const ofVsCode = ["Extensions: Install from VSIX…", "Features"];

describe("the documentation", () => {
  it("begins with a README of at most 150 lines that shows its two commands on the first screen", () => {
    assert.ok(readme.split("\n").length <= 151);
    assert.match(readme.split("\n").slice(0, 12).join("\n"), /npm start .*\nnpm test /u);
  });

  it("names only buttons, commands, and views that exist", () => {
    const texts = new Set([
      ...literalsIn(["package.json", ...sourceFiles("src"), ...sourceFiles("webview-ui")]),
      ...ofVsCode,
    ]);
    // What begins an entry of a list is a heading of that entry, unless it is a command.
    const named = [...prose.matchAll(/(^- |)\*\*([^*]+)\*\*/gmu)].map(([, item, text = ""]) => ({
      isHeading: item !== "",
      text: text.replace(/\s+/gu, " "),
    }));
    assert.ok(named.length > 40);
    assert.deepEqual(
      named.filter(({ isHeading, text }) => !isHeading && !texts.has(text)).map(({ text }) => text),
      [],
    );
  });

  it("names only settings that exist", () => {
    const names = codeSpans.filter((code) => code.startsWith("prospectDesk."));
    assert.ok(names.length > 4);
    for (const name of names) {
      assert.ok(Object.hasOwn(settings, name.slice("prospectDesk.".length)), name);
    }
  });

  it("names only settings and variables of the network that are read", () => {
    const read = readFileSync("src/workbench/connections/serviceAccess.ts", "utf8");
    const names = codeSpans.filter((code) => code.startsWith("http."));
    assert.ok(names.length > 2);
    for (const name of names) {
      assert.ok(read.includes(`"${name.slice("http.".length)}"`), name);
    }
  });

  it("names only scripts and tools that exist", () => {
    const scripts = [...everything.matchAll(/\bnpm (?:run )?([a-z]+)/gu)].map(([, name = ""]) => name);
    assert.deepEqual(
      scripts.filter((name) => name !== "pack" && manifest.scripts[name] === undefined),
      [],
    );
    for (const tool of codeSpans.filter((code) => code.startsWith("#prospect"))) {
      assert.ok(manifestText.includes(`"toolReferenceName": "${tool.slice(1)}"`), tool);
    }
  });

  it("shows command lines that are understood", async () => {
    const scripts = [...everything.matchAll(/```sh\n([^]*?)```/gu)].map(([, script = ""]) => script);
    const examples = [
      ...scripts
        .join("\n")
        .split("\n")
        .filter((line) => line.startsWith("prospect ")),
      ...codeSpans.filter((code) => code.startsWith("prospect ")),
    ];
    assert.ok(examples.length > 5);
    for (const example of examples) {
      const words =
        example
          .split(" | ")[0]
          ?.match(/"[^"]*"|\S+/gu)
          ?.slice(1) ?? [];
      const parsed = await parseCommand(words.map((word) => word.replaceAll('"', "")));
      assert.ok("command" in parsed, example);
    }
  });

  it("links to every page, and to headings that exist", () => {
    const headings = new Map(
      [...pages].map(([name, text]) => [
        name,
        [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = ""]) =>
          heading
            .toLowerCase()
            .replace(/[^\w -]/gu, "")
            .replaceAll(" ", "-"),
        ),
      ]),
    );
    for (const [name, text] of pages) {
      for (const [, file = "", slug = ""] of text.matchAll(/\]\(([\w./-]*)#([^)]+)\)/gu)) {
        const target = file === "" ? name : path.join(path.dirname(name), file);
        assert.ok(headings.get(target)?.includes(slug), `${name}: ${file}#${slug}`);
      }
    }
    for (const name of pages.keys()) {
      assert.ok(name === "README.md" || readme.includes(`](${name})`), name);
    }
  });

  it("names the numbers of the product", () => {
    const count = (value: number): string => value.toLocaleString("en-US");
    const [vscode = "", node = ""] = [manifest.engines.vscode, manifest.engines.node].map(
      (range) => /\d+\.\d+/u.exec(range)?.[0],
    );
    // That file imports vscode.
    const [, mostFiles] =
      /mostFiles = ([\d_]+)/u.exec(readFileSync("src/workbench/searchFiles/searchFiles.ts", "utf8")) ?? [];
    const sentences = [
      `${filtersOf("company").length} company filters and ${filtersOf("people").length} people filters`,
      `up to ${count(Number(mostFiles?.replaceAll("_", "")))} saved searches`,
      `larger than ${largestReply / 1024 / 1024} MiB`,
      `more than ${count(mostRecords)} records or ${count(mostValues)} values`,
      `from ${shortestWait} to ${longestWait} seconds`,
      `VS Code ${vscode} or later`,
      `Node ${node} or later`,
      "It is 0 at first",
    ];
    assert.equal(settings["agents.creditsPerDay"].default, 0);
    const unwrapped = everything.replace(/\s+/gu, " ");
    for (const sentence of sentences) {
      assert.ok(unwrapped.includes(sentence), sentence);
    }
  });
});
