// Whole exports to a real disk: scope and count, the bytes of records, cancelling, adding what a file lacks.
import assert from "node:assert/strict";
import * as disk from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { appendNewRecords, AppendProblem } from "../../../src/export/appendNew";
import { builtInProfiles, type ColumnProfile } from "../../../src/export/columnProfile";
import { csvPresets } from "../../../src/export/csvWriter";
import { exportRecords, previewExport, type ExportFormat } from "../../../src/export/exportRun";
import { createRowView } from "../../../src/rows/rowView";
import type { ReadMemory } from "../../../src/runs/run";
import { memorySource, testPace } from "../rows/memorySource";

const names: ColumnProfile = { name: "x", lists: "joined", columns: [{ id: "id" }, { id: "name" }] };
const csv: Extract<ExportFormat, { readonly kind: "csv" }> = { kind: "csv", profile: names, options: csvPresets.Plain };
const company = (index: number): object => ({ id: `c${index}`, name: `Company ${index}`, headcount: (index * 7) % 100 });
const companies = (count: number) => memorySource("company", Array.from({ length: count }, (_, index) => company(index)));

describe("an export", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await disk.mkdtemp(path.join(os.tmpdir(), "export-"));
  });
  afterEach(async () => {
    await disk.rm(folder, { recursive: true, force: true });
  });
  const target = (name: string, replace = true) => ({ kind: "file", disk, file: path.join(folder, name), replace }) as const;
  const read = (name: string): Promise<string> => disk.readFile(path.join(folder, name), "utf8");

  const formats: readonly ExportFormat[] = [csv, { kind: "json" }, { kind: "ndjson" }];
  const count = (format: ExportFormat, text: string): number =>
    format.kind === "csv" ? parse(text).length - 1 : format.kind === "json" ? (JSON.parse(text) as unknown[]).length : text.split("\n").filter((line) => JSON.parse(line === "" ? "null" : line) !== null).length;

  for (const format of formats) {
    for (const records of [0, 1, 2, 127, 128, 129, 5000]) {
      it(`as ${format.kind} of ${records} records holds each of them`, async () => {
        const result = await exportRecords({ source: companies(records), format, target: target("a"), pace: testPace() });
        const text = await read("a");
        assert.equal(count(format, text), records);
        assert.deepEqual([result.records, result.bytes, result.file], [records, Buffer.byteLength(text), path.join(folder, "a")]);
      });
    }

    it(`as ${format.kind} of chosen rows holds those, in their order`, async () => {
      for (const rows of [[], [3], [4, 0, 2]]) {
        await exportRecords({ source: companies(10), rows, format, target: target("a"), pace: testPace() });
        const text = await read("a");
        assert.equal(count(format, text), rows.length);
        assert.deepEqual([...text.matchAll(/c\d/g)].map(([id]) => id), rows.map((row) => `c${row}`));
      }
    });
  }

  it("as JSON of a million records parses", async function () {
    this.timeout(60_000);
    const read = async (start: number, count: number) => Array.from({ length: count }, (_, index) => Buffer.from(`{"id":"${start + index}"}`));
    const source = { recordKind: "company", count: 1_000_000, read, readMany: async () => [] } as const;
    const { records } = await exportRecords({ source, format: { kind: "json" }, target: target("a"), pace: testPace() });
    const parsed = JSON.parse(await disk.readFile(path.join(folder, "a"), "utf8")) as { id: string }[];
    assert.deepEqual([records, parsed.length, parsed[0]?.id, parsed[999_999]?.id], [1_000_000, 1_000_000, "0", "999999"]);
  });

  it("of what a filtered and sorted view shows is just that", async () => {
    const source = companies(300);
    const view = createRowView(source, testPace());
    await view.arrange({ filter: "company 1", columns: ["name"], sort: { column: "headcount", descending: true } });
    const { records } = await exportRecords({ source, rows: view.indices, format: csv, target: target("a"), pace: testPace() });
    const ids = (parse(await read("a"), { from: 2 }) as string[][]).map(([id]) => id);
    assert.equal(records, 138);
    assert.deepEqual(ids, (await view.rows(0, 300)).map(({ id }) => id));
  });

  it("as JSON and NDJSON carries the bytes of each record: unknown fields, digits, escapes", async () => {
    const sent = ['{"id":"1","new":1.10,"big":123456789012345678901234567890,"t":"\\u00e9\\ud83d"}', '{\n  "id": "2"\r\n}'];
    await exportRecords({ source: memorySource("company", sent), format: { kind: "json" }, target: target("a"), pace: testPace() });
    assert.equal(await read("a"), `[\n${sent.join(",\n")}\n]\n`);
    await exportRecords({ source: memorySource("company", sent), format: { kind: "ndjson" }, target: target("b"), pace: testPace() });
    assert.equal(await read("b"), `${sent[0]}\n${'{   "id": "2"  }'}\n`);
  });

  it("holds records of many megabytes, in their place", async () => {
    const sizes = [10, 3_000_000, 10, 1_048_576, 2_000_000, 10];
    const source = memorySource("company", sizes.map((size, index) => ({ id: String(index), name: "ü".repeat(size) })));
    await exportRecords({ source, format: { kind: "json" }, target: target("a"), pace: testPace() });
    assert.deepEqual((JSON.parse(await read("a")) as { name: string }[]).map(({ name }) => name.length), sizes);
    const { bytes } = await exportRecords({ source, format: csv, target: target("b"), pace: testPace() });
    const text = await read("b");
    assert.deepEqual((parse(text, { from: 2 }) as string[][]).map(([id, name]) => [id, name?.length]), sizes.map((size, index) => [String(index), size]));
    assert.equal(bytes, Buffer.byteLength(text));
  });

  it("is one write to a file system that is no disk", async () => {
    const writes: string[] = [];
    const result = await exportRecords({ source: companies(3000), format: { kind: "json" }, target: { kind: "virtual", write: async (content) => void writes.push(Buffer.from(content).toString()) }, pace: testPace() });
    assert.equal(writes.length, 1);
    assert.equal((JSON.parse(writes[0] ?? "") as unknown[]).length, 3000);
    assert.equal(result.file, undefined);
  });

  it("never replaces a file when it may not, and says which name it took", async () => {
    const results = [];
    for (let time = 0; time < 3; time += 1) {
      results.push(await exportRecords({ source: companies(time), format: csv, target: target("a.csv", false), pace: testPace() }));
    }
    assert.deepEqual(results.map(({ file }) => path.basename(file ?? "")), ["a.csv", "a (2).csv", "a (3).csv"]);
    assert.equal((await disk.readdir(folder)).length, 3);
  });

  it("keeps the permissions of the file it replaces, and the link that leads to it", async () => {
    await disk.writeFile(path.join(folder, "real.csv"), "old", { mode: 0o640 });
    await disk.chmod(path.join(folder, "real.csv"), 0o640);
    await disk.symlink("real.csv", path.join(folder, "link.csv"));
    await exportRecords({ source: companies(1), format: csv, target: target("link.csv"), pace: testPace() });
    assert.equal((await disk.stat(path.join(folder, "real.csv"))).mode & 0o777, 0o640);
    assert.ok((await disk.lstat(path.join(folder, "link.csv"))).isSymbolicLink());
    assert.match(await read("real.csv"), /c0/);
    await exportRecords({ source: companies(1), format: csv, target: target("new.csv"), pace: testPace() });
    assert.equal((await disk.stat(path.join(folder, "new.csv"))).mode & 0o077, 0);
  });

  it("reports progress up to the whole", async () => {
    const seen: (readonly [number, number])[] = [];
    await exportRecords({ source: companies(300), format: csv, target: target("a"), pace: testPace(), onProgress: (done, total) => seen.push([done, total]) });
    assert.deepEqual(seen.at(-1), [300, 300]);
    assert.deepEqual(seen, [...seen].sort(([a], [b]) => a - b));
  });

  it("when cancelled leaves the old file and nothing else", async () => {
    await disk.writeFile(path.join(folder, "a"), "old");
    for (const format of formats) {
      const stop = new AbortController();
      const pace = testPace(1, stop.signal);
      pace.onTurn = () => {
        stop.abort(new Error("stopped by hand"));
      };
      await assert.rejects(exportRecords({ source: companies(5000), format, target: target("a"), pace }), /stopped by hand/);
      assert.equal(await read("a"), "old");
      assert.deepEqual(await disk.readdir(folder), ["a"]);
    }
  });

  it("gives way to others in slices", async () => {
    const pace = testPace(1);
    await exportRecords({ source: companies(1000), format: csv, target: target("a"), pace });
    assert.ok(pace.turns >= 100, String(pace.turns));
  });

  it("copies what it needs: the memory of a read is used again by the next", async () => {
    const taken = new Set<ArrayBufferLike>();
    const text = (name: string): Promise<string> => disk.readFile(path.join(folder, name), "utf8");
    const read = async (start: number, count: number, memory?: ReadMemory): Promise<readonly Uint8Array[]> =>
      Array.from({ length: count }, (_, index) => {
        const bytes = Buffer.from(JSON.stringify(company(start + index)));
        const lent = memory?.take(bytes.length);
        assert.ok(lent);
        taken.add(lent.buffer);
        lent.set(bytes);
        return lent;
      });
    const source = { recordKind: "company", count: 60_000, read, readMany: async () => [] } as const;
    for (const format of formats) {
      taken.clear();
      await exportRecords({ source, format, target: target("lent"), pace: testPace() });
      await exportRecords({ source: companies(60_000), format, target: target("own"), pace: testPace() });
      assert.equal(await text("lent"), await text("own"));
      assert.equal(taken.size, 1);
    }
  });

  it("shows the first rows beforehand", async () => {
    const preview = await previewExport({ source: companies(10), rows: [7, 8, 9], profile: names, pace: testPace(), count: 2 });
    assert.deepEqual(preview, { headers: ["Id", "Name"], rows: [["c7", "Company 7"], ["c8", "Company 8"]] });
    const guardedNames: ColumnProfile = { ...names, columns: [{ id: "name" }] };
    const risky = memorySource("company", [{ name: "=1+1" }]);
    assert.deepEqual((await previewExport({ source: risky, profile: guardedNames, options: csvPresets.Plain, pace: testPace() })).rows, [["'=1+1"]]);
    assert.deepEqual((await previewExport({ source: risky, profile: guardedNames, pace: testPace() })).rows, [["=1+1"]]);
    assert.deepEqual((await previewExport({ source: companies(0), profile: names, pace: testPace() })).rows, []);
  });

  describe("that adds what a file lacks", () => {
    const append = (records: number, format: ExportFormat = csv, rows?: readonly number[]) =>
      appendNewRecords({ source: companies(records), rows, format: format.kind === "json" ? csv : format, disk, file: path.join(folder, "a"), pace: testPace() });

    for (const format of [csv, { ...csv, options: { ...csvPresets.Excel, delimiter: ";" as const } }, { kind: "ndjson" } as const]) {
      it(`gives the same file as exporting all at once (${JSON.stringify(format).slice(0, 140)})`, async () => {
        await exportRecords({ source: companies(150), format, target: target("a"), pace: testPace() });
        assert.deepEqual(await append(400, format).then(({ added, alreadyThere }) => [added, alreadyThere]), [250, 150]);
        await exportRecords({ source: companies(400), format, target: target("whole"), pace: testPace() });
        assert.equal(await read("a"), await read("whole"));
      });
    }

    it("leaves the file alone when there is nothing new", async () => {
      await exportRecords({ source: companies(5), format: csv, target: target("a"), pace: testPace() });
      const before = await disk.stat(path.join(folder, "a"), { bigint: true });
      assert.deepEqual(await append(5), { added: 0, alreadyThere: 5, bytes: Number(before.size) });
      const after = await disk.stat(path.join(folder, "a"), { bigint: true });
      assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs]);
    });

    it("adds a repeated record once, keeps the file's own columns and order, and closes an open last line", async () => {
      await disk.writeFile(path.join(folder, "a"), 'Name;Note;Id\r\n"Comp;any 0";mine;c0');
      assert.deepEqual(await append(3, csv, [0, 1, 1, 2]).then(({ added, alreadyThere }) => [added, alreadyThere]), [2, 2]);
      assert.equal(await read("a"), 'Name;Note;Id\r\n"Comp;any 0";mine;c0\r\nCompany 1;;c1\r\nCompany 2;;c2\r\n');
    });

    it("tells records without an id apart by what they hold", async () => {
      await disk.writeFile(path.join(folder, "a"), "Id,Name\n,Nameless\n");
      const source = memorySource("company", [{ name: "Nameless" }, { name: "Another" }]);
      const { added } = await appendNewRecords({ source, format: csv, disk, file: path.join(folder, "a"), pace: testPace() });
      assert.equal(added, 1);
    });

    it("says why it cannot, and leaves the file as it was", async () => {
      const cases: readonly (readonly [string, ExportFormat, RegExp])[] = [
        ["Name\nx\n", csv, /no column “Id”/],
        ["", csv, /empty/],
        ["not json\n", { kind: "ndjson" }, /Line 1 .* not a JSON record/],
        ["Id,Name\n", { ...csv, profile: { ...names, columns: [{ id: "name" }] } }, /profile has no id column/],
      ];
      for (const [text, format, message] of cases) {
        await disk.writeFile(path.join(folder, "a"), text);
        await assert.rejects(append(3, format), (error) => error instanceof AppendProblem && message.test(error.message));
        assert.equal(await read("a"), text);
        assert.deepEqual(await disk.readdir(folder), ["a"]);
      }
      await disk.unlink(path.join(folder, "a"));
      await assert.rejects(append(3), /“a”/);
    });

    it("reads quoted cells however the file is cut into pieces", async () => {
      const long = memorySource("company", Array.from({ length: 3000 }, (_, index) => ({ id: `c"${index}`, name: `\r"x",\n${"y".repeat(index % 300)}` })));
      await exportRecords({ source: long, format: csv, target: target("a"), pace: testPace() });
      const { added, alreadyThere } = await appendNewRecords({ source: long, format: csv, disk, file: path.join(folder, "a"), pace: testPace() });
      assert.deepEqual([added, alreadyThere], [0, 3000]);
    });
  });

  it("writes every built-in profile of every kind", async () => {
    for (const kind of ["company", "person", "contact"] as const) {
      for (const profile of builtInProfiles(kind)) {
        await exportRecords({ source: memorySource(kind, [{ id: "1", name: "x" }, {}]), format: { kind: "csv", profile, options: csvPresets.Excel }, target: target("a"), pace: testPace() });
        assert.equal(parse(await read("a"), { bom: true }).length, 3);
      }
    }
  });
});
