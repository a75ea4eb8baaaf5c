// Adds enrichments to the list: asks which ids to track, showing the parsed ids of pasted text and the sandbox's demo
// enrichments.
import { window, type QuickPickItem } from "vscode";
import type { App } from "../../app/app";
import { addEnrichments, recognizeIds } from "../../app/enrichments";
import { stateLabel } from "../../enrichments/enrichmentState";
import type { RunConnection } from "../../runs/run";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import type { Desk } from "../desk";
import { enrichmentName } from "../enrichmentTexts";
import { errorText } from "../errorText";
import { safeText } from "../safeText";

export async function trackEnrichments(desk: Desk): Promise<void> {
  try {
    await askAndTrack(desk);
  } catch (error) {
    void window.showErrorMessage(`The enrichments could not be added. ${errorText(error)}`);
  }
}

async function askAndTrack({ app, account, enrichments }: Desk): Promise<void> {
  const connection = await connectionToUse(account);
  if (connection === undefined) {
    return;
  }
  const demos = connection.sandbox ? (await import("../../sandbox/bulkEnrichments")).sandboxEnrichments : [];
  const info = runConnection(connection);
  const ids = await askForIds(app, info, demos);
  if (ids.length === 0) {
    return;
  }
  const { before } = await addEnrichments(app, ids, info);
  enrichments.poller.wake();
  if (before.length > 0) {
    void window.showInformationMessage(
      `Tracked already, so not added again: ${before.map(enrichmentName).join(", ")}.`,
    );
  }
}

interface DemoEnrichment {
  readonly id: string;
  readonly meaning: string;
}

interface IdItem extends QuickPickItem {
  readonly id: string;
  readonly isPicked: boolean;
}

/** Offers the demos while nothing is typed. Resolves to no ids when the user cancels. */
async function askForIds(
  app: App,
  connection: RunConnection,
  demos: readonly DemoEnrichment[],
): Promise<readonly string[]> {
  const box = window.createQuickPick<IdItem>();
  box.title = `Track enrichments: ${safeText(connection.label)}`;
  box.placeholder = "Paste one or more ids, or the text that contains them. Fetching results is free.";
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.ignoreFocusOut = true;
  let asked = 0;
  const show = async (text: string): Promise<void> => {
    const nth = (asked += 1);
    const items = await itemsFor(app, connection, demos, text.trim());
    // The text may have changed since: only the last reply is shown.
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

/**
 * The ids in the text, and the sandbox's enrichments that match it. The sandbox has no others, so other ids are not
 * selected.
 */
async function itemsFor(
  app: App,
  connection: RunConnection,
  demos: readonly DemoEnrichment[],
  text: string,
): Promise<readonly IdItem[]> {
  const matching = demos.filter(({ id, meaning }) => `${id} ${meaning}`.toLowerCase().includes(text.toLowerCase()));
  const found = await recognizeIds(app, [text, ...matching.map(({ id }) => id)].join(" "), connection);
  return found.map(({ id, isLikely, tracked }) => {
    const demo = demos.find((one) => one.id === id);
    const parts: string[] = [];
    if (demo !== undefined) {
      parts.push(demo.meaning);
    }
    if (tracked !== undefined) {
      parts.push(`already tracked: ${safeText(stateLabel(tracked.state))}`);
    }
    if (!isLikely) {
      parts.push("probably not an id");
    }
    return {
      id,
      label: safeText(id),
      alwaysShow: true,
      isPicked: isLikely && tracked === undefined && (demos.length === 0 || demo !== undefined) && text.includes(id),
      description: parts.join(" · "),
    };
  });
}
