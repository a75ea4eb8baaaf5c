// The MCP server for VS Code's own agents. VS Code starts it; the key goes from the secret storage into the
// environment of the server and nowhere else.
import { McpStdioServerDefinition, Uri, workspace, type McpServerDefinition } from "vscode";
import type { AccountMonitor } from "../connections/accountMonitor";
import { sandboxConnection, type ConnectionStore } from "../connections/connectionStore";
import { connectionToUse } from "../connections/connectionToUse";

export interface McpDefinitionsDeps {
  readonly extensionUri: Uri;
  readonly globalStorage: Uri;
  readonly connections: Pick<ConnectionStore, "activeId" | "get">;
  readonly account: AccountMonitor;
  readonly version: string;
}

export class McpDefinitions {
  constructor(private readonly deps: McpDefinitionsDeps) {}

  /** VS Code asks for this eagerly, so neither secrets nor disk are used. */
  provide(): McpServerDefinition[] {
    return [this.definition(this.deps.connections.activeId)];
  }

  /** Just before the start. Without a connection the user is asked for one; `undefined` starts nothing. */
  async resolve(): Promise<McpServerDefinition | undefined> {
    const connection = await connectionToUse(this.deps.account);
    if (connection === undefined) {
      return undefined;
    }
    const server = this.definition(connection.id);
    if (!connection.sandbox) {
      const stored = await this.deps.connections.get(connection.id);
      if (stored === undefined) {
        return undefined;
      }
      Object.assign(server.env, { PROSPECT_DESK_ORIGIN: stored.origin, PROSPECT_DESK_KEY: stored.key });
    }
    return server;
  }

  /** Without a key. Another connection is another definition, so that VS Code starts the server again. */
  private definition(connection: string | undefined): McpStdioServerDefinition {
    const { extensionUri, globalStorage, version } = this.deps;
    const cli = Uri.joinPath(extensionUri, "dist", "cli.js").fsPath;
    const isSandbox = connection === sandboxConnection.id;
    const server = new McpStdioServerDefinition(
      "Prospect Desk",
      process.execPath,
      ["--no-warnings", cli, "mcp", ...(isSandbox ? ["--sandbox"] : [])],
      {
        ELECTRON_RUN_AS_NODE: "1",
        PROSPECT_DESK_HOME: globalStorage.fsPath,
        ...(connection !== undefined && { PROSPECT_DESK_CONNECTION: connection }),
      },
      version,
    );
    const folder = workspace.workspaceFolders?.find(({ uri }) => uri.scheme === "file");
    if (folder !== undefined) {
      server.cwd = folder.uri;
    }
    return server;
  }
}
