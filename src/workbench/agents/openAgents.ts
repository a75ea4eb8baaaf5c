// Agents in VS Code: the tools, the MCP server, the launcher, and their commands. Code that only agents use is loaded
// on first use.
import { workspace, type Disposable, type LanguageModelTool } from "vscode";
import { writeLauncher } from "../../cli/launcher";
import { commandIds, type ToolName } from "../commandIds";
import { appForAgent } from "../connections/windowApp";
import type { Desk } from "../desk";
import { errorForLog } from "../errorText";
import { affectsSettings } from "../settings";
import { saveUserSettings } from "../userSettings";
import { copyMcpConfiguration } from "./copyForAgents";
import { McpDefinitions } from "./mcpDefinitions";
import type { WindowTools } from "./windowTools";

/** `mcpChanged`: VS Code must ask for the MCP server again. */
export function openAgents(desk: Desk, mcpChanged: () => void) {
  const { app, access, account, connections, runner, version, log } = desk;
  const { extensionUri, globalStorageUri } = desk.context;
  const launcher = {
    globalStorage: globalStorageUri.fsPath,
    extension: extensionUri.fsPath,
    program: process.execPath,
    platform: process.platform,
  };
  let loaded: Promise<WindowTools> | undefined;
  const tools = (): Promise<WindowTools> =>
    (loaded ??= import("./windowTools").then(
      ({ WindowTools }) => new WindowTools(() => appForAgent(app, account, access), account, runner),
    ));
  return {
    tool: (name: ToolName): LanguageModelTool<unknown> => ({
      prepareInvocation: async (options) => (await tools()).prepare(name, options),
      invoke: async (options, token) => (await tools()).invoke(name, options, token),
    }),
    mcp: new McpDefinitions(extensionUri, globalStorageUri, connections, version),
    commands: {
      [commandIds.copyMcpConfiguration]: () => copyMcpConfiguration(account.current, launcher),
    },
    /** Sets up the launcher and the settings that processes outside of VS Code read, in the background. */
    start: (): readonly Disposable[] => {
      writeLauncher(launcher).catch((error: unknown) =>
        log(`The launcher of the command line could not be written: ${errorForLog(error)}.`),
      );
      // The running server has the key of the previous connection.
      return [
        saveUserSettings(app.store, log),
        connections.onDidChange(mcpChanged),
        workspace.onDidChangeConfiguration((event) => {
          if (affectsSettings(event, ["agents.mcpServer"])) {
            mcpChanged();
          }
        }),
      ];
    },
    /** Stops the running tools; paid replies are saved. */
    close: async () => (await loaded)?.close(),
  };
}
