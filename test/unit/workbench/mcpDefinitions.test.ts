// The MCP server that VS Code starts: which connection it uses, and where the key is.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import { McpDefinitions } from "../../../src/workbench/agents/mcpDefinitions";
import { useVscode } from "../../support/vscode";

interface Server {
  readonly args: readonly string[];
  readonly cwd?: Uri;
  readonly env: Readonly<Record<string, string>>;
}

const stored = { id: "c1", label: "Work", origin: "https://api.example", workspaceId: "w1", sandbox: false };
const key = "a-key-that-stays-secret";

describe("The MCP server that VS Code starts", () => {
  const vscode = useVscode();
  const create = (activeId: string | null = stored.id, known = true): McpDefinitions =>
    new McpDefinitions(
      Uri.file("/extensions/prospect-desk"),
      Uri.file("/storage"),
      { activeId: activeId ?? undefined, get: async () => (known ? { ...stored, key } : undefined) } as never,
      "1.2.3",
    );

  beforeEach(() => vscode.settings.set("agents.mcpServer", true));

  it("is offered only where the setting asks for it, because the tools are listed already", () => {
    assert.equal(create().provide().length, 1);
    for (const value of [false, undefined, "yes"]) {
      vscode.settings.set("agents.mcpServer", value);
      assert.deepEqual(create().provide(), []);
    }
  });

  it("is described without the key, for the first folder of the workspace", () => {
    vscode.folders = [Uri.from({ scheme: "vscode-vfs", path: "/remote" }), Uri.file("/projects/searches")];
    const [server] = create().provide() as unknown as readonly Server[];
    assert.deepEqual(server?.args, ["--no-warnings", "/extensions/prospect-desk/dist/cli.js", "mcp"]);
    assert.equal(server.cwd?.fsPath, "/projects/searches");
    assert.deepEqual(server.env, {
      ELECTRON_RUN_AS_NODE: "1",
      PROSPECT_DESK_HOME: "/storage",
      PROSPECT_DESK_STARTED_BY: "vscode",
      PROSPECT_DESK_CONNECTION: "c1",
    });
    assert.ok(!JSON.stringify(server).includes(key));
  });

  it("gets address and key in its environment alone, when it is started", async () => {
    const server = (await create().resolve()) as unknown as Server;
    assert.equal(server.env["PROSPECT_DESK_KEY"], key);
    assert.equal(server.env["PROSPECT_DESK_ORIGIN"], stored.origin);
    assert.ok(!server.args.join(" ").includes(key));
  });

  it("is started without a key and without a connection, and asks nobody", async () => {
    for (const definitions of [create(stored.id, false), create(null)]) {
      const { env, args } = (await definitions.resolve()) as unknown as Server;
      assert.deepEqual([env["PROSPECT_DESK_KEY"], args.includes("--sandbox")], [undefined, false]);
    }
    assert.deepEqual(
      vscode.shown.filter(({ what }) => what === "createQuickPick"),
      [],
    );
  });
});
