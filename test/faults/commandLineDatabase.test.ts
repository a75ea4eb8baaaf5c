// What every command says and how it ends when the database cannot be used: nothing is written to the file.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { newFolder, removeFolders } from "../unit/store/rig";
import { command } from "./scenarios/headlessDoors";
import { serviceUnderTest, writeSearch, type ServiceUnderTest } from "./support/commandLine";

describe("the command line with a database that cannot be used", function () {
  let service: ServiceUnderTest;
  before(async () => {
    service = await serviceUnderTest();
  });
  afterEach(removeFolders);
  after(() => service.close());

  const cases: readonly (readonly [name: string, change: (file: string) => void, says: RegExp])[] = [
    [
      "is damaged",
      (file) => writeFileSync(file, readFileSync(file).fill(0xff, 100, 8_192)),
      /SQLite reports that the database .*desk\.db is damaged: .+ left as it is\. .*no copy/su,
    ],
    [
      "is no database",
      (file) => writeFileSync(file, "Dear diary,\n".repeat(1_000)),
      /SQLite reports that the database .*desk\.db is damaged: .+ The file was left as it is\./su,
    ],
    [
      "is empty although runs were made",
      (file) => {
        writeFileSync(file, "");
        writeFileSync(`${file}-wal`, Buffer.alloc(32));
      },
      /The database .*desk\.db is empty: .+ The file was left as it is\./su,
    ],
    [
      "is of another program",
      (file) => {
        writeFileSync(file, "");
        const other = new DatabaseSync(file);
        other.exec("create table invoices (no integer); pragma application_id = 7");
        other.close();
      },
      /desk\.db is a database of another program, with the tables invoices\. Nothing was written to it\./su,
    ],
    [
      "is of a later version",
      (file) => {
        const later = new DatabaseSync(file);
        later.exec("pragma journal_mode = delete; pragma user_version = 9999");
        later.close();
      },
      /desk\.db was written by a later version of Prospect Desk \(format 9999\)\. Nothing was changed\. Update/su,
    ],
  ];
  for (const [name, change, says] of cases) {
    it(`ends with 1, says so, sends nothing, and leaves the file as it is: it ${name}`, async () => {
      const folder = newFolder();
      const search = writeSearch(folder, 5);
      const store = path.join(folder, "home", "store");
      mkdirSync(store, { recursive: true });
      const run = (...args: readonly string[]) =>
        command({ folder, home: path.join(folder, "home"), origin: service.origin, connection: "first" }, args);
      const first = await run("run", search, "--yes");
      assert.equal(first.code, 0, first.stderr);
      const file = path.join(store, "desk.db");
      change(file);
      const before = readFileSync(file);
      const paid = service.sandbox.charges.length;
      for (const words of [["runs"], ["run", search, "--yes", "--again"], ["export", "latest", "--out", "a.csv"]]) {
        const end = await run(...words);
        assert.equal(end.code, 1, `${words.join(" ")}: ${end.stderr}`);
        assert.match(end.stderr, says, words.join(" "));
        assert.doesNotMatch(end.stderr, /\n\s+at /u);
      }
      assert.ok(readFileSync(file).equals(before));
      assert.equal(service.sandbox.charges.length, paid);
    });
  }
});
