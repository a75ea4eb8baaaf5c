// What is wrong with a value, in the words of requests, the form, and the text of a search alike.
import * as l10n from "@vscode/l10n";

export const enterValue = (): string => l10n.t("Enter a value.");
export const enterName = (): string => l10n.t("Enter a name.");
export const enterDigits = (): string => l10n.t("Enter digits only.");
export const enterWholeNumber = (): string => l10n.t("Enter a whole number.");
export const numberTooLarge = (): string => l10n.t("This number is too large to be sent exactly. Check the digits.");
export const enterBounds = (): string => l10n.t("Enter “From”, “To” or both.");
export const swapThem = (): string => l10n.t("Swap them.");
export const swapBounds = (min: number, max: number): string =>
  `${l10n.t("“From” ({0}) is greater than “To” ({1}).", min, max)} ${swapThem()}`;
