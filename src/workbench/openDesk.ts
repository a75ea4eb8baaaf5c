// The module that the entry loads: the desk, with the commands, views, editors, and tools that use it.
import type { CustomTextEditorProvider, ExtensionContext, LanguageModelTool } from "vscode";
import type { McpDefinitions } from "./agents/mcpDefinitions";
import { openAgents } from "./agents/openAgents";
import type { CommandHandler, CommandId, ToolName, viewIds } from "./commandIds";
import { commandTable } from "./commands/commandTable";
import { applyRetention } from "./commands/retention";
import { followStoredThings } from "./commands/storedThings";
import { followConnection } from "./connections/accountMonitor";
import { showAccountInStatusBar } from "./connections/statusBar";
import { createDesk } from "./desk";
import type { Trees } from "./deskCore";
import type { ResultsEditor } from "./resultsEditor/registerResultsEditor";
import { followSearchDocuments } from "./running/followSearchDocuments";
import { registerSearchText } from "./searchText/registerSearchText";
import { greetOnce } from "./startup/firstWindow";
import type { TreeRows } from "./tree";
import { showUnfinished } from "./views/unfinished";

/** Everything that the entry has registered placeholders for. */
export interface OpenedDesk {
  readonly commands: Readonly<Record<CommandId, CommandHandler>>;
  readonly rows: Readonly<Record<keyof typeof viewIds, TreeRows>>;
  readonly filterBuilder: CustomTextEditorProvider;
  readonly results: ResultsEditor["provider"];
  readonly resultsFiles: ResultsEditor["files"];
  readonly tool: (name: ToolName) => LanguageModelTool<unknown>;
  readonly mcp: McpDefinitions;
  /** Stops everything that this window is running and closes the database. */
  close(): Promise<void>;
}

export function openDesk(context: ExtensionContext, trees: Trees, mcpChanged: () => void): OpenedDesk {
  const desk = createDesk(context, trees);
  const agents = openAgents(desk, mcpChanged);
  context.subscriptions.push(
    desk,
    ...followSearchDocuments(desk),
    ...registerSearchText(),
    // From here on secrets, disk, and network are used.
    showAccountInStatusBar(desk),
    showUnfinished(desk),
    followStoredThings(desk),
    ...followConnection(desk.account, desk.connections, desk.clock),
    ...applyRetention(desk),
  );
  void desk.account.refresh();
  desk.enrichments.start();
  desk.leaveOut.start();
  void greetOnce(context);
  context.subscriptions.push(...agents.start());
  return {
    commands: { ...commandTable(desk), ...agents.commands },
    rows: { searches: desk.searchesView, enrichments: desk.enrichments.rows },
    filterBuilder: desk.filterBuilder,
    results: desk.results.provider,
    resultsFiles: desk.results.files,
    tool: agents.tool,
    mcp: agents.mcp,
    close: async () => {
      await Promise.all([agents.close(), desk.stop()]);
      await desk.data.close();
    },
  };
}
