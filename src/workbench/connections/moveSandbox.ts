// "Move Sandbox One Month Ahead": as after the service's monthly refresh, so that two runs of a search can be compared.
import { commands, l10n, window } from "vscode";
import { commandIds } from "../commandIds";
import { errorText } from "../errorText";
import { connectionOf } from "./accountMonitor";
import type { ConnectDeps } from "./connectDeps";
import { useSandboxText } from "./connectionTexts";

export async function moveSandbox({ access, account }: ConnectDeps): Promise<void> {
  if (connectionOf(account.current)?.sandbox !== true) {
    const use = useSandboxText();
    if ((await window.showInformationMessage(l10n.t("The sandbox is not in use."), use)) === use) {
      await commands.executeCommand(commandIds.useSandbox);
    }
    return;
  }
  try {
    const months = await access.moveSandbox();
    const run = l10n.t("Run a search again to see what is new, changed, or gone.");
    const moved =
      months === 1
        ? l10n.t("The sandbox's data is 1 month ahead.")
        : l10n.t("The sandbox's data is {0} months ahead.", months);
    void window.showInformationMessage(`${moved} ${run}`);
  } catch (error) {
    void window.showErrorMessage(errorText(error));
  }
}
