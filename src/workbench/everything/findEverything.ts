// "Find in Everything Fetched…": full-text search of all records on this machine, while the user types. Free and
// offline.
import { QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from "vscode";
import { findRecords } from "../../app/readRecords";
import { kindCountText } from "../../runs/amounts";
import { recordKinds, type RecordKind } from "../../service/operations";
import type { FoundRecord, FoundRecords } from "../../store/everything";
import { countText } from "../../text/numbers";
import type { Desk } from "../desk";
import { errorForLog, errorText } from "../errorText";
import { foundTitle, nothingFoundText } from "../resultsEditor/fetchedResults";
import { originText } from "../resultsEditor/rowAnswers";
import { safeText } from "../safeText";

/** Only these records are listed below the box, but the results show all. */
const mostListed = 30;
/** The search waits until no key is pressed for this long, in ms. */
const typingPauseMs = 80;

interface FoundItem extends QuickPickItem {
  /** The results to open: all records of a kind, or those with this title. */
  readonly opens?: { readonly text: string; readonly kind: RecordKind; readonly key?: number };
}

export function findEverything({ app, openFetched, log }: Desk): void {
  const box = window.createQuickPick<FoundItem>();
  box.title = "Find in everything fetched";
  box.placeholder = "Name, title, company, place, skill, or email";
  // Otherwise VS Code moves records whose label matches above the items for all records. Its types lack the option.
  Object.assign(box, { sortByLabel: false });
  let timer: NodeJS.Timeout | undefined;
  /** Replies to earlier texts are dropped. */
  let latest: string | undefined;
  const show = (text: string, items: readonly FoundItem[]): void => {
    if (text === latest) {
      box.busy = false;
      box.items = items;
    }
  };
  const search = async (text: string): Promise<void> => {
    try {
      show(text, foundItems(text, await findRecords(app, text, mostListed), app.clock.now()));
    } catch (error) {
      log(`Find in everything fetched: ${errorForLog(error)}`);
      show(text, [{ label: errorText(error), alwaysShow: true, iconPath: new ThemeIcon("warning") }]);
    }
  };
  box.onDidChangeValue((typed) => {
    clearTimeout(timer);
    const text = typed.trim();
    latest = text;
    if (text === "") {
      show(text, []);
    } else {
      box.busy = true;
      timer = setTimeout(() => void search(text), typingPauseMs);
    }
  });
  box.onDidAccept(() => {
    const opens = box.selectedItems[0]?.opens;
    if (opens !== undefined) {
      const { text, ...choice } = opens;
      box.hide();
      openFetched({ kind: "found", text }, foundTitle(text), choice).catch((error: unknown) => {
        void window.showErrorMessage(errorText(error));
      });
    }
  });
  box.onDidHide(() => {
    clearTimeout(timer);
    latest = undefined;
    box.dispose();
  });
  box.show();
}

const icons: Readonly<Record<RecordKind, string>> = { company: "organization", person: "person", contact: "mail" };

/** First all records of each kind, then the newest of them. */
function foundItems(text: string, { counts, isCapped, records }: FoundRecords, now: number): readonly FoundItem[] {
  const kinds = recordKinds.filter((kind) => counts[kind] > 0);
  if (kinds.length === 0) {
    return [{ label: nothingFoundText, alwaysShow: true }];
  }
  return [
    ...kinds.map((kind): FoundItem => ({
      label: kindCountText(kind, counts[kind], `${countText(counts[kind])}${isCapped ? "+" : ""}`),
      description: "show as results",
      iconPath: new ThemeIcon("list-flat"),
      alwaysShow: true,
      opens: { text, kind },
    })),
    { label: "Latest", kind: QuickPickItemKind.Separator },
    ...records.map((record): FoundItem => recordItem(text, record, now)),
  ];
}

function recordItem(text: string, record: FoundRecord, now: number): FoundItem {
  const { kind, key, id, title, detail, runTitle, receivedAt } = record;
  const isNamed = title.trim() !== "" && title !== id;
  return {
    label: safeText(title),
    description: safeText(detail),
    detail: originText(safeText(runTitle), now - receivedAt),
    iconPath: new ThemeIcon(icons[kind]),
    alwaysShow: true,
    opens: { text: isNamed ? title : text, kind, key },
  };
}
