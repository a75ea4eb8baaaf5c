// The skills for agents in plugin/skills: what VS Code wants of them, and that they say what the tools are.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describeTool } from "../../../src/agents/tool";
import { allTools } from "../../../src/agents/tools/allTools";
import { columnsOf } from "../../../src/records/columns";

const names = readdirSync("plugin/skills");
const skills = names.map((name) => ({ name, text: readFileSync(`plugin/skills/${name}/SKILL.md`, "utf8") }));
const columns = (["company", "person"] as const).flatMap((kind) => columnsOf(kind).map(({ id }) => id));

/** The names of all fields of a schema, also of those within. */
const fieldsOf = (schema: unknown): readonly string[] =>
  typeof schema !== "object" || schema === null
    ? []
    : Object.entries(schema).flatMap(([key, value]) => [
        ...(key === "properties" ? Object.keys(value as object) : []),
        ...fieldsOf(value),
      ]);

const toolNamed = (name: string) => allTools.filter((tool) => tool.name === name);

describe("the skills for agents", () => {
  it("are those of package.json, and packaged", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
      readonly contributes: { readonly chatSkills: readonly { readonly path: string }[] };
    };
    assert.deepEqual(
      manifest.contributes.chatSkills.map(({ path }) => path).sort(),
      names.map((name) => `./plugin/skills/${name}/SKILL.md`).sort(),
    );
    assert.ok(readFileSync(".vscodeignore", "utf8").split("\n").includes("!plugin/**"));
  });

  it("are in a plugin without a path of a machine, whose version is that of the package", () => {
    const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
    // Agent Plugins find skills and servers at fixed places; Claude Code has its own manifest.
    const { $schema, ...portable } = read("plugin/plugin.json");
    const { mcpServers: ofClaude, ...claude } = read("plugin/.claude-plugin/plugin.json");
    assert.deepEqual(portable, claude);
    assert.equal(portable["version"], read("package.json")["version"]);
    assert.equal($schema, "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json");
    const fields = ["name", "version", "description", "author", "homepage", "repository", "license", "keywords"];
    assert.deepEqual(
      Object.keys(portable).filter((name) => !fields.includes(name)),
      [],
    );
    const { mcpServers, ...rest } = read("plugin/mcp.json");
    assert.deepEqual(rest, { $schema: "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json" });
    const env = Object.fromEntries(
      ["PROSPECT_DESK_ORIGIN", "PROSPECT_DESK_KEY", "PROSPECT_DESK_HOME"].map((name) => [name, `\${${name}:-}`]),
    );
    const startedIn = (root: string) => ({ command: "node", args: [`${root}/../dist/cli.js`, "mcp"], env });
    assert.deepEqual(mcpServers, { "prospect-desk": { type: "stdio", ...startedIn("${PLUGIN_ROOT}") } });
    assert.deepEqual(ofClaude, { "prospect-desk": startedIn("${CLAUDE_PLUGIN_ROOT}") });
  });

  for (const { name, text } of skills) {
    it(`${name} has the front matter that VS Code wants, and is short`, () => {
      const [, front = "", body = ""] = text.split(/^---\n/mu);
      const fields = front.trim().split("\n");
      assert.equal(fields[0], `name: ${name}`);
      assert.match(name, /^[a-z0-9-]{1,64}$/);
      // Plain text of YAML, on one line.
      assert.match(fields[1] ?? "", /^description: [A-Z](?:(?!: | #)[^\n]){40,1000}\.$/);
      assert.equal(fields.length, 2);
      assert.ok(body.length < 3_000, `${body.length} characters`);
    });

    it(`${name} names tools, their parameters, and columns as they are`, () => {
      for (const line of text.split("\n")) {
        const words = [...line.matchAll(/`([^`]+)`/gu)].flatMap(([, code = ""]) => code.match(/[a-z_]+/gu) ?? []);
        const called = words.flatMap(toolNamed);
        const known = new Set([
          ...called.map((tool) => tool.name),
          ...called.flatMap((tool) => fieldsOf(describeTool(tool).inputSchema)),
          ...[...columns, "true", "false"],
        ]);
        assert.deepEqual(
          words.filter((word) => !known.has(word)),
          [],
          line,
        );
        const limits = called.map(
          (tool) => describeTool(tool).inputSchema["properties"] as { limit?: { description: string } },
        );
        if (words.includes("limit")) {
          limits.forEach(({ limit }) => assert.ok(line.includes(limit?.description.replace(/\.$/, "") ?? "?"), line));
        }
      }
    });
  }
});
