// ZIP files that are written in one pass, opened by Python, and the limit of files without ZIP64.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ZipStream } from "../../../src/export/zipStream";
import { ByteSink } from "../../../src/tables/byteSink";

/** In a file that has so many bytes already. */
class LaterSink extends ByteSink {
  readonly parts: Buffer[] = [];

  constructor(private readonly before = 0) {
    super(async (bytes) => void this.parts.push(Buffer.from(bytes)));
  }

  override get bytes(): number {
    return this.before + super.bytes;
  }
}

const tooLarge = (): Error => new RangeError("too large");
const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as file:
    assert file.testzip() is None
    print(json.dumps([[one.filename, file.read(one).decode("utf-8"), one.date_time] for one in file.infolist()]))
`;

describe("a ZIP file", () => {
  it("has each file with its name, its checksum, its text, and the same date", async () => {
    const large = "row é 🙂\n".repeat(50_000);
    const sink = new LaterSink();
    const zip = new ZipStream(sink, tooLarge);
    zip.addFile("a.txt", "first");
    zip.begin("folder/large.xml");
    zip.add("row");
    const before = sink.bytes;
    zip.add(large);
    assert.ok(sink.bytes > before, "large texts are passed on while they are added");
    zip.add(large, true);
    zip.addFile("empty", "");
    zip.finish();
    await sink.flush();
    const folder = mkdtempSync(path.join(os.tmpdir(), "zip-"));
    try {
      const file = path.join(folder, "a.zip");
      writeFileSync(file, Buffer.concat(sink.parts));
      const found: unknown = JSON.parse(execFileSync("python3", ["-c", script, file], { maxBuffer: 1e8 }).toString());
      const date = [1980, 1, 1, 0, 0, 0];
      assert.deepEqual(found, [
        ["a.txt", "first", date],
        ["folder/large.xml", `row${large}${large}`, date],
        ["empty", "", date],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    assert.ok(sink.bytes < large.length / 10, "It is compressed.");
  });

  it("has at most 4 GB, of which the last byte can be used", () => {
    const write = (sink: LaterSink): void => new ZipStream(sink, tooLarge).addFile("a", "text");
    const sink = new LaterSink();
    write(sink);
    const left = 0xffff_ffff - sink.bytes;
    assert.doesNotThrow(() => write(new LaterSink(left)));
    assert.throws(() => write(new LaterSink(left + 1)), /^RangeError: too large$/);
  });
});
