// The arguments of the command line: which options each command takes, and the limits of their values.
import assert from "node:assert/strict";
import { parseCommand, verbNames } from "../../../src/cli/verbs";

describe("the arguments of the command line", () => {
  /** What a command was read as; a mistake's sentence. */
  const parsed = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>> | string> => {
    const result = await parseCommand(args);
    if ("problem" in result) {
      return result.problem;
    }
    const { command } = result;
    return command.kind === "verb" ? { of: command.argument, ...command.options } : { ...command };
  };

  it("limit the records to 1,000,000", async () => {
    for (const records of [1, 1_000_000]) {
      assert.deepEqual(await parsed("plan", "a", "--records", String(records)), { of: "a", records });
    }
    for (const text of ["0", "1000001", "10000000", "1.5", "1e3"]) {
      assert.equal(
        await parsed("plan", "a", "--records", text),
        "--records must be a whole number from 1 to 1000000.",
        text,
      );
    }
  });

  it("limit no credits where none are spent", async () => {
    for (const [name, ...rest] of [["plan", "a.prospect.json"], ["runs"], ["account"], ["export", "a-run"]]) {
      for (const option of ["--max-credits=5", "--yes", "--accept-unknown-costs"]) {
        assert.match(String(await parsed(String(name), ...rest, option)), /does not apply to/u);
      }
    }
  });

  const commands: readonly (readonly [string, object])[] = [
    ["", { kind: "help", about: undefined, asJson: false }],
    ["--help", { kind: "help", about: undefined, asJson: false }],
    ["help", { kind: "help", about: undefined, asJson: false }],
    ["help run", { kind: "help", about: "run", asJson: false }],
    ["run -h", { kind: "help", about: "run", asJson: false }],
    ["--version", { kind: "version", asJson: false }],
    ["run --version --help", { kind: "version", asJson: false }],
    ["mcp", { kind: "mcp", sandbox: false }],
    ["mcp --sandbox", { kind: "mcp", sandbox: true }],
    ["account --sandbox", { of: undefined, sandbox: true }],
    ["count - --max-credits 0.000001 --yes", { of: "-", "max-credits": 0.000001, yes: true }],
    ["run a --format json --fields name,country", { of: "a", format: "json", fields: ["name", "country"] }],
    ["resume r --accept-unknown-costs", { of: "r", "accept-unknown-costs": true }],
    ["lookup company acme.example", { of: { kind: "company", texts: ["acme.example"] } }],
    ["lookup company a.example b.example", { of: { kind: "company", texts: ["a.example", "b.example"] } }],
    ["lookup company Acme Inc.", { of: { kind: "company", texts: ["Acme Inc."] } }],
    ["lookup person Ada Lovelace", { of: { kind: "person", texts: ["Ada Lovelace"] } }],
    ["lookup person Ada Lovelace @ acme.example", { of: { kind: "person", texts: ["Ada Lovelace @ acme.example"] } }],
    [
      "lookup person a@acme.example b@acme.example",
      { of: { kind: "person", texts: ["a@acme.example", "b@acme.example"] } },
    ],
    ["lookup person --in t.csv --column 2", { of: { kind: "person", texts: [] }, in: "t.csv", column: ["2"] }],
    [
      "lookup company --in t.csv --column Site --column 3 --separator tab --header-row none --encoding CP1250 --plan",
      {
        of: { kind: "company", texts: [] },
        ...{ in: "t.csv", column: ["Site", "3"], separator: "\t", "header-row": "none", encoding: "windows-1250" },
        plan: true,
      },
    ],
    ["plan --records=5 -- --odd", { of: "--odd", records: 5 }],
  ];
  for (const [line, command] of commands) {
    it(`are read whole: prospect ${line}`, async () => {
      assert.deepEqual(await parsed(...line.split(" ").filter((word) => word !== "")), command);
    });
  }

  const nameSearch = "Name a saved search, or - for standard input.";
  const oneSearch =
    "Name only one: a saved search, or - for standard input. Put a path with spaces in quotation marks.";
  const sayWhat =
    'Say what to look up: "lookup company TEXT", "lookup person TEXT", or a table with --in instead of TEXT.';
  const credits = "--max-credits must be a number of credits, such as 25 or 12.5.";
  const noOptionForKeys =
    "There is no option for the address or the key: set PROSPECT_DESK_ORIGIN and PROSPECT_DESK_KEY in the " +
    "environment, where other programs of this machine cannot read them.";
  const noCommand = `There is no such command. Commands: ${verbNames.join(", ")}.`;
  const mistakes: readonly (readonly [readonly string[], string])[] = [
    [["nonsense"], noCommand],
    [["toString"], noCommand],
    [["help", "acount"], "There is no such command. Did you mean “count” or “account”?"],
    [["rum", "a", "--json"], "There is no such command. Did you mean “run”?"],
    [["run", "a", "--records", "1", "--records", "2"], "--records is given twice."],
    [["run"], nameSearch],
    [["run", ""], nameSearch],
    [["plan", "my", "file"], oneSearch],
    [["run", "--resume", "r"], "There is no option --resume."],
    [["account", "a"], '"account" takes no further arguments.'],
    [["mcp", "a"], '"mcp" takes no further arguments.'],
    [["mcp", "--json"], '--json does not apply to "mcp".'],
    [["plan", "a", "--out", "b.csv"], '--out does not apply to "plan".'],
    [["lookup", "company", "a.example", "--in", "t.csv"], sayWhat],
    [
      ["lookup", "company", "a.example", "--out", "o.csv"],
      "--out, --format, --raw, and --profile are for several lookups: one is printed as JSON.",
    ],
    [["lookup", "company", "-", "--again"], "--again is for a single lookup."],
    [["lookup", "company", "-", "--column", "1"], "--column needs --in."],
    [["lookup", "company", "-", "--header-row", "1"], "--header-row needs --in."],
    [["lookup", "company", "a.example", "--plan"], "--plan is for several lookups."],
    [
      ["lookup", "company", "--in", "t.csv", "--encoding", "latin-99"],
      "--encoding must be an encoding such as utf-8, windows-1252, or shift_jis.",
    ],
    [
      ["lookup", "company", "--in", "t.csv", "--header-row", "0"],
      "--header-row must be the number of a row from 1 to 999, or none.",
    ],
    [
      ["lookup", "company", "--in", "t.csv", "--separator", "ab"],
      "--separator must be one character such as ; or |, or tab.",
    ],
    [["people", "a", "--companies", "l.csv", "--column", "1", "--column", "2"], "--column is given twice."],
    [["people", "a"], "Name the list of companies with --companies."],
    [["export", "again", "l", "--kind", "animal"], "--kind must be one of company, person, contact."],
    [["runs", "--limit", "0"], "--limit must be a whole number from 1 to 1000000."],
    [["enrichment", "start"], "Say what to do with enrichments: track, list, results, remove."],
    [["enrichment", "track"], "Name an id."],
    [["enrichment", "track", "enr-1", "{}"], 'There is no id in argument 2 of "enrichment track".'],
    [["enrichment", "track", "enr-1", "--out", "a.csv"], '--out does not apply to "enrichment track".'],
    [["enrichment", "list", "enr-1"], '"enrichment list" takes no further arguments.'],
    [["enrichment", "results"], "Name the id of an enrichment."],
    [["enrichment", "trak"], "Say what to do with enrichments: track, list, results, remove. Did you mean “track”?"],
    [["config", "gte"], "Say what to do with settings: get, set, or unset. Did you mean “get”?"],
    [["run", "a", "--record", "5"], "There is no option --record. Did you mean “--records”?"],
    [["people", "-", "--companies", "-"], "Standard input can be the search or the list, not both."],
    [["lookup", "compny", "a.example"], `${sayWhat} Did you mean “company”?`],
    [["lookup"], sayWhat],
    [["lookup", "animal", "cat"], sayWhat],
    [["export"], "Name the id of a run."],
    [["export", "r", "s"], "Name only one: the id of a run. Put a path with spaces in quotation marks."],
    [["export", "again", "--fields", "name"], "export again has the format and the columns of the last export."],
    [
      ["export", "r", "--fields", "name", "--profile", "ours"],
      "--fields and --profile both choose the columns: use one of them.",
    ],
    [["export", "r", "--format", "pdf"], "--format must be one of csv, tsv, json, ndjson."],
    [["plan", "a", "--records"], "--records needs a value."],
    [["run", "a", "--yes=no"], "--yes takes no value."],
    [["run", "a", "--max-credits", "-5"], credits],
    [["run", "a", "--max-credits", "1e3"], credits],
    [["run", "a", "--max-credits", "1000000000.5"], "--max-credits must be a number of credits, such as 25 or 12.5."],
    [["run", "a", "--max-credits", "0.1234567"], credits],
    [["run", "a", "--wide"], "There is no option --wide."],
    [["run", "a", "--api-key", "secret"], noOptionForKeys],
    [["run", "a", "--ORIGIN=secret"], noOptionForKeys],
  ];
  for (const [args, problem] of mistakes) {
    it(`have a sentence for each mistake: prospect ${args.join(" ")}`, async () => {
      assert.equal(await parsed(...args), problem);
    });
  }
});
