// Workspaces made to hurt whoever opens them: each part that reads a folder ends with a result or a sentence, and
// nothing outside of the workspace changes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as disk from "node:fs/promises";
import path from "node:path";
import { Uri } from "vscode";
import { createNodeFiles } from "../../../src/app/headless/nodeFiles";
import { addIgnoreLine, isIgnored, readIgnoreFile } from "../../../src/export/gitignore";
import { writeFileAtomically } from "../../../src/searches/atomicFile";
import { placeOutside } from "../../../src/searches/realPlace";
import { SearchFiles } from "../../../src/workbench/searchFiles/searchFiles";
import { useVscode } from "../../support/vscode";
import { newFolder, removeFolders } from "../store/rig";

const posix = process.platform !== "win32";
const secret = "SECRET=outside\n";

/** What is put under a name; `outside` is a folder beside the workspace with a file `.env`. */
const things: Readonly<Record<string, (at: string, outside: string) => void>> = {
  "a link to a file outside": (at, outside) => fs.symlinkSync(path.join(outside, ".env"), at),
  "a relative link to a file outside": (at) => fs.symlinkSync("../outside/.env", at),
  "a link to a folder outside": (at, outside) => fs.symlinkSync(outside, at),
  "a link to a new file outside": (at, outside) => fs.symlinkSync(path.join(outside, "new"), at),
  "a link to itself": (at) => fs.symlinkSync(path.basename(at), at),
  "a hard link to a file outside": (at, outside) => fs.linkSync(path.join(outside, ".env"), at),
  "a folder": (at) => fs.mkdirSync(at),
  "a folder of itself": (at) => (fs.mkdirSync(at), fs.symlinkSync("..", path.join(at, "up"))),
  ...(posix && {
    "a link to an endless device": (at: string) => fs.symlinkSync("/dev/zero", at),
    "a link to the terminal": (at: string) => fs.symlinkSync("/dev/tty", at),
    "a link to the memory of the process": (at: string) => fs.symlinkSync("/proc/self/mem", at),
    "a pipe that nobody writes": (at: string) => void execFileSync("mkfifo", [at]),
    "a file that nobody may read": (at: string) => fs.writeFileSync(at, "{}", { mode: 0 }),
  }),
  "a file of 3 GB": (at) => (fs.writeFileSync(at, ""), fs.truncateSync(at, 3 * 1024 ** 3)),
  "an empty file": (at) => fs.writeFileSync(at, ""),
  "bytes that are no text": (at) =>
    fs.writeFileSync(at, Buffer.from(Array.from({ length: 4096 }, (_, nth) => nth % 256))),
  "brackets within brackets": (at) => fs.writeFileSync(at, "[".repeat(900_000)),
  "objects within objects": (at) => fs.writeFileSync(at, '{"a":'.repeat(180_000)),
  "one key again and again": (at) => fs.writeFileSync(at, `{${'"search":"company",'.repeat(40_000)}"a":1}`),
  "names of object's own": (at) => fs.writeFileSync(at, '{"search":"company","filters":{"__proto__":{"x":[1]}}}'),
  "lists that lead outside": (at) =>
    fs.writeFileSync(at, '{"search":"company","filters":{},"leaveOut":["../outside/.env","/etc/passwd","~/.ssh/id"]}'),
  "a line of spaces": (at) => fs.writeFileSync(at, `${" ".repeat(900_000)}x`),
};
const ending = ".prospect.json";
const names = [
  ...[`a${ending}`, `${"n".repeat(200)}${ending}`, `$(touch x)${ending}`, `-rf${ending}`, `%s%n${ending}`],
  ...[`\u202etxt${ending}`, `[a](command:x)${ending}`, ".gitignore", "exports"],
  ...(posix ? [`a\nb${ending}`, `"'\`${ending}`, `\\..\\a${ending}`] : []),
];

describe("hostile workspaces", function () {
  this.timeout(300_000);
  const vscode = useVscode({ readsDisk: true });
  before(() => {
    vscode.workspace["findFiles"] = async () =>
      fs.readdirSync(root).flatMap((name) => (name.endsWith(ending) ? [Uri.file(path.join(root, name))] : []));
  });
  let root = "";
  let outside = "";

  beforeEach(() => {
    const base = newFolder();
    [root, outside] = [path.join(base, "workspace"), path.join(base, "outside")];
    fs.mkdirSync(root);
    fs.mkdirSync(outside);
    fs.writeFileSync(path.join(outside, ".env"), secret);
  });
  afterEach(removeFolders);

  /** The result in words; a failure must be an error with a sentence. */
  async function outcome(what: string, work: Promise<unknown>): Promise<string> {
    try {
      return JSON.stringify((await work) ?? null);
    } catch (error) {
      assert.ok(error instanceof Error, `${what}: ${String(error)}`);
      assert.ok(!(error instanceof TypeError || error instanceof RangeError), `${what}: ${String(error.stack)}`);
      assert.match(error.message, /\w/u, what);
      return error.message;
    }
  }

  async function open(name: string): Promise<readonly string[]> {
    const files = createNodeFiles([root]);
    const list = new SearchFiles(Uri.file("/library") as never);
    const ignore = path.join(root, ".gitignore");
    const said = [
      await outcome("a search of a tool", files.readSearch(name)),
      await outcome("a table of a tool", files.readTable(name)),
      await outcome("an export of a tool", files.target("exports/a.csv", false)),
      await outcome("the list of searches", list.list()),
      await outcome(
        "the ignore file",
        readIgnoreFile(disk, ignore).then((text) => isIgnored(text, "exports")),
      ),
      await outcome("the ignore line", addIgnoreLine(disk, ignore, "exports")),
      await outcome("the place of an export", placeOutside(disk, [root], path.join(root, "exports", "a.csv"))),
      await outcome("a file", writeFileAtomically(disk, path.join(root, name), "{}", { followLink: false })),
    ];
    list.dispose();
    return said;
  }

  /** Places that are read for themselves; other names are names of searches. */
  const places = [`a${ending}`, ".gitignore", "exports"];
  for (const [what, put] of Object.entries(things)) {
    const tried = what === "a link to a file outside" || what === "an empty file" ? names : places;
    it(`with ${what} under ${tried.length} names are read or refused, and nothing outside changes`, async () => {
      for (const name of tried) {
        fs.rmSync(root, { recursive: true, force: true });
        fs.mkdirSync(root);
        put(path.join(root, name), outside);
        const said = await open(name);
        assert.deepEqual(fs.readdirSync(outside), [".env"], name);
        assert.equal(fs.readFileSync(path.join(outside, ".env"), "utf8"), secret, name);
        assert.ok(!said.some((text) => text.includes(secret.trim())), `${name}: ${said.join("\n")}`);
      }
    });
  }
});
