// Encodings of CSV files: by a mark, by zero bytes, as UTF-8, or by what the letters are likely to be.
import assert from "node:assert/strict";
import { openCsvTable } from "../../../src/tables/table";

/** No zero bytes but those of the delimiter and the line ends, so only the mark shows that it is UTF-16. */
const japanese = "\ufeff株式会社名前一覧表,所有者氏名全部\r\n東京都千代田区丸内,山田太郎次郎三郎\r\n";
const littleEndian = Buffer.from(japanese, "utf16le");
const source = (bytes: Uint8Array) =>
  async function* (): AsyncGenerator<Uint8Array> {
    for (let from = 0; from < bytes.length; from += 7) {
      yield bytes.subarray(from, from + 7);
    }
  };
const fromBase64 = (text: string): Buffer => Buffer.from(text, "base64");

describe("byte-order marks", () => {
  for (const [encoding, bytes] of [
    ["utf-8", Buffer.from(japanese)],
    ["utf-8", Buffer.from(`\ufeff${japanese}`)],
    ["utf-16le", littleEndian],
    ["utf-16be", Buffer.from(littleEndian).swap16()],
  ] as const) {
    it(`decide that a file is ${encoding}, and are no part of the first cell, even twice`, async () => {
      const table = await openCsvTable(source(bytes), { encoding: "windows-1252" });
      assert.deepEqual([table.encoding, table.hasMark], [encoding, true]);
      assert.deepEqual(table.header ?? table.sample[0], ["株式会社名前一覧表", "所有者氏名全部"]);
    });
  }
});

describe("a file without a byte-order mark", () => {
  const cases: readonly (readonly [encoding: string, base64: string, text: string])[] = [
    [
      "shift_jis",
      "YWNtZS5leGFtcGxlLIqUjq6J747Qg0GDToOBCm5vcnRod2luZC5leGFtcGxlLJP6lnuCzInvjtAK",
      "株式会社アクメ / 日本の会社",
    ],
    ["shift_jis", "YS5leGFtcGxlLJP6lnuTZItDipSOronvjtAKYi5leGFtcGxlLJOMi56KQ4/jCg==", "日本電気株式会社 / 東京海上"],
    ["euc-jp", "YWNtZS5leGFtcGxlLLP0vLCy8bzSpaKlr6XhCnguZXhhbXBsZSzG/MvcpM6y8bzSCg==", "株式会社アクメ / 日本の会社"],
    [
      "gb18030",
      "YWNtZS5leGFtcGxlLLCiwO+wzbDNuavLvgp4LmV4YW1wbGUssbG+qb/GvLzT0M/euavLvgo=",
      "阿里巴巴公司 / 北京科技有限公司",
    ],
    [
      "big5",
      "YWNtZS5leGFtcGxlLKV4xle/bsXpuXG49Ap4LmV4YW1wbGUspXilX6zsp96ms62tpL2lcQo=",
      "台灣積體電路 / 台北科技有限公司",
    ],
    [
      "euc-kr",
      "YWNtZS5leGFtcGxlLLvvvLrA/MDaIMHWvcTIuLvnCnguZXhhbXBsZSy8rb/vxq+6sL3DCg==",
      "삼성전자 주식회사 / 서울특별시",
    ],
    [
      "windows-1251",
      "YWNtZS5leGFtcGxlLM7OziDQ7uzg+OrgCnguZXhhbXBsZSzM7vHq4uAg3+3k5erxCg==",
      "ООО Ромашка / Москва Яндекс",
    ],
    ["koi8-r", "YWNtZS5leGFtcGxlLO/v7yDyz83B28vBCnguZXhhbXBsZSztz9PL18Eg8c7ExcvTCg==", "ООО Ромашка / Москва Яндекс"],
    [
      "windows-1250",
      "YWNtZS5leGFtcGxlLKPzZJ8gU3Dzs2thCnguZXhhbXBsZSyObHWdb3Xoa/0ga/nyCg==",
      "Łódź Spółka / Žluťoučký kůň",
    ],
    [
      "windows-1252",
      "YWNtZS5leGFtcGxlLE38bGxlciAmIFP2aG5lIEdtYkgKeC5leGFtcGxlLENhZukggAo=",
      "Müller & Söhne GmbH / Café €",
    ],
    ["shift_jis", "YS5leGFtcGxlLI5Sk2MK", "山田"],
    ["windows-1251", "YS5leGFtcGxlLMzu8eri4ApiLmV4YW1wbGUsyOLg7Qo=", "Москва / Иван"],
    ["windows-1252", "YS5leGFtcGxlLEJvYpJzIC8ggDUK", "Bob’s / €5"],
    ["windows-1252", "YWNtZS5leGFtcGxlLE3veAo=", "Mïx"],
    [
      "windows-1252",
      "YS5leGFtcGxlLFNvY2npdOkgR+lu6XJhbGUKYi5leGFtcGxlLENy6WRpdCBBZ3JpY29sZQo=",
      "Société Générale / Crédit Agricole",
    ],
    ["windows-1252", "YS5leGFtcGxlLE+STmVpbGwgliCTQ2+UCg==", "O’Neill – “Co”"],
    ["windows-1253", "YWNtZS5leGFtcGxlLMXr6+ft6ereIMX04enx5d/hCg==", "Ελληνική Εταιρεία"],
    ["windows-1256", "YWNtZS5leGFtcGxlLNTR38kgx+Hjy8fhCg==", "شركة المثال"],
    ["big5", "YS5leGFtcGxlLKV4xle/bsXpuXG49Ao=", "台灣積體電路"],
    ["windows-1250", "YS5leGFtcGxlLEl2YW5hIEtvdmHoZXZp5gpiLmV4YW1wbGUsyGFrb3ZlYwo=", "Ivana Kovačević / Čakovec"],
    ["windows-1250", "YS5leGFtcGxlLEdkYfFzawo=", "Gdańsk"],
    ["windows-1250", "YS5leGFtcGxlLER2b/jhawpiLmV4YW1wbGUsUPjtYnJhbQo=", "Dvořák / Příbram"],
    ["windows-1250", "YS5leGFtcGxlLEd59XIKYi5leGFtcGxlLFN66Wtlc2ZlaOlyduFyCg==", "Győr / Székesfehérvár"],
    ["windows-1250", "YS5leGFtcGxlLEJyYbpvdgpiLmV4YW1wbGUsQmFj43UK", "Braşov / Bacău"],
    ["iso-8859-2", "YS5leGFtcGxlLKZ3aWW/eSBQsWN6ZWsK", "Świeży Pączek"],
    ["windows-1253", "YS5leGFtcGxlLMHNxczP0yDBxQpiLmV4YW1wbGUs2NnMyQo=", "ΑΝΕΜΟΣ ΑΕ / ΨΩΜΙ"],
    ["windows-1255", "YS5leGFtcGxlLPjl5yD29OXvCmIuZXhhbXBsZSzu+eQg6+TvCg==", "רוח צפון / משה כהן"],
    ["windows-1257", "YS5leGFtcGxlLNBpYXVy63MgdutqYXMKYi5leGFtcGxlLMD+dW9sYXMK", "Šiaurės vėjas / Ąžuolas"],
    ["windows-874", "YS5leGFtcGxlLKK5wbvRp7TVCmIuZXhhbXBsZSyhw9in4Le+Cg==", "ขนมปังดี / กรุงเทพ"],
    ["ibm866", "YS5leGFtcGxlLI6OjiCCpeKl4ApiLmV4YW1wbGUsjK7hqqKgCg==", "ООО Ветер / Москва"],
    ["euc-jp", "YS5leGFtcGxlLMvMyfcK", "北風"],
    ["euc-kr", "YS5leGFtcGxlLLHow7a89go=", "김철수"],
    ["gb18030", "YS5leGFtcGxlLLGxt+fT0M/euavLvgpiLmV4YW1wbGUsxa4K", "北风有限公司 / 女"],
    ["windows-1252", "YS5leGFtcGxlLE5vcnRooFdpbmQK", "North\u00a0Wind"],
    ["windows-1252", "YS5leGFtcGxlLE5p8W8K", "Niño"],
    ["windows-1252", "YS5leGFtcGxlLDUwILBDCg==", "50 °C"],
    ["windows-1250", "YS5leGFtcGxlLE38bGxlciAmIFP2aG5lCmIuZXhhbXBsZSyj82SfCg==", "Müller & Söhne / Łódź"],
    ["windows-1254", "YS5leGFtcGxlLMdhbP1rIEhvbGRpbmcKYi5leGFtcGxlLN3+IFlhev1s/W0K", "Çalık Holding / İş Yazılım"],
    ["windows-1252", "YS5leGFtcGxlLN7zcvB1ciBoZgpiLmV4YW1wbGUsU+1taW5uCg==", "Þórður hf / Síminn"],
    ["macintosh", "YS5leGFtcGxlLE2fbGxlcgpiLmV4YW1wbGUsQ2FmjiBSZW6OCg==", "Müller / Café René"],
    [
      "iso-2022-jp",
      "YS5leGFtcGxlLBskQkVsNX4+Jjt2GyhCCmIuZXhhbXBsZSwbJEJOa0xaGyhCIBskQjBsTzobKEIK",
      "東京商事 / 鈴木 一郎",
    ],
  ];
  for (const [encoding, base64, text] of cases) {
    it(`is ${encoding} where it says ${text}`, async () => {
      const table = await openCsvTable(source(Buffer.concat([Buffer.from("domain,name\n"), fromBase64(base64)])));
      assert.deepEqual([table.encoding, table.sample.map((cells) => cells[1]).join(" / ")], [encoding, text]);
    });
  }

  for (const [what, ...broken] of [
    ["one broken byte", "M\u00efx"],
    ["more broken bytes than letters", "M\u00efx", "M\u00ff\u00fb", "\u00e4\u00e9", "B\u00e4cker", "Gr\u00fc\u00dfe"],
  ] as const) {
    it(`stays UTF-8 with ${what}, which stay broken cells`, async () => {
      const rows = broken.map((cell) => Buffer.from(`acme.example,${cell}\n`, "latin1"));
      const bytes = Buffer.concat([Buffer.from("domain,name\nmüller.example,Jürgen\n"), ...rows]);
      const { encoding, sample } = await openCsvTable(source(bytes));
      const cells = broken.map((cell) => cell.replace(/\P{ASCII}/gu, "\ufffd"));
      assert.deepEqual([encoding, sample.map(([, name]) => name)], ["utf-8", ["Jürgen", ...cells]]);
    });
  }

  it("is recognized by all of its columns, however long it is", async () => {
    const row = Buffer.from("a.example;Plze\u00f2;\u00c8ern\u00fd a D\u00edt\u00ec\n", "latin1");
    const { encoding } = await openCsvTable(source(Buffer.concat(Array.from({ length: 2_000 }, () => row))));
    assert.equal(encoding, "windows-1250");
  });

  it("is read in the encoding that is named", async () => {
    const bytes = Buffer.from("domain,name\na.example,\u00a3\u00f3d\n", "latin1");
    const { encoding, sample } = await openCsvTable(source(bytes), { encoding: "cp1250" });
    assert.deepEqual([encoding, sample], ["windows-1250", [["a.example", "Łód"]]]);
  });
});

/** Two zero bytes before each pair of bytes of UTF-16. */
const withTwoZeros = (wide: Buffer, byte: number, at: number): Buffer =>
  Buffer.concat([wide, Buffer.from(at % 2 === 0 ? [0, 0, byte] : [byte])]);

describe("a file that is no text", () => {
  const cases: readonly (readonly [what: RegExp, bytes: Buffer])[] = [
    [/an Excel workbook/u, Buffer.from("PK\u0003\u0004....[Content_Types].xml....xl/workbook.xml", "latin1")],
    [
      /an OpenDocument spreadsheet/u,
      Buffer.from("PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
    ],
    [/a ZIP archive/u, Buffer.from("PK\u0003\u0004customers.csv")],
    [/an old Excel workbook/u, fromBase64("0M8R4KGxGuEAAAAA")],
    [/compressed with gzip/u, fromBase64("H4sIAAAAAAAAA0vMTUzVAwAAAP//")],
    [/a web page/u, Buffer.from("\n<!DOCTYPE html><html><table><tr><td>acme.example</td></tr></table>")],
    [/a web page/u, Buffer.from("<table><tr><td>acme.example</td></tr></table>")],
    [/a web page/u, Buffer.from("\ufeff<html><body>acme.example")],
    [/a web page/u, Buffer.from("\ufeff<html><body>acme.example", "utf16le")],
    [/a web page/u, Buffer.from("<tr><td>acme.example</td></tr>")],
    [/an XML file/u, Buffer.from("<rss><channel>acme.example</channel></rss>")],
    [/JSON/u, Buffer.from('\ufeff{"domain":"acme.example"}')],
    [/a PDF/u, Buffer.from("%PDF-1.7\n")],
    [/JSON/u, Buffer.from('[{"domain":"acme.example"}]')],
    [/JSON/u, Buffer.from('{"domain":"acme.example"}\n{"domain":"b.example"}\n')],
    [/text in UTF-32/u, Buffer.from([0xff, 0xfe, 0, 0, 97, 0, 0, 0, 44, 0, 0, 0])],
    [/text in UTF-32/u, Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 97, 0, 0, 0, 44])],
    [/text in UTF-32/u, Buffer.from("Domain\na.example", "utf16le").swap16().reduce(withTwoZeros, Buffer.alloc(0))],
    [/Row 3 has a NUL character/u, Buffer.from("Domain,City\na.example,Bern\nb.ex\u0000ample,Rome\n")],
    [/binary/u, Buffer.from("a,b\u0000\u0001\u0002\nc,d\n")],
  ];
  for (const [what, bytes] of cases) {
    it(`is refused as ${what.source}`, () => assert.rejects(openCsvTable(source(bytes)), what));
  }
});
