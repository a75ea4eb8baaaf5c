// Maps keys to commands of the grid.

export type GridCommand =
  /** Moves the focus by rows and columns; `extend` extends the selection. */
  | { readonly kind: "move"; readonly rows: number; readonly columns: number; readonly extend: boolean }
  | { readonly kind: "page"; readonly direction: 1 | -1; readonly extend: boolean }
  | { readonly kind: "rowEdge"; readonly end: boolean }
  | { readonly kind: "gridEdge"; readonly end: boolean; readonly extend: boolean }
  | { readonly kind: "toggle" }
  | { readonly kind: "activate" }
  | { readonly kind: "selectAll" }
  | { readonly kind: "clear" }
  | { readonly kind: "copy" }
  | { readonly kind: "resize"; readonly by: number };

export interface GridKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly mainKey: boolean;
}

const resizeStep = 16;

export function commandOf({ key, shiftKey, altKey, mainKey }: GridKey): GridCommand | undefined {
  if (altKey) {
    return shiftKey && !mainKey && (key === "ArrowLeft" || key === "ArrowRight")
      ? { kind: "resize", by: key === "ArrowLeft" ? -resizeStep : resizeStep }
      : undefined;
  }
  switch (key) {
    case "ArrowUp":
    case "ArrowDown": {
      const rows = key === "ArrowUp" ? -1 : 1;
      return mainKey
        ? { kind: "gridEdge", end: rows > 0, extend: shiftKey }
        : { kind: "move", rows, columns: 0, extend: shiftKey };
    }
    case "ArrowLeft":
    case "ArrowRight": {
      const end = key === "ArrowRight";
      return mainKey ? { kind: "rowEdge", end } : { kind: "move", rows: 0, columns: end ? 1 : -1, extend: false };
    }
    case "Home":
    case "End":
      return mainKey
        ? { kind: "gridEdge", end: key === "End", extend: shiftKey }
        : { kind: "rowEdge", end: key === "End" };
    case "PageUp":
    case "PageDown":
      return mainKey ? undefined : { kind: "page", direction: key === "PageUp" ? -1 : 1, extend: shiftKey };
    case " ":
      return { kind: "toggle" };
    case "Enter":
      return mainKey ? undefined : { kind: "activate" };
    case "Escape":
      return { kind: "clear" };
    case "a":
    case "A":
      return mainKey && !shiftKey ? { kind: "selectAll" } : undefined;
    case "c":
    case "C":
      return mainKey && !shiftKey ? { kind: "copy" } : undefined;
    default:
      return undefined;
  }
}
