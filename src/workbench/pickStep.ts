// One step of a dialog as a quick pick: an item, an item's button, Back, or `undefined` when it was dismissed.
import { QuickInputButtons, window, type QuickInputButton, type QuickPickItem } from "vscode";
import { endStep } from "./dialogSteps";

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
  box.ignoreFocusOut = true;
  box.buttons = back === true ? [QuickInputButtons.Back] : [];
  if (active !== undefined) {
    box.activeItems = [active];
  }
  return new Promise((resolve) => {
    const finish = (answer: PickedItem<Item> | Back | undefined): void => {
      resolve(answer);
      endStep(box, answer === undefined);
    };
    box.onDidTriggerButton(() => finish("back"));
    box.onDidTriggerItemButton(({ item, button }) => finish({ item, button }));
    box.onDidAccept(() => {
      const [item] = box.selectedItems;
      if (item !== undefined) {
        finish({ item });
      }
    });
    box.onDidHide(() => finish(undefined));
    box.show();
  });
}

export interface PickManyOptions<Item> {
  readonly title: string;
  readonly placeholder?: string;
  /** Ticked at first. */
  readonly picked: readonly Item[];
  /** Nothing may be ticked at the end. */
  readonly mayBeNone?: true;
}

/** A step that ticks items, with Back. */
export function pickMany<Item extends QuickPickItem>(
  items: readonly Item[],
  { title, placeholder, picked, mayBeNone }: PickManyOptions<Item>,
): Promise<readonly Item[] | Back | undefined> {
  const box = window.createQuickPick<Item>();
  box.title = title;
  box.placeholder = placeholder;
  box.canSelectMany = true;
  box.ignoreFocusOut = true;
  box.items = items;
  box.selectedItems = picked;
  box.buttons = [QuickInputButtons.Back];
  return new Promise((resolve) => {
    const finish = (answer: readonly Item[] | Back | undefined): void => {
      resolve(answer);
      endStep(box, answer === undefined);
    };
    box.onDidTriggerButton(() => finish("back"));
    box.onDidAccept(() => {
      if (mayBeNone === true || box.selectedItems.length > 0) {
        finish(box.selectedItems);
      }
    });
    box.onDidHide(() => finish(undefined));
    box.show();
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
