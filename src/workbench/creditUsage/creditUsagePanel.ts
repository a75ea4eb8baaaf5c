// The credit-usage tab: reads the spent credits from the database and sends them to the page.
import { Uri, ViewColumn, window, type WebviewPanel } from "vscode";
import {
  creditUsageProcedures,
  type AgentsUsage,
  type CreditUsageUpdates,
  type Usage,
  type UsageRow,
} from "../../../webview-ui/messages/creditUsage";
import { listen, poster } from "../../../webview-ui/messages/procedures";
import { agentsUsage } from "../../app/agentsUsage";
import type { App } from "../../app/app";
import type { RunConnection } from "../../runs/run";
import { searchFileEnding } from "../../searches/searchDocument";
import type { SpendRow } from "../../store/spend";
import { codeOf } from "../../store/storeError";
import { dateText } from "../../text/dates";
import { coalesce } from "../coalesce";
import { sandboxConnection, type ConnectionStore } from "../connections/connectionStore";
import { errorForLog, errorText } from "../errorText";
import { followOtherWindows } from "../otherWindows";
import { searchNameOf } from "../searchFiles/searchFiles";
import { dayAndTimeText } from "../times";
import { userSettings } from "../userSettings";
import { showPage } from "../webviewPage";

const dayMs = 24 * 60 * 60 * 1000;

const panelType = "prospectDesk.creditUsage";
const webviewOptions = { enableScripts: true };

export function openCreditUsage(
  app: App,
  connections: ConnectionStore,
  extensionUri: Uri,
  log: (line: string) => void,
) {
  let panel: WebviewPanel | undefined;
  const fill = (opened: WebviewPanel): void => {
    panel = opened;
    opened.iconPath = {
      light: Uri.joinPath(extensionUri, "media", "credit-usage-light.svg"),
      dark: Uri.joinPath(extensionUri, "media", "credit-usage-dark.svg"),
    };
    showUsage(opened, app, connections, log);
    showPage(opened.webview, extensionUri, "creditUsage", null);
    opened.onDidDispose(() => {
      panel = undefined;
    });
  };
  const showCreditUsage = (): void => {
    if (panel === undefined) {
      fill(window.createWebviewPanel(panelType, "Credit Usage", ViewColumn.Active, webviewOptions));
    } else {
      panel.reveal();
    }
  };
  // After a reload, VS Code restores the tab and asks for its content.
  const restorer = window.registerWebviewPanelSerializer(panelType, {
    deserializeWebviewPanel: async (restored) => {
      restored.webview.options = webviewOptions;
      fill(restored);
    },
  });
  return { show: showCreditUsage, dispose: () => restorer.dispose() };
}

/** Sends the figures when the page asks, and again whenever a run changes them in this or another window. */
function showUsage(panel: WebviewPanel, app: App, connections: ConnectionStore, log: (line: string) => void): void {
  let days = 30;
  const post = poster<CreditUsageUpdates>(panel.webview);
  const update = async (): Promise<void> => {
    try {
      post("usage", await readUsage(app, connections, days));
    } catch (error) {
      // The notification about a damaged database says what to do.
      const why = codeOf(error) === "CORRUPT" ? "The database is damaged." : errorText(error);
      post("problem", `Your credit usage could not be read. ${why}`);
    }
  };
  const refresh = coalesce(() => void update());
  const stopListening = app.runs.onDidChange(refresh.soon);
  const disposables = [
    refresh,
    listen(
      panel.webview,
      creditUsageProcedures,
      {
        ready: update,
        showDays: (chosen) => {
          days = chosen;
          return update();
        },
      },
      {
        onRefused: (problem) => log(`The credit-usage page sent an invalid message: ${problem}`),
        onFailure: (error) => log(`Credit usage could not be shown: ${errorForLog(error)}`),
      },
    ),
    followOtherWindows(app.store, panel, refresh.soon),
  ];
  panel.onDidDispose(() => {
    stopListening();
    disposables.forEach((one) => one.dispose());
  });
}

/** The sandbox's credits are not part of any sum with others. */
async function readUsage(app: App, connections: ConnectionStore, days: number): Promise<Usage> {
  const { store, clock } = app;
  const { id: sandbox } = sandboxConnection;
  const since = new Date(clock.now() - (days - 1) * dayMs).setHours(0, 0, 0, 0);
  const spend = (by: "day" | "search" | "connection", isOther?: boolean): Promise<readonly SpendRow[]> =>
    store.calls.spend({ since, by, connection: isOther === undefined ? undefined : { id: sandbox, isOther } });
  const [all, paid, played, current, used] = await Promise.all([
    spend("connection"),
    Promise.all([spend("day", true), spend("search", true)]),
    Promise.all([spend("day", false), spend("search", false)]),
    connections.list(),
    store.runs.connections(),
  ]);
  const ofSandbox = all.find(({ key }) => key === sandbox);
  const isSandbox = ofSandbox !== undefined && all.length === 1;
  const [byDay, bySearch] = isSandbox ? played : paid;
  const known = [...current, sandboxConnection, ...used];
  const labelOf = (id: string | undefined): string =>
    known.find((connection) => connection.id === id)?.label ?? "a removed connection";
  return {
    days,
    byDay: everyDay(since, days).map((day) =>
      usageRow(byDay.find(({ key }) => key === day) ?? nothingSpent, dateText(day)),
    ),
    bySearch: [...bySearch]
      .sort((one, other) => other.credits - one.credits)
      .map((row) => usageRow(row, sourceLabel(row, clock.now()))),
    byConnection: all.filter((row) => isSandbox || row !== ofSandbox).map((row) => usageRow(row, labelOf(row.key))),
    isSandbox,
    agents: await readAgentsUsage(app, known, labelOf),
    sandbox: isSandbox || ofSandbox === undefined ? undefined : usageRow(ofSandbox, labelOf(ofSandbox.key)),
  };
}

/** The credits that agents spent without asking. An account has the name of the first of its connections. */
async function readAgentsUsage(
  app: App,
  connections: readonly RunConnection[],
  labelOf: (id: string | undefined) => string,
): Promise<AgentsUsage> {
  const { creditsPerDay, creditsPerMonth } = userSettings();
  return {
    creditsPerDay,
    creditsPerMonth,
    rows: (await agentsUsage(app, connections)).map(({ of, day, month }) => ({
      label: of === "all" ? "all connections" : labelOf(of?.id),
      day,
      month,
    })),
  };
}

/**
 * A batch is named after its file and start, because a file can be looked up more than once; other runs without a
 * search file are named after the latest one.
 */
function sourceLabel({ key, spentOn, title, startedAt }: SpendRow, now: number): string {
  switch (spentOn) {
    case "deleted":
      return "Deleted runs";
    case "lookups":
      return "Single lookups";
    case "batch":
      return `Lookup batch ${title ?? ""}, ${dayAndTimeText(startedAt ?? now, now)}`;
    default:
      return key.endsWith(searchFileEnding) && !key.startsWith("untitled:")
        ? searchNameOf(Uri.parse(key))
        : (title ?? key);
  }
}

const nothingSpent: Omit<SpendRow, "key"> = { credits: 0, records: 0, calls: 0, unknownCosts: 0, possiblyCharged: 0 };

/** The days of the period in the database's format, oldest first. */
function everyDay(since: number, days: number): readonly string[] {
  return Array.from({ length: days }, (_none, index) => {
    // Noon, so that no daylight-saving change skips a day.
    const noon = new Date(since + dayMs / 2 + index * dayMs);
    return [noon.getFullYear(), noon.getMonth() + 1, noon.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
  });
}

function usageRow({ credits, records, calls, possiblyCharged }: Omit<SpendRow, "key">, label: string): UsageRow {
  return { label, credits, records, calls, possiblyCharged };
}
