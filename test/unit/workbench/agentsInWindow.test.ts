// Agents in a window: tools and their confirmations, the MCP server, the launcher, and what other programs are given.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { commandIds, idOfTool, mcpProviderId, type ToolName } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { ExtensionRig, type WholeExtension } from "../../support/wholeExtension";

interface Prepared {
  readonly confirmationMessages?: { readonly title: string; readonly message: { readonly value: string } };
}
interface RegisteredTool {
  prepareInvocation(options: object, token: object): Promise<Prepared>;
  invoke(options: object, token: object): Promise<{ readonly content: readonly { readonly value: string }[] }>;
}
interface Server {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const token = { onCancellationRequested: () => ({ dispose: () => undefined }), isCancellationRequested: false };
const search = { search: "people", filters: { current_position_titles: [{ value: "Engineer" }] } };

describe("Agents in a window", function () {
  const rig = new ExtensionRig({ one: "all" });
  const { vscode } = rig;
  let extension: WholeExtension;
  const tool = (name: ToolName) => vscode.registered.get(idOfTool(name)) as RegisteredTool;
  const invoke = async (name: ToolName, input: object) =>
    (await tool(name).invoke({ input, toolInvocationToken: undefined }, token)).content[0]?.value ?? "";

  before(async () => {
    extension = await rig.start();
  });

  it("refuse paid tools without a connection", async () => {
    await assert.rejects(invoke("run_search", { count: true, search }), /not connected/);
  });

  it("show plan, cost, balance and connection before a paid call, and run it in the list of runs", async () => {
    await vscode.commands.get(commandIds.useSandbox)?.();
    const input = { search, records: 30, max_credits: 50 };
    // VS Code waits for the question, so a plan that takes long on a busy machine is left out of it.
    const message = await until(async () => {
      const { confirmationMessages } = await tool("run_search").prepareInvocation({ input }, token);
      const text = confirmationMessages?.message.value ?? "";
      return /Expected cost/.test(text) && text;
    });
    assert.match(message, /Balance/);
    assert.match(message, /Connection\\: Sandbox/);
    await until(() => fs.existsSync(extension.database));
    assert.deepEqual(extension.query("select * from call"), [], "preparing sends nothing");
    assert.match(await invoke("run_search", input), /30 /);
    assert.equal(extension.query("select records from run where purpose = 'search'")[0]?.["records"], 30);
  });

  it("ask nothing before a free tool", async () => {
    const { confirmationMessages } = await tool("account").prepareInvocation({ input: {} }, token);
    assert.equal(confirmationMessages, undefined);
  });

  it("give no reason to ask for a call that will be refused", async () => {
    const { confirmationMessages } = await tool("run_search").prepareInvocation({ input: { search: 5 } }, token);
    assert.equal(confirmationMessages, undefined);
  });

  it("save for processes without VS Code what the user has set, and nothing else", async () => {
    await until(() => fs.existsSync(extension.database));
    // SQLite creates the file before its tables.
    await until(() => extension.query("select * from sqlite_schema where name = 'setting'").length > 0);
    await until(() => extension.query("select * from setting").length > 0);
    const rows = extension.query("select name, value from setting order by name");
    const names = ["confirmAbove", "creditsPerDay", "creditsPerMonth", "leaveOutLists", "sentItems", "waitSeconds"];
    assert.deepEqual(
      rows.map(({ name, value }) => [name, value]),
      names.map((name) => [name, "null"]),
    );
  });

  it("offer the MCP server of the sandbox without a key", async () => {
    await vscode.commands.get(commandIds.useSandbox)?.();
    const provider = vscode.registered.get(mcpProviderId) as {
      provideMcpServerDefinitions(): Promise<readonly Server[]>;
      resolveMcpServerDefinition(): Promise<Server>;
    };
    for (const server of [
      ...(await provider.provideMcpServerDefinitions()),
      await provider.resolveMcpServerDefinition(),
    ]) {
      assert.equal(server.command, process.execPath);
      assert.deepEqual(server.args.slice(-2), ["mcp", "--sandbox"]);
      assert.equal(server.env["ELECTRON_RUN_AS_NODE"], "1");
      assert.equal(server.env["PROSPECT_DESK_HOME"], extension.storage);
      assert.equal(server.env["PROSPECT_DESK_KEY"], undefined);
    }
  });

  it("give other clients a configuration that starts the launcher", async () => {
    await vscode.commands.get(commandIds.copyMcpConfiguration)?.();
    const [copied] = vscode.shown.find(({ what }) => what === "clipboard.writeText")?.args ?? [];
    assert.deepEqual(JSON.parse(String(copied)), {
      mcpServers: {
        "prospect-desk": { command: path.join(extension.storage, "bin", "prospect"), args: ["mcp", "--sandbox"] },
      },
    });
  });
});
