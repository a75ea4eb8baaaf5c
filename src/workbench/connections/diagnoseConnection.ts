// "Diagnose Connection": how the service is reached, and what is in the way. No key and no request is sent.
import { env, window } from "vscode";
import type { ConnectionReport } from "../../service/diagnosis";
import { factsText, obstacleForLog } from "../../service/obstacles";
import { parseOrigin } from "../../service/origin";
import { routeForLog, type Route } from "../../service/proxy";
import { inOneDialog } from "../dialogSteps";
import { inputStep } from "../inputStep";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { connectionOf } from "./accountMonitor";
import type { ConnectDeps } from "./connectionCommands";

/** `named` is an address whose connection failed; it is untrusted: any extension can call the command. */
export async function diagnoseConnection(named: unknown, { access, account, log }: ConnectDeps): Promise<void> {
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
  const report = await withLateProgress(`Connecting to ${origin}…`, () => access.diagnose(origin));
  log(`Diagnosis: ${reportForLog(report)}`);
  const { title, lines } = reportTexts(origin, report);
  const copy = "Copy Report";
  const picked = await window.showInformationMessage(title, { modal: true, detail: lines.join("\n\n") }, copy);
  if (picked === copy) {
    await env.clipboard.writeText([title, ...lines, ""].join("\n"));
  }
}

function reportForLog({ route, failure, facts }: ConnectionReport): string {
  const { detail } = failure ?? {};
  const obstacle = detail?.code === "network" ? detail.obstacle : undefined;
  const end = detail === undefined ? "connected" : obstacle === undefined ? detail.code : obstacleForLog(obstacle);
  return `${routeForLog(route)}; ${end}${facts === undefined ? "" : `; issuer ${facts.issuer}`}`;
}

function reportTexts(
  origin: string,
  { route, failure, facts }: ConnectionReport,
): { readonly title: string; readonly lines: readonly string[] } {
  const authorities = process.env["NODE_EXTRA_CA_CERTS"];
  return {
    title: failure === undefined ? `${origin} can be reached.` : `${origin} cannot be reached.`,
    lines: [
      routeText(route),
      ...(failure === undefined ? [] : [safeText(failure.message)]),
      ...(facts === undefined ? [] : [safeText(`Certificate: ${factsText(facts)}`)]),
      authorities === undefined
        ? "NODE_EXTRA_CA_CERTS is not set."
        : `NODE_EXTRA_CA_CERTS names ${safeText(authorities)}.`,
      "Your key was not sent.",
    ],
  };
}

function routeText(route: Route): string {
  if (route.kind === "unusable") {
    return `Proxy: the address in ${route.source} cannot be used.`;
  }
  if (route.kind === "proxy") {
    const { address, source, authorization } = route.proxy;
    return authorization === undefined
      ? `Proxy: ${address}, from ${source}, without a user name and password.`
      : `Proxy: ${address}, from ${source}, with a user name and password.`;
  }
  return "source" in route
    ? `Proxy: none, because of ${route.source}.`
    : route.why === "thisMachine"
      ? "Proxy: none, because the address is this machine."
      : "Proxy: none is set, neither in http.proxy nor in HTTPS_PROXY.";
}

/** `undefined` when dismissed. `refused` is what was wrong with `value`. */
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
