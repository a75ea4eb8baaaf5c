// The credit-usage tab: asks the database what was spent and hands the figures to the page.
import { commands, l10n, Uri, ViewColumn, window, type Disposable, type WebviewPanel } from "vscode";
import type { RunStore } from "../../runs/runStore";
import { searchFileEnding } from "../../searches/searchDocument";
import type { SpendRow } from "../../store/calls";
import {
  fromCreditUsage,
  type ToCreditUsage,
  type Usage,
  type UsageRow,
} from "../../../webview-ui/messages/creditUsage";
import type { ConnectionInfo } from "../account";
import { commandIds } from "../commandIds";
import { coalesce } from "../views/coalesce";
import { followOtherWindows } from "../views/otherWindows";
import { searchNameOf } from "../views/searchFiles";
import { listenToPage, showPage } from "../webviewPage";
import { errorText } from "../errorText";

export interface CreditUsageDeps {
  readonly extensionUri: Uri;
  readonly runs: RunStore;
  readonly connections: () => Promise<readonly ConnectionInfo[]>;
  readonly log: (line: string) => void;
}

const dayMs = 24 * 60 * 60 * 1000;

export function registerCreditUsage(deps: CreditUsageDeps): Disposable {
  let panel: WebviewPanel | undefined;
  return commands.registerCommand(commandIds.showCreditUsage, () => {
    if (panel !== undefined) {
      panel.reveal();
      return;
    }
    const opened = window.createWebviewPanel("prospectDesk.creditUsage", l10n.t("Credit Usage"), ViewColumn.Active, {
      enableScripts: true,
    });
    panel = opened;
    opened.iconPath = {
      light: Uri.joinPath(deps.extensionUri, "media", "credit-usage-light.svg"),
      dark: Uri.joinPath(deps.extensionUri, "media", "credit-usage-dark.svg"),
    };
    keepFilled(opened, deps);
    opened.onDidDispose(() => {
      panel = undefined;
    });
  });
}

function keepFilled(panel: WebviewPanel, deps: CreditUsageDeps): void {
  let days = 30;
  const post = (message: ToCreditUsage): void => void panel.webview.postMessage(message);
  const fill = (): void => {
    readUsage(deps, days).then(
      (usage) => post({ kind: "usage", usage }),
      (error: unknown) =>
        post({
          kind: "problem",
          message: l10n.t("What was spent could not be read. {0}", errorText(error)),
        }),
    );
  };
  const listening = listenToPage(
    panel.webview,
    fromCreditUsage,
    (message) => {
      days = message.kind === "showDays" ? message.days : days;
      fill();
    },
    (problem) => deps.log(`The credit-usage page sent an unknown message: ${problem}`),
  );
  const refresh = coalesce(fill);
  const stopListening = deps.runs.onDidChange(refresh.soon);
  const following = followOtherWindows(
    deps.runs.deps.store,
    { isVisible: () => panel.visible, onDidChangeVisibility: panel.onDidChangeViewState },
    refresh.soon,
  );
  panel.onDidDispose(() => {
    stopListening();
    [listening, refresh, following].forEach((one) => one.dispose());
  });
  showPage(panel.webview, deps.extensionUri, "creditUsage", null);
}

async function readUsage({ runs, connections }: CreditUsageDeps, days: number): Promise<Usage> {
  const { store, clock } = runs.deps;
  const since = new Date(clock.now() - (days - 1) * dayMs).setHours(0, 0, 0, 0);
  const spend = (by: "day" | "search" | "connection"): Promise<readonly SpendRow[]> => store.calls.spend({ since, by });
  const [byDay, bySearch, byConnection, current, used] = await Promise.all([
    spend("day"),
    spend("search"),
    spend("connection"),
    connections(),
    store.runs.connections(),
  ]);
  const labelOf = (id: string): string =>
    [...current, ...used].find((connection) => connection.id === id)?.label ?? l10n.t("a removed connection");
  return {
    days,
    byDay: everyDay(since, days).map((day) => usageRow(byDay.find(({ key }) => key === day) ?? nothingSpent, day)),
    bySearch: [...bySearch]
      .sort((one, other) => other.credits - one.credits)
      .map((row) => usageRow(row, searchLabel(row.key))),
    byConnection: byConnection.map((row) => usageRow(row, labelOf(row.key))),
  };
}

function searchLabel(key: string): string {
  if (key === "") {
    return l10n.t("Runs that were purged");
  }
  return key.endsWith(searchFileEnding) ? searchNameOf(Uri.parse(key)) : key;
}

const nothingSpent: Omit<SpendRow, "key"> = { credits: 0, records: 0, calls: 0, unknownCosts: 0, possiblyCharged: 0 };

/** The days of the period, oldest first, as the database names them. */
function everyDay(since: number, days: number): readonly string[] {
  return Array.from({ length: days }, (_none, index) => {
    // Noon, so that no change of clocks skips a day.
    const noon = new Date(since + dayMs / 2 + index * dayMs);
    return [noon.getFullYear(), noon.getMonth() + 1, noon.getDate()]
      .map((part) => String(part).padStart(2, "0"))
      .join("-");
  });
}

function usageRow({ credits, records, calls, possiblyCharged }: Omit<SpendRow, "key">, label: string): UsageRow {
  return { label, credits, records, calls, possiblyCharged };
}
