// The choices in pickers and messages about connections.
import type { QuickPickItem } from "vscode";
import { commandIds, type CommandId } from "../commandIds";

export const useSandboxText = "Use the Sandbox";
export const connectText = "Connect…";
export const newKeyText = "Enter a New Key…";
export const switchConnectionText = "Switch Connection…";
export const diagnoseText = "Diagnose Connection";
export const tryNowText = "Try Now";
export const tryNowItem = {
  label: `$(refresh) ${tryNowText}`,
  detail: "Ends the wait in all windows. If the service refuses, it may ask for a longer wait.",
};
/** `end` as a time of day, with the date unless it is today. */
export const rateLimitText = (end: string): string => `Rate limit until ${end}`;

/** An entry of a quick pick that runs a command. */
export interface ConnectionChoice extends QuickPickItem {
  readonly command: CommandId;
}

export const connectionChoice = (
  icon: string,
  label: string,
  command: CommandId,
  detail?: string,
): ConnectionChoice => ({ label: `$(${icon}) ${label}`, command, ...(detail !== undefined && { detail }) });

/** The choices when no connection can be used. */
export const connectionChoices = {
  checkAgain: connectionChoice("refresh", "Check Again", commandIds.refreshAccount),
  connect: connectionChoice(
    "plug",
    connectText,
    commandIds.connect,
    "Enter address and API key; they are verified before they are saved",
  ),
  switchTo: connectionChoice("arrow-swap", switchConnectionText, commandIds.switchConnection),
  newKey: connectionChoice("key", newKeyText, commandIds.enterNewKey),
  sandbox: connectionChoice(
    "beaker",
    useSandboxText,
    commandIds.useSandbox,
    "Synthetic companies and people, no key needed",
  ),
};
