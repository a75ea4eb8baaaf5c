// Encodings of CSV files: how they are recognized, by a mark or by zero bytes, and the letters of Windows-1252.
import assert from "node:assert/strict";
import { decodeText, encodeText, encodingOfStart } from "../../../src/csv/encoding";
import { openCsvTable } from "../../../src/csv/table";

/** No zero bytes but those of the delimiter and the line ends, so only the mark shows that it is UTF-16. */
const japanese = "\ufeff株式会社名前一覧表,所有者氏名全部\r\n東京都千代田区丸内,山田太郎次郎三郎\r\n";
const littleEndian = Buffer.from(japanese, "utf16le");
const source = (bytes: Uint8Array) =>
  async function* (): AsyncGenerator<Uint8Array> {
    yield bytes;
  };

describe("byte-order marks", () => {
  for (const [encoding, bytes, mark] of [
    ["utf-8", Buffer.from(japanese), [0xef, 0xbb, 0xbf]],
    ["utf-16le", littleEndian, [0xff, 0xfe]],
    ["utf-16be", Buffer.from(littleEndian).swap16(), [0xfe, 0xff]],
  ] as const) {
    it(`decide that a file is ${encoding}, and are no part of the first cell`, async () => {
      assert.deepEqual([...(encodingOfStart(bytes)?.mark ?? [])], mark);
      const table = await openCsvTable(source(bytes));
      const { dialect } = table;
      assert.deepEqual([dialect.encoding, [...dialect.mark]], [encoding, mark]);
      assert.deepEqual(table.header ?? table.sample[0], ["株式会社名前一覧表", "所有者氏名全部"]);
    });
  }
});

describe("UTF-16 without a byte-order mark", () => {
  /** Pairs of bytes, of which so many have a zero as their first and as their second byte. */
  const pairs = (count: number, zeros: { readonly first?: number; readonly second?: number }): Uint8Array =>
    Uint8Array.from({ length: 2 * count }, (_, at) =>
      at >> 1 < ((at % 2 === 0 ? zeros.first : zeros.second) ?? 0) ? 0 : 0x61,
    );
  const cases = [
    ["one letter, low byte first", pairs(1, { second: 1 }), "utf-16le"],
    ["zeros in 50 % of the second bytes", pairs(10, { second: 5 }), "utf-16le"],
    ["zeros in 50 % of the first bytes", pairs(10, { first: 5 }), "utf-16be"],
    ["zeros in 40 % of the second bytes", pairs(10, { second: 4 }), undefined],
    ["zeros in 40 % of the first bytes", pairs(10, { first: 4 }), undefined],
    ["zeros in 10 % of the first bytes too", pairs(10, { first: 1, second: 10 }), undefined],
    ["zeros in 10 % of the second bytes too", pairs(10, { first: 10, second: 1 }), undefined],
    ["nothing", new Uint8Array(0), undefined],
    ["a single byte", Uint8Array.of(0), undefined],
  ] as const;
  for (const [name, bytes, encoding] of cases) {
    it(`is ${encoding ?? "not"} recognized in ${name}`, () => {
      assert.deepEqual(
        encodingOfStart(bytes),
        encoding === undefined ? undefined : { encoding, mark: new Uint8Array(0) },
      );
    });
  }

  it("is decoded up to the last whole letter of the given bytes", () => {
    const bytes = Uint8Array.of(0, 0x61, 0, 0x62, 0, 0x63, 0);
    assert.equal(decodeText(bytes, "utf-16be"), "abc");
    assert.equal(decodeText(bytes, "utf-16be", 2, 5), "b");
    assert.equal(decodeText(bytes, "utf-16be", 2, 6), "bc");
    assert.deepEqual([...bytes], [0, 0x61, 0, 0x62, 0, 0x63, 0]);
  });

  it("is detected without reading more than the beginning of a long file", async () => {
    const piece = Buffer.from("acme.example,Ada\n".repeat(1_024), "utf16le");
    let read = 0;
    const { dialect } = await openCsvTable(async function* () {
      for (let nth = 0; nth < 40; nth += 1) {
        await Promise.resolve();
        read += piece.length;
        yield piece;
      }
    });
    assert.equal(dialect.encoding, "utf-16le");
    assert.ok(read >= 256 * 1_024 && read < 256 * 1_024 + piece.length, `${read} bytes read`);
  });
});

describe("Windows-1252", () => {
  it("has one letter for each byte, and the byte for each letter", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const text = decodeText(bytes, "windows-1252");
    assert.equal(new Set(text).size, 256);
    assert.equal(text.slice(0x7e, 0x85), "~\u007f€\u0081‚ƒ„");
    assert.equal(text.slice(0x9e, 0xa2), "žŸ\u00a0¡");
    assert.equal(text.slice(0xfe), "þÿ");
    assert.equal(decodeText(bytes, "windows-1252", 0x80, 0x83), "€\u0081‚");
    assert.deepEqual(encodeText(text, "windows-1252"), { bytes, lost: 0 });
  });

  it("writes question marks for the letters that it lacks, and counts them", () => {
    const { bytes, lost } = encodeText("\u0080\u009f漢😀Ā\u0000e\u0301", "windows-1252");
    assert.deepEqual([Buffer.from(bytes).toString("latin1"), lost], ["?????\u0000é", 5]);
  });
});
