// The tools for agents in a real VS Code, called as an agent calls them.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commandIds, idOfTool, toolNames, type ToolName } from "../../src/workbench/commandIds";
import { eventually } from "./eventually";

describe("the tools for agents", () => {
  const invoke = async (name: ToolName, input: object): Promise<string> => {
    const { content } = await vscode.lm.invokeTool(idOfTool(name), { input, toolInvocationToken: undefined });
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("\n");
  };

  before(async () => {
    await vscode.extensions.getExtension("prospect-desk.prospect-desk")?.activate();
    await vscode.commands.executeCommand(commandIds.useSandbox);
  });

  it("are known to VS Code with their input and descriptions", () => {
    const own = vscode.lm.tools.filter(({ name }) => name.startsWith("prospectDesk_"));
    assert.deepEqual(own.map(({ name }) => name).sort(), toolNames.map(idOfTool).sort());
    own.forEach(({ name, description, inputSchema }) => {
      assert.ok(description.length > 50, name);
      assert.equal((inputSchema as { readonly type?: unknown } | undefined)?.type, "object", name);
    });
  });

  describe("beside the MCP server", () => {
    const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration("prospectDesk");
    const turnOn = (isOn: true | undefined): Thenable<void> =>
      settings().update("agents.mcpServer", isOn, vscode.ConfigurationTarget.Global);
    const count = (): number => vscode.lm.tools.filter(({ name }) => /prospect/i.test(name)).length;
    const startServers = (): Thenable<unknown> =>
      vscode.commands.executeCommand("workbench.mcp.startServer", "*", { waitForLiveTools: true });

    afterEach(() => turnOn(undefined));

    it("are listed once before and after the start, because VS Code is offered no server", async () => {
      const before = count();
      await startServers();
      assert.deepEqual([before, count()], [toolNames.length, toolNames.length]);
    });

    it("are listed a second time only where the setting asks for the server", async () => {
      await turnOn(true);
      await eventually(async () => {
        await startServers();
        return count() === 2 * toolNames.length;
      }, "the tools of the server are listed, too");
    });
  });

  it("answer without a question where nothing is spent", async () => {
    assert.match(await invoke("account", {}), /5,000|credits/i);
    assert.match(await invoke("describe_filters", { search: "company" }), /headcounts/);
    const search = { search: "company", filters: { headcounts: [{ min: 11 }] } };
    assert.match(await invoke("plan_search", { search, records: 5 }), /5 records/);
  });

  it("say what is wrong with their input", async () => {
    await assert.rejects(invoke("read_records", { run: "none" }), /no run with this id/);
    await assert.rejects(invoke("plan_search", { search: 7 }), /Wrong input for plan_search|7/);
  });
});
