// ZIP files that are written in one pass: each field that readers use, and the limit of files without ZIP64.
import assert from "node:assert/strict";
import { crc32, inflateRawSync } from "node:zlib";
import { ByteSink } from "../../../src/csv/byteSink";
import { ZipStream } from "../../../src/export/zipStream";

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

async function zipOf(fill: (zip: ZipStream) => void): Promise<Buffer> {
  const sink = new LaterSink();
  const zip = new ZipStream(sink, tooLarge);
  fill(zip);
  zip.finish();
  await sink.flush();
  return Buffer.concat(sink.parts);
}

/** The files of a ZIP, as readers find them: from its end by the directory to the data. */
function filesOf(zip: Buffer): readonly (readonly [string, string])[] {
  const end = zip.length - 22;
  assert.equal(zip.readUInt32LE(end), 0x06054b50);
  const [disk, count, total, size, start, comment] = [
    ...[zip.readUInt32LE(end + 4), zip.readUInt16LE(end + 8), zip.readUInt16LE(end + 10)],
    ...[zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16), zip.readUInt16LE(end + 20)],
  ];
  assert.deepEqual([disk, total, (start ?? 0) + (size ?? 0), comment], [0, count, end, 0]);
  const files: (readonly [string, string])[] = [];
  let at = start ?? 0;
  while (at < end) {
    assert.equal(zip.readUInt32LE(at), 0x02014b50);
    const common = { version: 20, flags: 8, method: 8, time: 0, date: 0x21 };
    assert.equal(zip.readUInt16LE(at + 4), common.version);
    assert.deepEqual(commonAt(zip, at + 6), common);
    const [crc, compressed, length, nameLength] = sizesAt(zip, at + 16);
    // No extra field, no comment, disk 0, no attributes.
    assert.deepEqual(zip.subarray(at + 30, at + 42), Buffer.alloc(12));
    const name = zip.toString("latin1", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    assert.equal(zip.readUInt32LE(local), 0x04034b50);
    assert.deepEqual(commonAt(zip, local + 4), common);
    // Its sizes are not known before its data are written.
    assert.deepEqual(sizesAt(zip, local + 14), [0, 0, 0, nameLength]);
    assert.equal(zip.readUInt16LE(local + 28), 0);
    const from = local + 30 + nameLength;
    assert.equal(zip.toString("latin1", local + 30, from), name);
    const data = inflateRawSync(zip.subarray(from, from + compressed));
    assert.deepEqual([data.length, crc32(data)], [length, crc]);
    const after = from + compressed;
    assert.deepEqual(
      [0, 4, 8, 12].map((offset) => zip.readUInt32LE(after + offset)),
      [0x08074b50, crc, compressed, length],
    );
    files.push([name, data.toString("utf8")]);
    at += 46 + nameLength;
  }
  assert.equal(files.length, count);
  return files;
}

function commonAt(zip: Buffer, at: number): object {
  const [version, flags, method, time, date] = [0, 2, 4, 6, 8].map((offset) => zip.readUInt16LE(at + offset));
  return { version, flags, method, time, date };
}

function sizesAt(zip: Buffer, at: number): readonly [number, number, number, number] {
  const { crc, compressed, size, nameLength } = {
    ...{ crc: zip.readUInt32LE(at), compressed: zip.readUInt32LE(at + 4) },
    ...{ size: zip.readUInt32LE(at + 8), nameLength: zip.readUInt16LE(at + 12) },
  };
  return [crc, compressed, size, nameLength];
}

describe("a ZIP file", () => {
  it("has each file with its name, its size, its checksum and its text", async () => {
    const large = "row é 🙂\n".repeat(50_000);
    const zip = await zipOf((files) => {
      files.addFile("a.txt", "first");
      files.begin("folder/large.xml");
      for (const half of [large, large]) {
        files.add(half);
      }
      files.end();
      files.addFile("empty", "");
    });
    assert.deepEqual(filesOf(zip), [
      ["a.txt", "first"],
      ["folder/large.xml", large + large],
      ["empty", ""],
    ]);
    assert.ok(zip.length < large.length / 10, "It is compressed.");
  });

  it("can be without files", async () => {
    assert.deepEqual(filesOf(await zipOf(() => undefined)), []);
  });

  it("passes on large texts while they are added", () => {
    const sink = new LaterSink();
    const zip = new ZipStream(sink, tooLarge);
    zip.begin("a");
    const before = sink.bytes;
    zip.add("a".repeat(1_000));
    assert.equal(sink.bytes, before);
    zip.add("a".repeat(1_000_000));
    assert.ok(sink.bytes > before);
  });

  it("has at most 4 GB, of which the last byte can be used", () => {
    const write = (sink: LaterSink): void => new ZipStream(sink, tooLarge).addFile("a", "text");
    const sink = new LaterSink();
    write(sink);
    // The sizes that follow the data are 16 bytes.
    const upToData = sink.bytes - 16;
    assert.doesNotThrow(() => write(new LaterSink(0xffff_ffff - upToData)));
    assert.throws(() => write(new LaterSink(0xffff_ffff - upToData + 1)), /^RangeError: too large$/);
  });

  it("cannot end a file that was not begun", () => {
    assert.throws(() => new ZipStream(new LaterSink(), tooLarge).end(), /^TypeError: No file was begun\.$/);
  });
});
