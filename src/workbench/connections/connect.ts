// "Connect…": asks for address and key, verifies them, and only then stores both.
import { randomUUID } from "node:crypto";
import { window } from "vscode";
import * as z from "zod";
import { ServiceFailure } from "../../service/errors";
import { keyHashOf, parseKey } from "../../service/keyFormat";
import { longPauseMs } from "../../service/rateLimitGate";
import type { ConnectionInfo } from "../account";
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
  readonly replaces: ConnectionInfo | undefined;
  /** Ask again in the same place and stay pending; otherwise a notification offers it and the command ends. */
  readonly asksAgain: boolean;
}

/** What was wrong, safe to show, and where it can be corrected. */
interface ConnectProblem {
  readonly text: string;
  readonly about: "key" | "network" | "other";
}

/** Resolves to true when the new connection is in use. The request is untrusted: any extension can call the command. */
export function connect(request: unknown, deps: ConnectDeps): Promise<boolean> {
  const { asksAgain, newKey } = readConnectRequest(request);
  const connection = connectionOf(deps.account.current);
  const replaces = newKey && connection?.sandbox === false ? connection : undefined;
  return inOneDialog(() => askAndStore(deps, { origin: replaces?.origin ?? "", key: "", replaces, asksAgain }));
}

/** `problem` is what was wrong before: the first box says it. */
async function askAndStore(deps: ConnectDeps, attempt: ConnectAttempt, problem?: string): Promise<boolean> {
  const { replaces, asksAgain } = attempt;
  const origin = replaces?.origin ?? (await askOrigin("Connect (1 of 2): service address", attempt.origin, problem));
  if (origin === undefined) {
    return false;
  }
  let typed = attempt.key;
  let refused = replaces && problem;
  for (;;) {
    const key = await askKey(origin, typed, replaces, refused);
    if (key === undefined) {
      return false;
    }
    const failed = await verifyAndStore(deps, origin, key, replaces);
    if (failed === undefined || failed === "canceled") {
      return failed === undefined;
    }
    typed = key;
    refused = failed.text;
    // What is wrong with the key is said in its box, where it can be corrected.
    if (failed.about !== "key") {
      const again = { ...attempt, origin, key };
      if (asksAgain) {
        return askAndStore(deps, again, failed.text);
      }
      void offerAgain(deps, again, failed);
      return false;
    }
  }
}

async function askKey(
  origin: string,
  value: string,
  replaces: ConnectionInfo | undefined,
  refused: string | undefined,
): Promise<string | undefined> {
  const typed = await inputStep({
    title: replaces === undefined ? `Connect (2 of 2): API key for ${origin}` : `New API key for ${origin}`,
    prompt: "The key is verified, then saved in VS Code's secret storage.",
    password: true,
    value,
    refused,
    problem: (text) => {
      const parsed = parseKey(text);
      return parsed.ok ? undefined : parsed.problem;
    },
  });
  const parsed = typed === undefined ? undefined : parseKey(typed);
  return parsed?.ok === true ? parsed.key : undefined;
}

async function verifyAndStore(
  deps: ConnectDeps,
  origin: string,
  key: string,
  replaces: ConnectionInfo | undefined,
  tryNow = false,
): Promise<ConnectProblem | "canceled" | undefined> {
  const label = new URL(origin).host;
  let workspaceId: string;
  try {
    workspaceId = await withLateProgress(`Verifying the key with ${label}…`, async (_report, signal) => {
      const client = await deps.access.clientFor(origin, key);
      if (tryNow) {
        await client.endPause();
      }
      return (await client.verifyKey({ signal })).workspace_id;
    });
  } catch (error) {
    const failure = error instanceof ServiceFailure ? error.detail : undefined;
    if (failure?.code === "cancelled") {
      return "canceled";
    }
    const isLongPause = failure?.code === "rateLimited" && failure.waitMs > longPauseMs;
    if (isLongPause && (await wantsToTryNow(failure.until, deps.app.clock.now()))) {
      return verifyAndStore(deps, origin, key, replaces, true);
    }
    deps.log(`Connecting failed (${errorForLog(error)})`);
    const reason = safeText(errorText(error));
    return failure?.code === "unauthorized"
      ? { text: reason, about: "key" }
      : {
          text: `The connection to ${origin} was not saved. ${reason}`,
          about: failure?.code === "network" || failure?.code === "timeout" ? "network" : "other",
        };
  }
  try {
    // Runs, prices and costs stay with the connection whose key is replaced.
    const sameId = replaces?.workspaceId === workspaceId ? replaces.id : undefined;
    const id = (await storedConnectionId(deps, origin, key)) ?? sameId ?? randomUUID();
    await deps.app.store.pauses.setDeleted(keyHashOf(origin, key), false).catch(() => undefined);
    await deps.connections.add({ id, origin, key, workspaceId, label, sandbox: false });
    await deps.connections.choose(id);
  } catch (error) {
    const text = `The key is valid but could not be saved. ${safeText(errorText(error))}`;
    return { text, about: "other" };
  }
  void window.showInformationMessage(`Connected to ${label}, workspace ${safeText(workspaceId)}.`);
  return undefined;
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

/** Nothing waits for this notification. */
async function offerAgain(deps: ConnectDeps, attempt: ConnectAttempt, { text, about }: ConnectProblem): Promise<void> {
  const [again, diagnose] = ["Try Again", diagnoseText()];
  const picked = await window.showErrorMessage(text, again, ...(about === "network" ? [diagnose] : []));
  if (picked === again) {
    await inOneDialog(() => askAndStore(deps, attempt));
  } else if (picked === diagnose) {
    await diagnoseConnection(attempt.origin, deps);
  }
}
