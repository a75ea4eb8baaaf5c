// Adding entries to the file of a leave-out list: in its columns, its encoding and with its line ends.
import assert from "node:assert/strict";
import { appendToLeaveOutList, readLeaveOutList, type LeaveOutLine } from "../../../src/tables/leaveOutList";

const bytesOf = (text: string): Uint8Array => Buffer.from(text, "utf8");

async function appended(text: string, isTable: boolean, ...lines: LeaveOutLine[]): Promise<string> {
  const result = await appendToLeaveOutList(bytesOf(text), isTable, lines);
  assert.equal(result.kind, "added");
  return Buffer.from(result.kind === "added" ? result.bytes : []).toString("utf8");
}

describe("adding to a leave-out list", () => {
  it("adds a line with a comment to a text, after a last line without an end too", async () => {
    const added = await appended("# ours\r\na.example", false, { value: "b.example", about: "B\n# Corp" });
    assert.equal(added, "# ours\r\na.example\r\nb.example  # B # Corp\r\n");
    const { entries, notUnderstood } = await readLeaveOutList(bytesOf(added), false);
    assert.deepEqual(entries, [
      { kind: "domain", value: "a.example" },
      { kind: "domain", value: "b.example" },
    ]);
    assert.equal(notUnderstood.count, 0);
  });

  it("puts the value into the column of a table that is read for it", async () => {
    const table = 'Customer;Website;Owner\n"North; Wind";northwind.example;Jo\n';
    assert.equal(await appended(table, true, { value: "acme.example", about: "Acme" }), `${table};acme.example;\n`);
  });

  it("does not add what the list has already", async () => {
    const text = "https://www.Acme.example/about\n";
    assert.equal(await appended(text, false, { value: "acme.example" }, { value: "acme.example" }), text);
  });

  it("keeps the encoding, and leaves out a comment that it lacks letters for", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a.example\n", "utf16le")]);
    const result = await appendToLeaveOutList(utf16, false, [{ value: "b.example", about: "Bär 東京" }]);
    assert.ok(result.kind === "added");
    assert.equal(Buffer.from(result.bytes).toString("utf16le"), "\ufeffa.example\nb.example  # Bär 東京\n");
    const latin = Buffer.from("b\u00e4r, a.example\n", "latin1");
    const other = await appendToLeaveOutList(latin, false, [{ value: "c.example", about: "東京" }]);
    assert.ok(other.kind === "added");
    assert.equal(Buffer.from(other.bytes).toString("latin1"), "bär, a.example\nc.example\n");
  });

  it("begins an empty list, as text or as a table", async () => {
    for (const isTable of [false, true]) {
      assert.equal(await appended("", isTable, { value: "acme.example" }), "acme.example\n");
    }
  });

  it("counts what it has added, and adds what is given twice once", async () => {
    const lines = ["b.example", "a.example", "c.example", "b.example"].map((value) => ({ value }));
    assert.deepEqual(await appendToLeaveOutList(bytesOf("a.example\n"), false, lines), {
      kind: "added",
      bytes: Buffer.from("a.example\nb.example\nc.example\n"),
      added: 2,
    });
    assert.deepEqual(await appendToLeaveOutList(bytesOf("a.example"), false, [{ value: "a.example" }]), {
      kind: "added",
      bytes: bytesOf("a.example"),
      added: 0,
    });
    assert.deepEqual(await appendToLeaveOutList(bytesOf("a.example"), false, []), {
      kind: "added",
      bytes: bytesOf("a.example"),
      added: 0,
    });
  });

  it("begins a new line after a last line of one character, in every encoding", async () => {
    // Otherwise the entry would be a part of the comment, and would be looked up again.
    assert.equal(await appended("a.example\n#", false, { value: "b.example" }), "a.example\n#\nb.example\n");
    assert.equal(await appended("a.example\r#", false, { value: "b.example" }), "a.example\r#\nb.example\n");
    assert.equal(await appended("a.example\r", false, { value: "b.example" }), "a.example\rb.example\n");
    // In UTF-16 the last letter has a byte of 10.
    for (const last of ["\u0a05", "\u050a", "\n"]) {
      const text = `\ufeffa.example # ${last}`;
      for (const swapped of [false, true]) {
        const encoded = (whole: string): Buffer =>
          swapped ? Buffer.from(whole, "utf16le").swap16() : Buffer.from(whole, "utf16le");
        assert.deepEqual(await appendToLeaveOutList(encoded(text), false, [{ value: "b.example" }]), {
          kind: "added",
          bytes: encoded(`${text}${last === "\n" ? "" : "\n"}b.example\n`),
          added: 1,
        });
      }
    }
  });

  it("adds nothing when the list's encoding lacks a letter of a value", async () => {
    const latin = Buffer.from("b\u00e4r, a.example\n", "latin1");
    const lines = [{ value: "b.example" }, { value: "ł.example" }];
    assert.deepEqual(await appendToLeaveOutList(latin, false, lines), {
      kind: "unwritable",
      value: "ł.example",
    });
  });

  it("takes a text that ends within a letter of UTF-8 for Windows-1252", async () => {
    const latin = Buffer.from("a.example # b\u00e4", "latin1");
    assert.deepEqual(await appendToLeaveOutList(latin, false, [{ value: "b.example", about: " Bar " }]), {
      kind: "added",
      bytes: Buffer.from("a.example # b\u00e4\nb.example  # Bar\n", "latin1"),
      added: 1,
    });
  });

  it("adds nothing when a table has no column for one of the values", async () => {
    const table = bytesOf("Email,City\njo@acme.example,Bonn\n");
    assert.deepEqual(await appendToLeaveOutList(table, true, [{ value: "acme.example" }]), {
      kind: "unwritable",
      value: "acme.example",
    });
  });
});
