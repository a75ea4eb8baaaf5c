// Maps keys to commands of the grid; they are those of spreadsheets.

export type GridCommand =
  /** Moves the focus by rows and columns. `extend` extends the range of cells; on a header it changes the width. */
  | { readonly kind: "move"; readonly rows: number; readonly columns: number; readonly extend: boolean }
  | { readonly kind: "page"; readonly direction: 1 | -1; readonly extend: boolean }
  /** To the first or last column. */
  | { readonly kind: "rowEdge"; readonly end: boolean; readonly extend: boolean }
  /** To the first or last row. */
  | { readonly kind: "columnEdge"; readonly end: boolean; readonly extend: boolean }
  /** To the first or last cell. */
  | { readonly kind: "gridEdge"; readonly end: boolean; readonly extend: boolean }
  | { readonly kind: "toggle" }
  /** `add`: a header sorts after the columns that are sorted already; records are compared. */
  | { readonly kind: "activate"; readonly add: boolean }
  | { readonly kind: "edit" }
  | { readonly kind: "openLink" }
  | { readonly kind: "selectAll" }
  | { readonly kind: "clear" }
  | { readonly kind: "copy" }
  /** Adds records to a list, with the key that browsers use for bookmarks. */
  | { readonly kind: "star" }
  | { readonly kind: "menu" }
  /** The menu, if a header has the focus. */
  | { readonly kind: "headerMenu" }
  | { readonly kind: "moveColumn"; readonly by: 1 | -1 };

export interface GridKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly mainKey: boolean;
}

/** J and K go to the next and the previous record, in the grid and in the details. */
export const recordStep = (key: string): 1 | -1 | undefined => (key === "j" ? 1 : key === "k" ? -1 : undefined);

export function commandOf(pressed: GridKey): GridCommand | undefined {
  const { key, shiftKey, altKey, mainKey } = pressed;
  if (altKey) {
    return altCommand(pressed);
  }
  switch (key) {
    case "ArrowUp":
    case "ArrowDown": {
      const end = key === "ArrowDown";
      return mainKey
        ? { kind: "columnEdge", end, extend: shiftKey }
        : { kind: "move", rows: end ? 1 : -1, columns: 0, extend: shiftKey };
    }
    case "ArrowLeft":
    case "ArrowRight": {
      const end = key === "ArrowRight";
      return mainKey
        ? { kind: "rowEdge", end, extend: shiftKey }
        : { kind: "move", rows: 0, columns: end ? 1 : -1, extend: shiftKey };
    }
    case "Home":
    case "End":
      return { kind: mainKey ? "gridEdge" : "rowEdge", end: key === "End", extend: shiftKey };
    case "PageUp":
    case "PageDown":
      return mainKey ? undefined : { kind: "page", direction: key === "PageUp" ? -1 : 1, extend: shiftKey };
    case " ":
      return { kind: "toggle" };
    case "Enter":
      return mainKey ? { kind: "openLink" } : { kind: "activate", add: shiftKey };
    case "Escape":
      return { kind: "clear" };
    case "ContextMenu":
      return { kind: "menu" };
    case "F2":
      return { kind: "edit" };
    case "F10":
      return shiftKey ? { kind: "menu" } : undefined;
    default:
      return shiftKey ? undefined : mainKey ? letterCommand(key.toLowerCase()) : recordCommand(key);
  }
}

function recordCommand(key: string): GridCommand | undefined {
  const rows = recordStep(key);
  return rows === undefined ? undefined : { kind: "move", rows, columns: 0, extend: false };
}

function altCommand({ key, shiftKey, mainKey }: GridKey): GridCommand | undefined {
  if (mainKey) {
    return undefined;
  }
  if (key === "ArrowDown" && !shiftKey) {
    return { kind: "headerMenu" };
  }
  return shiftKey && (key === "ArrowLeft" || key === "ArrowRight")
    ? { kind: "moveColumn", by: key === "ArrowLeft" ? -1 : 1 }
    : undefined;
}

function letterCommand(letter: string): GridCommand | undefined {
  switch (letter) {
    case "a":
      return { kind: "selectAll" };
    case "c":
      return { kind: "copy" };
    case "d":
      return { kind: "star" };
    default:
      return undefined;
  }
}
