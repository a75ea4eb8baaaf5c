// One step of a dialog as a quick pick: an entry, an entry's button, Back, or nothing when it was dismissed.
import { QuickInputButtons, window, type QuickInputButton, type QuickPickItem } from "vscode";

export interface StepOptions<Item> {
  readonly title: string;
  readonly placeholder?: string | undefined;
  readonly back?: boolean;
  /** The entry under the cursor at first. */
  readonly active?: Item | undefined;
}

export type StepAnswer<Item> = { readonly item: Item; readonly button?: QuickInputButton } | "back" | undefined;

export function pickStep<Item extends QuickPickItem>(
  items: readonly Item[],
  { title, placeholder, back, active }: StepOptions<Item>,
): Promise<StepAnswer<Item>> {
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
    const finish = (answer: StepAnswer<Item>): void => {
      resolve(answer);
      box.dispose();
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
