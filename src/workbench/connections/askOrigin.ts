// Asks for the address of a service.
import { l10n } from "vscode";
import { parseOrigin } from "../../service/origin";
import { inputStep } from "../inputStep";

/** What was typed, which may still be wrong; `undefined` when dismissed. `problem` is what was wrong with `origin`. */
export function askOrigin(
  title: string,
  { origin = "", problem }: { readonly origin?: string; readonly problem?: string | undefined },
): Promise<string | undefined> {
  return inputStep({
    title,
    prompt: l10n.t("Use https; http works only for this machine. Your API key is sent only to this address."),
    placeholder: "https://api.example.com",
    value: origin,
    refused: problem,
    problem: (text) => {
      const parsed = parseOrigin(text);
      return text.trim() === "" || parsed.ok ? undefined : parsed.problem;
    },
  });
}
