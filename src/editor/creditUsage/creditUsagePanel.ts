// The credit-usage tab: reads the ledger and hands the figures to the page.
import { commands, l10n, Uri, ViewColumn, window, type Disposable, type WebviewPanel } from "vscode";
import { spendBySearch } from "../../runs/ledgerBySearch";
import { localDay, type Ledger, type SpendRow } from "../../runs/ledger";
import type { RunStore } from "../../runs/runStore";
import { searchFileEnding } from "../../searches/searchDocument";
import type { Clock } from "../../service/wire";
import { fromCreditUsage, type ToCreditUsage, type Usage, type UsageRow } from "../../../webview-ui/messages/creditUsage";
import type { ConnectionInfo } from "../account";
import { commandIds } from "../identifiers";
import { searchNameOf } from "../views/searchFiles";
import { listenToPage, showPage } from "../webviewPage";

export interface CreditUsageParts {
  readonly extensionUri: Uri;
  readonly ledger: Ledger;
  readonly store: RunStore;
  readonly connections: () => Promise<readonly ConnectionInfo[]>;
  readonly clock: Pick<Clock, "now">;
  readonly log: (line: string) => void;
}

const dayMs = 24 * 60 * 60 * 1000;

export function registerCreditUsage(parts: CreditUsageParts): Disposable {
  let panel: WebviewPanel | undefined;
  return commands.registerCommand(commandIds.showCreditUsage, () => {
    if (panel !== undefined) {
      panel.reveal();
      return;
    }
    const opened = window.createWebviewPanel("prospectDesk.creditUsage", l10n.t("Credit Usage"), ViewColumn.Active, { enableScripts: true });
    panel = opened;
    opened.iconPath = { light: Uri.joinPath(parts.extensionUri, "media", "credit-usage-light.svg"), dark: Uri.joinPath(parts.extensionUri, "media", "credit-usage-dark.svg") };
    keepFilled(opened, parts);
    opened.onDidDispose(() => {
      panel = undefined;
    });
  });
}

function keepFilled(panel: WebviewPanel, parts: CreditUsageParts): void {
  let days = 30;
  const post = (message: ToCreditUsage): void => void panel.webview.postMessage(message);
  const fill = (): void => {
    readUsage(parts, days).then(
      (usage) => post({ kind: "usage", usage }),
      (error: unknown) => post({ kind: "problem", message: l10n.t("The ledger could not be read: {0}", error instanceof Error ? error.message : String(error)) }),
    );
  };
  const listening = listenToPage(
    panel.webview,
    fromCreditUsage,
    (message) => {
      days = message.kind === "showDays" ? message.days : days;
      fill();
    },
    (problem) => parts.log(`The credit-usage page sent an unknown message: ${problem}`),
  );
  const stopListening = parts.ledger.onDidChange(fill);
  panel.onDidDispose(() => {
    listening.dispose();
    stopListening();
  });
  showPage(panel.webview, parts.extensionUri, "creditUsage", null);
}

async function readUsage({ ledger, store, connections, clock }: CreditUsageParts, days: number): Promise<Usage> {
  const since = new Date(clock.now() - (days - 1) * dayMs).setHours(0, 0, 0, 0);
  const [byDay, byRun, byConnection, runs, known] = await Promise.all([
    ledger.spend({ since, by: "day" }),
    ledger.spend({ since, by: "run" }),
    ledger.spend({ since, by: "connection" }),
    store.list(),
    connections(),
  ]);
  const labelOf = (id: string): string =>
    known.find((connection) => connection.id === id)?.label ?? runs.find(({ header }) => header.connection.id === id)?.header.connection.label ?? l10n.t("a removed connection");
  const searchLabel = (key: string): string => (key.endsWith(searchFileEnding) ? searchNameOf(Uri.parse(key)) : key);
  return {
    days,
    byDay: everyDay(since, days).map((day) => usageRow(byDay.find(({ key }) => key === day) ?? nothingSpent, day)),
    bySearch: spendBySearch(byRun, runs).map((row) => usageRow(row, searchLabel(row.key))),
    byConnection: byConnection.map((row) => usageRow(row, labelOf(row.key))),
  };
}

const nothingSpent: Omit<SpendRow, "key"> = { credits: 0, records: 0, calls: 0, possiblyCharged: 0 };

/** The days of the period, oldest first, as the ledger names them; noon, so that no change of clocks skips one. */
function everyDay(since: number, days: number): readonly string[] {
  return Array.from({ length: days }, (_none, index) => localDay(since + dayMs / 2 + index * dayMs));
}

function usageRow({ credits, records, calls, possiblyCharged }: Omit<SpendRow, "key">, label: string): UsageRow {
  return { label, credits, records, calls, possiblyCharged };
}
