// While a quick filter of contacts is on, the grid shows the matching email address or phone number: a contact can have
// another one that is more probable, but dead.
import type { ColumnLayout, QuickChoice } from "../../../webview-ui/messages/results";

interface FoundColumn {
  readonly found: string;
  readonly insteadOf: readonly string[];
}

const foundColumns: Readonly<Record<QuickChoice, FoundColumn>> = {
  deliverableEmail: { found: "deliverable_email", insteadOf: ["work_email", "personal_email"] },
  mobilePhone: { found: "mobile_phone", insteadOf: ["phone"] },
};

export function withFoundColumns(
  layout: readonly ColumnLayout[],
  quick: readonly QuickChoice[] = [],
): readonly ColumnLayout[] {
  return quick.reduce((columns, choice) => {
    const { found, insteadOf } = foundColumns[choice];
    const own = columns.find(({ id }) => id === found);
    const replaced = columns.find(({ id, visible }) => visible && insteadOf.includes(id));
    if (own === undefined) {
      return columns;
    }
    return columns
      .filter((column) => column !== own || replaced === undefined)
      .flatMap((column): readonly ColumnLayout[] => {
        const { id } = column;
        if (column === replaced) {
          return [
            { ...own, visible: true, pinned: column.pinned },
            { ...column, visible: false },
          ];
        }
        return [column === own || insteadOf.includes(id) ? { ...column, visible: column === own } : column];
      });
  }, layout);
}

/** The user's own layout without the columns that these filters added. `before` is the user's own layout until now. */
export function withoutFoundColumns(
  shown: readonly ColumnLayout[],
  quick: readonly QuickChoice[] = [],
  before: readonly ColumnLayout[],
): readonly ColumnLayout[] {
  const changed = new Set(quick.flatMap((choice) => [foundColumns[choice].found, ...foundColumns[choice].insteadOf]));
  return shown.map((column) => {
    const own = changed.has(column.id) ? before.find(({ id }) => id === column.id) : undefined;
    return own === undefined ? column : { ...column, visible: own.visible, pinned: own.pinned };
  });
}
