// The arguments of the command line: which options each command takes, and the limits of their values.
import assert from "node:assert/strict";
import { parseCommand, type Command } from "../../../../src/agents/commandLine/options";

describe("the arguments of the command line", () => {
  const parsed = (...args: readonly string[]): Command | string => {
    const result = parseCommand(args);
    return "problem" in result ? result.problem : result.command;
  };

  it("limit the records to 1,000,000", () => {
    const records = (text: string): unknown => {
      const command = parsed("plan", "a.prospect.json", "--records", text);
      return typeof command === "string" ? command : "records" in command && command.records;
    };
    assert.deepEqual([records("1"), records("1000000")], [1, 1_000_000]);
    for (const text of ["0", "1000001", "10000000", "1.5", "1e3"]) {
      assert.equal(records(text), "--records must be a whole number from 1 to 1000000.", text);
    }
  });

  for (const args of [
    ["run", "a.prospect.json"],
    ["run", "--resume", "a-run"],
    ["count", "a.prospect.json"],
    ["lookup", "company", "acme.example"],
  ]) {
    it(`limit the credits of every command that spends: ${args.join(" ")}`, () => {
      const command = parsed(...args, "--max-credits", "12.5", "--yes");
      assert.ok(typeof command !== "string" && "maxCredits" in command, JSON.stringify(command));
      assert.deepEqual([command.maxCredits, command.yes], [12.5, true]);
    });
  }

  it("name one search, run or text, and no more", () => {
    const more = "Put a path with spaces in quotation marks.";
    const search = "a saved search, or - for standard input";
    assert.equal(parsed("run", "a.prospect.json", "b.prospect.json"), `Name only one: ${search}. ${more}`);
    for (const args of [["run"], ["run", ""], ["plan"], ["count"]]) {
      assert.equal(parsed(...args), `Name ${search}.`, args.join(" "));
    }
    assert.equal(parsed("account", "now"), '"account" takes no further arguments.');
    assert.equal(typeof parsed("account"), "object");
  });

  it("limit no credits where none are spent", () => {
    for (const [name, ...rest] of [["plan", "a.prospect.json"], ["runs"], ["account"], ["export", "a-run"]]) {
      for (const option of ["--max-credits=5", "--yes"]) {
        assert.match(String(parsed(String(name), ...rest, option)), /does not apply to/u);
      }
    }
  });
});
