// Adding entries to the file of a leave-out list: in its columns, its encoding and with its line ends.
import assert from "node:assert/strict";
import { appendToLeaveOutList, type LeaveOutLine } from "../../../src/lookups/appendToLeaveOutList";
import { readLeaveOutList } from "../../../src/lookups/leaveOutList";

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

  it("adds nothing when a table has no column for one of the values", async () => {
    const table = bytesOf("Email,City\njo@acme.example,Bonn\n");
    assert.deepEqual(await appendToLeaveOutList(table, true, [{ value: "acme.example" }]), {
      kind: "noPlace",
      value: "acme.example",
    });
  });
});
