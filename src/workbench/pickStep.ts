// One step of a dialog as a quick pick: an item, an item's button, Back, or `undefined` when the user dismissed it.
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
  /** The title for the checked items, in the order in which they were checked. */
  readonly title: (checked: readonly Item[]) => string;
  readonly placeholder?: string;
  /** The items checked at first. */
  readonly picked: readonly Item[];
  /** Whether no item has to be checked. */
  readonly mayBeNone?: true;
  /** Whether there is no step before it. */
  readonly isFirst?: true;
}

/**
 * A step for checking items, with Back unless it is the first. The answer is in the order in which they were checked.
 */
export function pickMany<Item extends QuickPickItem>(
  items: readonly Item[],
  { title, placeholder, picked, mayBeNone, isFirst }: PickManyOptions<Item>,
): Promise<readonly Item[] | Back | undefined> {
  let checked = picked;
  const box = window.createQuickPick<Item>();
  box.title = title(checked);
  box.placeholder = placeholder;
  box.matchOnDescription = true;
  box.canSelectMany = true;
  box.items = items;
  box.selectedItems = picked;
  box.buttons = isFirst === true ? [] : [QuickInputButtons.Back];
  return showStep(box, (finish: (answer: readonly Item[] | Back) => void) => {
    box.onDidChangeSelection((selected) => {
      const added = new Set(selected);
      checked = [...checked.filter((item) => added.delete(item)), ...added];
      box.title = title(checked);
    });
    box.onDidTriggerButton(() => finish("back"));
    box.onDidAccept(() => {
      if (mayBeNone === true || checked.length > 0) {
        finish(checked);
      }
    });
  });
}

/** A step for picking one item, without Back. */
export async function pickOne<Item extends QuickPickItem>(
  items: readonly Item[],
  options: Omit<PickStepOptions<Item>, "back">,
): Promise<Item | undefined> {
  const picked = await pickStep(items, options);
  return picked === undefined || picked === "back" ? undefined : picked.item;
}
