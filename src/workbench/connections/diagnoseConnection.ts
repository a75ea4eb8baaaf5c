// "Diagnose Connection": how the service is reached, and what prevents it. Sends neither a key nor a request.
import { env, window } from "vscode";
import { parseOrigin } from "../../service/origin";
import type { Desk } from "../desk";
import { inOneDialog } from "../dialogSteps";
import { inputStep } from "../inputStep";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { connectionOf } from "./accountMonitor";

/** `named` is the address of a failed connection; it is untrusted: any extension can call the command. */
export async function diagnoseConnection(named: unknown, { access, account, log }: Desk): Promise<void> {
  const connection = connectionOf(account.current);
  const given = typeof named === "string" ? named : connection?.origin;
  if (given === connection?.origin && connection?.sandbox === true) {
    void window.showInformationMessage("The sandbox is part of the extension: it needs no network.");
    return;
  }
  const typed = given ?? (await inOneDialog(() => askOrigin("Diagnose connection: service address", "")));
  const parsed = typed === undefined ? undefined : parseOrigin(typed);
  if (parsed?.ok !== true) {
    return;
  }
  const { origin } = parsed;
  const { report, lines: sentences } = await withLateProgress(`Connecting to ${origin}…`, () =>
    access.diagnose(origin),
  );
  const { route, failure } = report;
  const outcome = failure?.message ?? "Connected.";
  log(`Diagnosis: ${route.text} ${outcome}`);
  const title = `${origin} ${failure === undefined ? "can" : "cannot"} be reached.`;
  const lines = sentences.map(safeText);
  const copy = "Copy Report";
  const picked = await window.showInformationMessage(title, { modal: true, detail: lines.join("\n\n") }, copy);
  if (picked === copy) {
    await env.clipboard.writeText([title, ...lines, ""].join("\n"));
  }
}

/** `undefined` when dismissed. `refused` is the problem with `value`. */
export async function askOrigin(title: string, value: string, refused?: string): Promise<string | undefined> {
  const typed = await inputStep({
    title,
    prompt: "Use https; http works only for this machine. Your API key is sent only to this address.",
    placeholder: "https://api.example.com",
    value,
    refused,
    problem: (text) => {
      const parsed = parseOrigin(text);
      return parsed.ok ? undefined : parsed.problem;
    },
  });
  const parsed = typed === undefined ? undefined : parseOrigin(typed);
  return parsed?.ok === true ? parsed.origin : undefined;
}
