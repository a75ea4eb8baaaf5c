// One step of a dialog as a quick pick: an item, an item's button, Back, or `undefined` when it was dismissed.
import { QuickInputButtons, window, type QuickInputButton, type QuickPickItem } from "vscode";
import { showStep } from "./dialogSteps";

export interface PickStepOptions<Item> {
  readonly title: string;
  readonly placeholder?: string | undefined;
  readonly back?: boolean;
  /** The item that is focused first. */
  readonly active?: Item | undefined;
}

export type Back = "back";

export interface PickedItem<Item> {
  readonly item: Item;
  readonly button?: QuickInputButton;
}

export function pickStep<Item extends QuickPickItem>(
  items: readonly Item[],
  { title, placeholder, back, active }: PickStepOptions<Item>,
): Promise<PickedItem<Item> | Back | undefined> {
  const box = window.createQuickPick<Item>();
  box.title = title;
  box.placeholder = placeholder;
  box.items = items;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.buttons = back === true ? [QuickInputButtons.Back] : [];
  if (active !== undefined) {
    box.activeItems = [active];
  }
  return showStep(box, (finish: (answer: PickedItem<Item> | Back) => void) => {
    box.onDidTriggerButton(() => finish("back"));
    box.onDidTriggerItemButton(finish);
    box.onDidAccept(() => {
      const [item] = box.selectedItems;
      if (item !== undefined) {
        finish({ item });
      }
    });
  });
}

export interface PickManyOptions<Item> {
  /** With what is ticked, in the order in which it was ticked. */
  readonly title: (ticked: readonly Item[]) => string;
  readonly placeholder?: string;
  /** Ticked at first. */
  readonly picked: readonly Item[];
  /** Nothing may be ticked at the end. */
  readonly mayBeNone?: true;
  /** No step is before it. */
  readonly isFirst?: true;
}

/** A step that ticks items, with Back unless it is the first. The answer is in the order in which they were ticked. */
export function pickMany<Item extends QuickPickItem>(
  items: readonly Item[],
  { title, placeholder, picked, mayBeNone, isFirst }: PickManyOptions<Item>,
): Promise<readonly Item[] | Back | undefined> {
  let ticked = picked;
  const box = window.createQuickPick<Item>();
  box.title = title(ticked);
  box.placeholder = placeholder;
  box.matchOnDescription = true;
  box.canSelectMany = true;
  box.items = items;
  box.selectedItems = picked;
  box.buttons = isFirst === true ? [] : [QuickInputButtons.Back];
  return showStep(box, (finish: (answer: readonly Item[] | Back) => void) => {
    box.onDidChangeSelection((selected) => {
      const added = new Set(selected);
      ticked = [...ticked.filter((item) => added.delete(item)), ...added];
      box.title = title(ticked);
    });
    box.onDidTriggerButton(() => finish("back"));
    box.onDidAccept(() => {
      if (mayBeNone === true || ticked.length > 0) {
        finish(ticked);
      }
    });
  });
}

/** A step that only picks. */
export async function pickOne<Item extends QuickPickItem>(
  items: readonly Item[],
  options: Omit<PickStepOptions<Item>, "back">,
): Promise<Item | undefined> {
  const picked = await pickStep(items, options);
  return picked === undefined || picked === "back" ? undefined : picked.item;
}
