// Adding the server to configurations of agents: everything else stays, and what is not understood is refused.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "jsonc-parser/lib/esm/main.js";
import { agentHosts, type AddedServer, type ServerStart } from "../../../src/app/serverEntry";

const server = { command: "/bin/pro spect", args: ["mcp"], origin: "https://service.example" };
const sandbox = { command: "C:\\bin\\p.cmd", args: ["mcp", "--sandbox"] };
const json = (text: string, one: ServerStart = server): AddedServer => agentHosts.claude.add(text, one);
const toml = (text: string, one: ServerStart = server): AddedServer => agentHosts.codex.add(text, one);
const entry = {
  ...{ command: server.command, args: server.args },
  env: { PROSPECT_DESK_ORIGIN: server.origin, PROSPECT_DESK_KEY: "${PROSPECT_DESK_KEY}" },
};
const textOf = (added: AddedServer): string => (typeof added === "string" ? assert.fail(added) : added.text);

describe("the server in a configuration of JSON", () => {
  it("makes a file, and an entry in one that has others, at the end and in its layout", () => {
    const made = textOf(json(""));
    assert.deepEqual(JSON.parse(made), { mcpServers: { "prospect-desk": entry } });
    assert.ok(made.startsWith('{\n  "mcpServers": {\n    "prospect-desk": {\n') && made.endsWith("\n}\n"), made);
    const before = '{\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "x" }\r\n\t},\r\n\t"more": 1\r\n}\r\n';
    const after = textOf(json(before));
    assert.ok(after.startsWith(before.slice(0, before.indexOf("}") + 1)), after);
    assert.ok(after.endsWith('\r\n\t},\r\n\t"more": 1\r\n}\r\n') && !/[^\r]\n/u.test(after), after);
    assert.ok(after.includes(',\r\n\t\t"prospect-desk": {\r\n\t\t\t"command"'), after);
  });

  it("keeps comments, and everything else, in files of any layout", () => {
    const others = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 })
      // jsonc-parser reads no property of this name.
      .filter((all) => !JSON.stringify(all).includes("__proto__"));
    const mine = new Set(["mcpServers", "prospect-desk"]);
    const without = (all: object): object =>
      Object.fromEntries(Object.entries(all).filter(([name]) => !mine.has(name)));
    const indents = fc.constantFrom<number | string>(0, 2, 4, "\t");
    fc.assert(
      fc.property(others, fc.option(others), indents, fc.boolean(), (root, servers, indent, isLast) => {
        const rest = without(root);
        const named = servers === null ? {} : { mcpServers: without(servers) };
        const before = isLast ? { ...rest, ...named } : { ...named, ...rest };
        const after = textOf(json(`// mine\n${JSON.stringify(before, undefined, indent)}\n/* end */`));
        const found = parse(after) as unknown;
        const expected = { ...before, mcpServers: { ...named.mcpServers, "prospect-desk": entry } };
        assert.deepEqual(found, JSON.parse(JSON.stringify(expected)));
        assert.ok(after.startsWith("// mine\n") && after.endsWith("/* end */"), after);
      }),
      { numRuns: 300 },
    );
  });

  it("is kept as it is, and refused where nothing can be added", () => {
    assert.equal(json('{"mcpServers": {"prospect-desk": {"command": "mine"}}}'), "present");
    assert.equal(json(textOf(json("{}"))), "present");
    const wrong = ["{", "[]", "3", '{"mcpServers": []}', '{"a": 1} 2', "\uFEFF{}", "[".repeat(100_000), "not json"];
    for (const text of wrong) {
      assert.equal(json(text), "unreadable", text.slice(0, 40));
    }
  });

  it("has neither address nor key for the sandbox", () => {
    assert.deepEqual(JSON.parse(textOf(json("", sandbox))), {
      mcpServers: { "prospect-desk": sandbox },
    });
  });
});

describe("the server in a configuration of TOML", () => {
  const table = [
    "[mcp_servers.prospect-desk]",
    'command = "/bin/pro spect"',
    'args = ["mcp"]',
    'env = { PROSPECT_DESK_ORIGIN = "https://service.example" }',
    'env_vars = ["PROSPECT_DESK_KEY"]',
    "",
  ];

  it("is a table at the end, after everything that is there", () => {
    assert.equal(textOf(toml("")), table.join("\n"));
    const before = '# mine\r\nmodel = "o # no comment"\r\n\r\n[mcp_servers.other]\r\nargs = [\r\n  "a", # one\r\n]\r\n';
    assert.equal(textOf(toml(before)), `${before}\r\n${table.join("\r\n")}`);
    const odd = 'a = """\n[mcp_servers.prospect-desk]\n"""\nb = \'\'\'\n[ " \'\'\'\n[x.\'y z\']\nc.d = { e = "}" }';
    assert.equal(textOf(toml(odd)), `${odd}\n\n${table.join("\n")}`);
    assert.equal(
      textOf(toml("", sandbox)),
      '[mcp_servers.prospect-desk]\ncommand = "C:\\\\bin\\\\p.cmd"\nargs = ["mcp", "--sandbox"]\n',
    );
  });

  it("is kept as it is, and refused where nothing can be added", () => {
    const present = [
      textOf(toml("")),
      '[ mcp_servers . "prospect-desk" ]\ncommand = "x"',
      "[mcp_servers]\nprospect-desk.command = 'x'",
      "mcp_servers.prospect-desk.command = 'x'",
    ];
    present.forEach((text) => assert.equal(toml(text), "present", text));
    const wrong = [
      ...['a = "', "a = [1", "a = 1]", "no statement", "= 1", "a = '''x", "[a"],
      ...["mcp_servers = {}", "[[mcp_servers]]"],
    ];
    wrong.forEach((text) => assert.equal(toml(text), "unreadable", text));
    assert.equal(typeof toml("# prospect-desk is not here\n"), "object");
  });
});
