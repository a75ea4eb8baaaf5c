// Byte-order marks: they decide the encoding even where the letters alone would not.
import assert from "node:assert/strict";
import { detectDialect } from "../../../src/csv/dialect";
import { encodingOfStart } from "../../../src/csv/encoding";
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
      const { dialect } = await detectDialect(source(bytes));
      assert.deepEqual([dialect.encoding, [...dialect.mark]], [encoding, mark]);
      const table = await openCsvTable(source(bytes));
      assert.deepEqual(table.header ?? table.sample[0], ["株式会社名前一覧表", "所有者氏名全部"]);
    });
  }

  it("is guessed without a mark only where every second byte is zero", () => {
    const encodingOf = (...pair: readonly number[]): string | undefined =>
      encodingOfStart(Buffer.alloc(80, Buffer.from(pair)))?.encoding;
    assert.deepEqual([encodingOf(0x41, 0), encodingOf(0, 0x41)], ["utf-16le", "utf-16be"]);
    assert.deepEqual(
      [encodingOf(0, 0), encodingOf(0x41, 0x41), encodingOf(0x41, 0x41, 0x41, 0)],
      [undefined, undefined, "utf-16le"],
    );
    assert.equal(encodingOf(0x41, 0x41, 0x41, 0, 0x41, 0x41), undefined);
    assert.equal(encodingOfStart(new Uint8Array(0)), undefined);
    assert.equal(encodingOfStart(Uint8Array.of(0x41)), undefined);
  });
});
