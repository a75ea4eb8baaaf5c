// A view that is being filled anew hands its menu's command no node. Nothing else may stand in for what was pointed at.
import { l10n, window } from "vscode";

/** True, after telling the user, when a command came from a view but what it was chosen on is not there any more. */
export function targetIsLost(args: readonly unknown[]): boolean {
  const lost = args.length > 0 && args[0] === undefined;
  if (lost) {
    void window.showInformationMessage(l10n.t("The list has just changed, so nothing was done. Choose again."));
  }
  return lost;
}
