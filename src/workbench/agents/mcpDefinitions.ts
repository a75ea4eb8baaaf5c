// The MCP server for VS Code's own agents, if the setting is on: they already have the same tools as language-model
// tools, and VS Code lists both. VS Code starts the server; the key goes only from the secret storage into the
// server's environment.
import { McpStdioServerDefinition, Uri, workspace, type McpServerDefinition } from "vscode";
import { sandboxConnection, type ConnectionStore } from "../connections/connectionStore";
import { setting } from "../settings";

export class McpDefinitions {
  constructor(
    private readonly extensionUri: Uri,
    private readonly globalStorage: Uri,
    private readonly connections: ConnectionStore,
    private readonly version: string,
  ) {}

  /** VS Code asks for this eagerly, so neither secrets nor disk are used. */
  provide(): McpServerDefinition[] {
    return setting("agents.mcpServer") ? [this.definition(this.connections.activeId)] : [];
  }

  /**
   * VS Code calls this just before it starts the server. Without a connection, the server lists its tools, and their
   * replies explain how to connect.
   */
  async resolve(): Promise<McpServerDefinition> {
    const { activeId } = this.connections;
    const server = this.definition(activeId);
    const stored =
      activeId === undefined || activeId === sandboxConnection.id ? undefined : await this.connections.get(activeId);
    if (stored !== undefined) {
      Object.assign(server.env, { PROSPECT_DESK_ORIGIN: stored.origin, PROSPECT_DESK_KEY: stored.key });
    }
    return server;
  }

  /** Without a key. A different connection makes a different definition, so that VS Code restarts the server. */
  private definition(connection: string | undefined): McpStdioServerDefinition {
    const cli = Uri.joinPath(this.extensionUri, "dist", "cli.js").fsPath;
    const isSandbox = connection === sandboxConnection.id;
    const args = ["--no-warnings", cli, "mcp"];
    if (isSandbox) {
      args.push("--sandbox");
    }
    const server = new McpStdioServerDefinition(
      "Prospect Desk",
      process.execPath,
      args,
      {
        ELECTRON_RUN_AS_NODE: "1",
        PROSPECT_DESK_HOME: this.globalStorage.fsPath,
        PROSPECT_DESK_STARTED_BY: "vscode",
        ...(connection !== undefined && { PROSPECT_DESK_CONNECTION: connection }),
      },
      this.version,
    );
    const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
    if (folder !== undefined) {
      server.cwd = folder.uri;
    }
    return server;
  }
}
