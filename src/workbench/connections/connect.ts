// "Connect…": asks for address and key, verifies them, and only then stores both.
import * as z from "zod";
import { randomUUID } from "node:crypto";
import { l10n, window } from "vscode";
import { ServiceFailure } from "../../service/errors";
import { parseKey } from "../../service/keyFormat";
import { keyHashOf } from "../../service/keyHash";
import { parseOrigin } from "../../service/origin";
import { longPauseMs } from "../../service/rateLimitGate";
import type { AccountState, ConnectionInfo } from "../account";
import { inOneDialog } from "../dialogSteps";
import { errorForLog, errorText } from "../errorText";
import { inputStep } from "../inputStep";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { connectionOf } from "./accountMonitor";
import { wantsToTryNow, type ConnectDeps } from "./connectionCommands";
import { diagnoseText } from "./connectionTexts";
import { askOrigin, diagnoseConnection } from "./diagnoseConnection";

const connectRequest = z.object({
  /** After a failure, ask again at once, so that the caller can wait for the outcome. */
  asksAgain: z.boolean(),
  /** Ask only for another key of the connection whose key was rejected. */
  newKey: z.boolean(),
});

export type ConnectRequest = z.infer<typeof connectRequest>;

/** The command's argument is untrusted: menus pass an entry of a view, other extensions anything. */
function readConnectRequest(value: unknown): ConnectRequest {
  try {
    return connectRequest.parse(value);
  } catch {
    return { asksAgain: false, newKey: false };
  }
}

/** What the user has typed so far, and how the command continues after a failure. */
interface ConnectAttempt {
  readonly origin: string;
  readonly key: string;
  /** The connection that gets another key: ask for the key alone. */
  readonly replaces?: ConnectionInfo | undefined;
  /** Ask again in the same place and stay pending; otherwise a notification offers it and the command ends. */
  readonly asksAgain?: boolean;
  /** Why the previous attempt failed, safe to show. */
  readonly problem?: string | undefined;
}

/** Resolves to true when the new connection is in use. The request is untrusted: any extension can call the command. */
export function connect(request: unknown, deps: ConnectDeps): Promise<boolean> {
  return attemptToConnect(deps, firstAttempt(request, deps.account.current));
}

function firstAttempt(request: unknown, state: AccountState): ConnectAttempt {
  const { asksAgain, newKey } = readConnectRequest(request);
  const connection = connectionOf(state);
  return newKey && connection?.sandbox === false
    ? { origin: connection.origin, replaces: connection, key: "", asksAgain }
    : { origin: "", key: "", asksAgain };
}

function attemptToConnect(deps: ConnectDeps, attempt: ConnectAttempt): Promise<boolean> {
  return inOneDialog(() => askAndStore(deps, attempt));
}

async function askAndStore(deps: ConnectDeps, attempt: ConnectAttempt): Promise<boolean> {
  const origin =
    attempt.replaces === undefined
      ? await askOrigin(l10n.t("Connect (1 of 2): service address"), attempt)
      : attempt.origin;
  if (origin === undefined) {
    return false;
  }
  const parsedOrigin = parseOrigin(origin);
  if (!parsedOrigin.ok) {
    return askAndStore(deps, { ...attempt, origin, replaces: undefined, problem: parsedOrigin.problem });
  }
  // Only the first box shows the problem.
  const keyAttempt = attempt.replaces === undefined ? { ...attempt, origin, problem: undefined } : attempt;
  return askKeyAndStore(deps, keyAttempt, parsedOrigin.origin);
}

/** What is wrong with the key is said in its box, where it can be corrected. */
async function askKeyAndStore(deps: ConnectDeps, attempt: ConnectAttempt, origin: string): Promise<boolean> {
  const key = await askKey(attempt, origin);
  if (key === undefined) {
    return false;
  }
  const parsedKey = parseKey(key);
  return parsedKey.ok
    ? verifyAndStore(deps, { ...attempt, key, problem: undefined }, origin, parsedKey.key)
    : askKeyAndStore(deps, { ...attempt, key, problem: parsedKey.problem }, origin);
}

async function askKey({ key, problem, replaces }: ConnectAttempt, origin: string): Promise<string | undefined> {
  return inputStep({
    title:
      replaces === undefined
        ? l10n.t("Connect (2 of 2): API key for {0}", origin)
        : l10n.t("New API key for {0}", origin),
    prompt: l10n.t("The key is verified, then saved in VS Code's secret storage."),
    password: true,
    value: key,
    refused: problem,
    problem: (text) => (text.trim() === "" ? undefined : problemOf(parseKey(text))),
  });
}

async function verifyAndStore(
  deps: ConnectDeps,
  attempt: ConnectAttempt,
  origin: string,
  key: string,
  tryNow = false,
): Promise<boolean> {
  const label = new URL(origin).host;
  let workspaceId: string;
  try {
    workspaceId = await withLateProgress(l10n.t("Verifying the key with {0}…", label), async (_report, signal) => {
      const client = await deps.access.clientFor(origin, key);
      if (tryNow) {
        await client.endPause();
      }
      return (await client.verifyKey({ signal })).workspace_id;
    });
  } catch (error) {
    const failure = error instanceof ServiceFailure ? error.detail : undefined;
    if (failure?.code === "cancelled") {
      return false;
    }
    const isLongPause = failure?.code === "rateLimited" && failure.waitMs > longPauseMs;
    if (isLongPause && (await wantsToTryNow(failure.until, deps.app.clock.now()))) {
      return verifyAndStore(deps, attempt, origin, key, true);
    }
    deps.log(`Connecting failed (${errorForLog(error)})`);
    if (failure?.code === "unauthorized") {
      return askKeyAndStore(deps, { ...attempt, problem: safeText(errorText(error)) }, origin);
    }
    const problem = l10n.t("The connection to {0} was not saved. {1}", origin, safeText(errorText(error)));
    return tryAgain(deps, attempt, problem, failure?.code === "network" || failure?.code === "timeout" ? origin : "");
  }
  try {
    const { replaces } = attempt;
    // Runs, prices and costs stay with the connection whose key is replaced.
    const sameId = replaces?.workspaceId === workspaceId ? replaces.id : undefined;
    const id = (await storedConnectionId(deps, origin, key)) ?? sameId ?? randomUUID();
    await deps.app.store.pauses.setDeleted(keyHashOf(origin, key), false).catch(() => undefined);
    await deps.connections.add({ id, origin, key, workspaceId, label, sandbox: false });
    await deps.connections.choose(id);
  } catch (error) {
    return tryAgain(deps, attempt, l10n.t("The key is valid but could not be saved. {0}", safeText(errorText(error))));
  }
  void window.showInformationMessage(l10n.t("Connected to {0}, workspace {1}.", label, safeText(workspaceId)));
  return true;
}

/** A key that is already stored keeps its id, so that its runs and its known price stay with it. */
async function storedConnectionId(
  { connections }: ConnectDeps,
  origin: string,
  key: string,
): Promise<string | undefined> {
  for (const connection of await connections.list()) {
    if (connection.origin === origin && (await connections.get(connection.id))?.key === key) {
      return connection.id;
    }
  }
  return undefined;
}

/**
 * Asks again with what was typed: at once, or when the user selects it in a notification that nothing waits for.
 * `unreachable` is the address that could not be reached.
 */
async function tryAgain(
  deps: ConnectDeps,
  attempt: ConnectAttempt,
  problem: string,
  unreachable = "",
): Promise<boolean> {
  if (attempt.asksAgain === true) {
    return askAndStore(deps, { ...attempt, problem });
  }
  const [again, diagnose] = [l10n.t("Try Again"), diagnoseText()];
  void window.showErrorMessage(problem, again, ...(unreachable === "" ? [] : [diagnose])).then(async (picked) => {
    if (picked === again) {
      await attemptToConnect(deps, attempt);
    } else if (picked === diagnose) {
      await diagnoseConnection(unreachable, deps);
    }
  });
  return false;
}

function problemOf(
  parsed: { readonly ok: true } | { readonly ok: false; readonly problem: string },
): string | undefined {
  return parsed.ok ? undefined : parsed.problem;
}
