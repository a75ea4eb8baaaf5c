// Asks which enrichments to track: shows what was understood of pasted text, and the sandbox's demo enrichments.
import { l10n, window, type QuickPickItem } from "vscode";
import type { RecognizedId } from "../../app/enrichments";
import { stateLabel } from "../../enrichments/enrichmentState";
import { safeText } from "../safeText";

export interface DemoEnrichment {
  readonly id: string;
  readonly meaning: string;
}

interface IdsQuestion {
  /** Of the connection. */
  readonly label: string;
  /** Offered while nothing is typed. */
  readonly demos: readonly DemoEnrichment[];
  readonly recognize: (text: string) => Promise<readonly RecognizedId[]>;
}

interface IdItem extends QuickPickItem {
  readonly id: string;
  readonly isPicked: boolean;
}

/** Resolves to no ids when the user cancels. */
export async function askForIds(question: IdsQuestion): Promise<readonly string[]> {
  const box = window.createQuickPick<IdItem>();
  box.title = l10n.t("Track enrichments: {0}", safeText(question.label));
  box.placeholder = l10n.t("Paste one or more ids, or the text that contains them. Fetching results is free.");
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.ignoreFocusOut = true;
  let asked = 0;
  const show = async (text: string): Promise<void> => {
    const nth = (asked += 1);
    const items = await itemsFor(question, text.trim());
    // Whoever types on gets only the last answer.
    if (nth === asked) {
      box.items = items;
      box.selectedItems = items.filter(({ isPicked }) => isPicked);
    }
  };
  let showing = show("");
  await showing;
  return new Promise((resolve) => {
    const finish = (ids: readonly string[]): void => {
      resolve(ids);
      box.dispose();
    };
    box.onDidChangeValue((text) => {
      showing = show(text);
    });
    box.onDidAccept(async () => {
      await showing;
      if (box.selectedItems.length > 0) {
        finish(box.selectedItems.map(({ id }) => id));
      }
    });
    box.onDidHide(() => finish([]));
    box.show();
  });
}

/** The ids in the text, and the sandbox's enrichments that match it: those are all it has, so no others are picked. */
async function itemsFor({ demos, recognize }: IdsQuestion, text: string): Promise<readonly IdItem[]> {
  const matching = demos.filter(({ id, meaning }) => `${id} ${meaning}`.toLowerCase().includes(text.toLowerCase()));
  const found = await recognize([text, ...matching.map(({ id }) => id)].join(" "));
  return found.map(({ id, isLikely, tracked }) => {
    const demo = demos.find((one) => one.id === id);
    return {
      id,
      label: safeText(id),
      alwaysShow: true,
      isPicked: isLikely && tracked === undefined && (demos.length === 0 || demo !== undefined) && text.includes(id),
      description: [
        ...(demo === undefined ? [] : [demo.meaning]),
        ...(tracked === undefined ? [] : [l10n.t("already tracked: {0}", safeText(stateLabel(tracked.state)))]),
        ...(isLikely ? [] : [l10n.t("probably not an id")]),
      ].join(" · "),
    };
  });
}
