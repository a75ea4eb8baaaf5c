// package.json contributes the tools for agents exactly as the table of tools describes them.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describeTool } from "../../../src/agents/tool";
import { allTools } from "../../../src/agents/tools/allTools";
import { idOfTool, mcpProviderId, toolNames, type ToolName } from "../../../src/workbench/commandIds";

interface WrittenTool {
  readonly name: string;
  readonly displayName: string;
  readonly userDescription: string;
}

interface Manifest {
  readonly contributes: {
    languageModelTools: readonly WrittenTool[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

const icons: Readonly<Record<ToolName, string>> = {
  describe_filters: "filter",
  plan_search: "list-ordered",
  run_search: "play",
  look_up: "organization",
  read_records: "table",
  export_records: "export",
  enrichments: "cloud-download",
  account: "credit-card",
};

/** `#prospectRunSearch` in a prompt. */
const referenceName = (name: string): string =>
  `prospect_${name}`.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The texts for people are written in the manifest alone. */
const written = new Map(manifest.contributes.languageModelTools.map((tool) => [tool.name, tool]));

const expected = allTools.map((tool) => ({
  name: idOfTool(tool.name as ToolName),
  displayName: written.get(idOfTool(tool.name as ToolName))?.displayName ?? "",
  toolReferenceName: referenceName(tool.name),
  canBeReferencedInPrompt: true,
  icon: `$(${icons[tool.name as ToolName]})`,
  userDescription: written.get(idOfTool(tool.name as ToolName))?.userDescription ?? "",
  modelDescription: tool.description,
  tags: ["prospect-desk", "companies", "people"],
  inputSchema: describeTool(tool).inputSchema,
}));

describe("The tools for agents in package.json", () => {
  it("are those of the table", () => {
    if (process.env["UPDATE_MANIFEST"] === "1") {
      manifest.contributes.languageModelTools = expected;
      writeFileSync("package.json", `${JSON.stringify(manifest, undefined, 2)}\n`);
    }
    assert.deepEqual(
      manifest.contributes.languageModelTools,
      JSON.parse(JSON.stringify(expected)),
      "run: UPDATE_MANIFEST=1 npm test -- --only unit --grep 'tools for agents'",
    );
  });

  it("are registered when the extension starts", () => {
    assert.deepEqual(
      allTools.map(({ name }) => name),
      toolNames,
    );
  });

  it("have names and descriptions that VS Code accepts", () => {
    for (const tool of allTools) {
      assert.match(idOfTool(tool.name as ToolName), /^(?!copilot_|vscode_)[\w-]+$/);
      assert.match(referenceName(tool.name), /^[\w-]+$/);
      assert.equal(describeTool(tool).inputSchema["type"], "object");
    }
  });

  it("take a model no more to read than 3,000 tokens, which are some 4 characters each", () => {
    const { length } = JSON.stringify(allTools.map(describeTool));
    assert.ok(length <= 12_000, `${length} characters`);
  });

  it("come with the MCP server that the entry registers", () => {
    assert.deepEqual(
      manifest.contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [mcpProviderId],
    );
  });
});
