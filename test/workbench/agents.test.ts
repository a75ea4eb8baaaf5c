// The tools for agents in a real VS Code, called as an agent calls them.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commandIds, editorIds, idOfTool, toolNames, type ToolName } from "../../src/workbench/commandIds";
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
        return count() === 2 * toolNames.length ? true : undefined;
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

interface FakeModel {
  script(answers: readonly string[]): void;
  asked(): readonly (readonly string[])[];
}

describe("a search from a description, with a language model", () => {
  let model: FakeModel;

  before(async () => {
    const extension = vscode.extensions.getExtension<FakeModel>("prospect-desk-tests.fake-model");
    assert.ok(extension);
    model = await extension.activate();
    await eventually(async () => (await vscode.lm.selectChatModels())[0], "there is a model");
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  /** The text of the search that the command opens unsaved in the filter builder. */
  async function opened(description: string): Promise<Record<string, unknown>> {
    let isFinished = false;
    const command = Promise.resolve(
      vscode.commands.executeCommand(commandIds.newSearchFromDescription, description),
    ).finally(() => (isFinished = true));
    const uri = await eventually(async () => {
      if (!isFinished) {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      }
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return isFinished && input instanceof vscode.TabInputCustom && input.viewType === editorIds.filterBuilder
        ? input.uri
        : undefined;
    }, "the search is open");
    await command;
    assert.equal(uri.scheme, "untitled");
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    return JSON.parse(document?.getText() ?? "{}") as Record<string, unknown>;
  }

  it("opens what the model understood, after a correction", async () => {
    model.script([
      '{"search":"company","filters":{"industries":[{"value":"Bank"}]}}',
      '{"search":"company","filters":{"industries":[{"value":"Banking"}],"headquarters_locations":[{"value":"Oslo"}]}}',
    ]);
    const { search, filters } = await opened("lenders from the capital of Norway");
    assert.equal(search, "company");
    assert.deepEqual(filters, {
      industries: [{ value: "Banking" }],
      headquarters_locations: [{ value: "Oslo" }],
    });
    assert.equal(model.asked().length, 2);
  });

  for (const [what, answer] of [
    ["nonsense", "As a model, I like turtles."],
    [
      "a hostile answer",
      '{"search":"company","filters":{"__proto__":[{"value":"x"}],"run":[{"value":"now"}]},"fetch":{"records":1e9}}',
    ],
  ] as const) {
    it(`opens the known words after ${what}`, async () => {
      model.script([answer]);
      const { filters, fetch } = await opened("banks in Norway");
      assert.deepEqual(filters, {
        industries: [{ value: "Banking" }],
        headquarters_locations: [{ value: "Norway" }],
      });
      assert.deepEqual(fetch, { records: 100 });
      assert.equal(model.asked().length, 3);
    });
  }

  it("opens the known words when the model fails", async () => {
    model.script([]);
    const { filters } = await opened("banks in Norway");
    assert.deepEqual(Object.keys(filters as object), ["industries", "headquarters_locations"]);
  });
});
