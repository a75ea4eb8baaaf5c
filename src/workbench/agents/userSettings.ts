// The settings about spending and leave-out lists that agents follow. Only the user's own values count, because a
// workspace must not raise them; they are saved in the database for processes without VS Code.
import { workspace, type Disposable } from "vscode";
import type { AgentSettings } from "../../agents/agentDesk";
import { storeSettings } from "../../agents/storedSettings";
import type { Store } from "../../store/client";
import { waitSeconds } from "../connections/networkSettings";
import { errorForLog } from "../errorText";
import { confirmAbove } from "../running/planning";
import { mostSentItems } from "../running/leaveOutPlan";

export function agentSettings(): AgentSettings {
  return { creditsPerDay: creditsPerDay(), sentItems: mostSentItems() };
}

function creditsPerDay(): number {
  const values = workspace.getConfiguration("prospectDesk").inspect<unknown>("agents.creditsPerDay");
  const value = values?.globalValue;
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}

/** Saves the settings now and whenever they change. */
export function saveUserSettings(store: Pick<Store, "settings">, log: (line: string) => void): Disposable {
  const save = (): void => {
    storeSettings(store, { ...agentSettings(), confirmAbove: confirmAbove(), waitSeconds: waitSeconds() }).catch(
      (error: unknown) => log(`The settings for agents could not be saved: ${errorForLog(error)}.`),
    );
  };
  save();
  return workspace.onDidChangeConfiguration((event) => {
    if (
      ["agents", "spending", "leaveOut", "service"].some((name) => event.affectsConfiguration(`prospectDesk.${name}`))
    ) {
      save();
    }
  });
}
