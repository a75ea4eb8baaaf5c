// "Diagnose Connection": how the service is reached, and what is in the way. No key and no request is sent.
import { env, l10n, window } from "vscode";
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
    void window.showInformationMessage(l10n.t("The sandbox is part of the extension: it needs no network."));
    return;
  }
  const typed = given ?? (await inOneDialog(() => askOrigin(l10n.t("Diagnose connection: service address"), "")));
  const parsed = typed === undefined ? undefined : parseOrigin(typed);
  if (parsed?.ok !== true) {
    return;
  }
  const { origin } = parsed;
  const report = await withLateProgress(l10n.t("Connecting to {0}…", origin), () => access.diagnose(origin));
  log(`Diagnosis: ${reportForLog(report)}`);
  const { title, lines } = reportTexts(origin, report);
  const copy = l10n.t("Copy Report");
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
    title: failure === undefined ? l10n.t("{0} can be reached.", origin) : l10n.t("{0} cannot be reached.", origin),
    lines: [
      routeText(route),
      ...(failure === undefined ? [] : [safeText(failure.message)]),
      ...(facts === undefined ? [] : [safeText(l10n.t("Certificate: {0}", factsText(facts)))]),
      authorities === undefined
        ? l10n.t("NODE_EXTRA_CA_CERTS is not set.")
        : l10n.t("NODE_EXTRA_CA_CERTS names {0}.", safeText(authorities)),
      l10n.t("Your key was not sent."),
    ],
  };
}

function routeText(route: Route): string {
  if (route.kind === "unusable") {
    return l10n.t("Proxy: the address in {0} cannot be used.", route.source);
  }
  if (route.kind === "proxy") {
    const { address, source, authorization } = route.proxy;
    return authorization === undefined
      ? l10n.t("Proxy: {0}, from {1}, without a user name and password.", address, source)
      : l10n.t("Proxy: {0}, from {1}, with a user name and password.", address, source);
  }
  return "source" in route
    ? l10n.t("Proxy: none, because of {0}.", route.source)
    : route.why === "thisMachine"
      ? l10n.t("Proxy: none, because the address is this machine.")
      : l10n.t("Proxy: none is set, neither in http.proxy nor in HTTPS_PROXY.");
}

/** `undefined` when dismissed. `refused` is what was wrong with `value`. */
export async function askOrigin(title: string, value: string, refused?: string): Promise<string | undefined> {
  const typed = await inputStep({
    title,
    prompt: l10n.t("Use https; http works only for this machine. Your API key is sent only to this address."),
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
