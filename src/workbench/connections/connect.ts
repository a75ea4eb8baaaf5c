// "Connect…": asks for the address and the key, verifies them, and only then stores both.
import { ThemeIcon, window } from "vscode";
import * as z from "zod";
import { isOfEnvironment } from "../../app/headless/environment";
import type { RunConnection } from "../../runs/run";
import { ServiceFailure } from "../../service/errors";
import { keyHashOf, parseKey } from "../../service/keyFormat";
import { parseOrigin } from "../../service/origin";
import { longPauseMs } from "../../service/rateLimitGate";
import type { Desk } from "../desk";
import { inOneDialog, showStep } from "../dialogSteps";
import { errorForLog, errorText } from "../errorText";
import { inputStep } from "../inputStep";
import { withLateProgress } from "../lateProgress";
import { safeText } from "../safeText";
import { connectionOf } from "./accountMonitor";
import { wantsToTryNow } from "./connectionCommands";
import { sandboxConnection } from "./connectionStore";
import { diagnoseText } from "./connectionTexts";
import { askOrigin, diagnoseConnection } from "./diagnoseConnection";

const connectRequest = z.object({
  /** Whether to ask again at once after a failure, so that the caller can wait for the outcome. */
  asksAgain: z.boolean().catch(false),
  /** An entry of a view: the run with the rejected key. */
  run: z.object({ header: z.object({ id: z.string() }) }).optional(),
  /** An entry of a view: the enrichment with the rejected key. */
  enrichment: z.object({ key: z.string() }).optional(),
});

type ConnectRequest = Partial<z.infer<typeof connectRequest>>;

/** The command's argument is untrusted: menus pass an entry of a view, other extensions anything. */
function readConnectRequest(value: unknown): ConnectRequest {
  try {
    return connectRequest.parse(value);
  } catch {
    return {};
  }
}

/** The user's input so far, and how the command continues after a failure. */
interface ConnectAttempt {
  readonly origin: string;
  readonly key: string;
  /** Whether to ask for another key for the same address instead of for the address. */
  readonly newKey: boolean;
  /**
   * Whether to ask again in the same place and stay pending; otherwise a notification offers it and the command ends.
   */
  readonly asksAgain: boolean;
}

/** The problem, safe to show, and the input that can correct it. */
interface ConnectProblem {
  readonly text: string;
  readonly about: "key" | "network" | "other";
}

/** Resolves to true when the new connection is in use. The request is untrusted: any extension can call the command. */
export function connect(request: unknown, desk: Desk): Promise<boolean> {
  const { asksAgain = false } = readConnectRequest(request);
  return inOneDialog(() => askAndStore(desk, { origin: "", key: "", newKey: false, asksAgain }));
}

/** Asks for another key for the address of a run, an enrichment or, without either, the connection in use. */
export async function enterNewKey(request: unknown, desk: Desk): Promise<boolean> {
  const { asksAgain = false, run, enrichment } = readConnectRequest(request);
  const { runs, enrichments } = desk.app;
  // Only addresses of stored runs and enrichments: a caller could pass any address.
  const ofRun = run && (await runs.summary(run.header.id))?.header.connection;
  const stored =
    ofRun ?? (enrichment && (await enrichments.list()).find(({ key }) => key === enrichment.key))?.connection;
  const origin = (stored ?? connectionOf(desk.account.current))?.origin ?? sandboxConnection.origin;
  return origin === sandboxConnection.origin
    ? connect(request, desk)
    : inOneDialog(() => askAndStore(desk, { origin, key: "", newKey: true, asksAgain }));
}

/** `problem` is the last failure, which the first box shows. */
async function askAndStore(desk: Desk, attempt: ConnectAttempt, problem?: string): Promise<boolean> {
  const { newKey, asksAgain } = attempt;
  const origin = newKey ? attempt.origin : await askAddress(desk, attempt.origin, problem);
  if (origin === undefined) {
    return false;
  }
  let typed = attempt.key;
  let refused = newKey ? problem : undefined;
  for (;;) {
    const key = await askKey(origin, typed, newKey, refused);
    if (key === undefined) {
      return false;
    }
    const failed = await verifyAndStore(desk, origin, key);
    if (failed === undefined || failed === "canceled") {
      return failed === undefined;
    }
    typed = key;
    refused = failed.text;
    // The problem with the key is shown in its box, where it can be corrected.
    if (failed.about !== "key") {
      const again = { ...attempt, origin, key };
      if (asksAgain) {
        return askAndStore(desk, again, failed.text);
      }
      void offerAgain(desk, again, failed);
      return false;
    }
  }
}

/** Offers the addresses used before; the user can type another one. */
async function askAddress(desk: Desk, value: string, problem?: string): Promise<string | undefined> {
  const title = "Connect (1 of 2): service address";
  const known = await knownConnections(desk);
  const used = [...new Set(known.map(({ origin }) => origin))].filter((origin) => parseOrigin(origin).ok);
  if (value !== "" || used.length === 0) {
    return askOrigin(title, value, problem);
  }
  const box = window.createQuickPick();
  const items = used.map((label) => ({ label, iconPath: new ThemeIcon("plug") }));
  box.title = title;
  box.placeholder = "Select an address used before, or type another one";
  box.items = items;
  return showStep(box, (finish: (answer: string) => void) => {
    box.onDidChangeValue((typed) => {
      const parsed = parseOrigin(typed);
      const detail = parsed.ok ? "Your API key is sent only to this address." : parsed.problem;
      box.items = typed === "" ? items : [{ label: typed, detail, alwaysShow: true }];
    });
    box.onDidAccept(() => {
      // The list may be older than the typed text.
      const parsed = parseOrigin(box.value || (box.selectedItems[0]?.label ?? ""));
      if (parsed.ok) {
        finish(parsed.origin);
      }
    });
  });
}

/** Connections with a stored key, and those that paid for runs in a window, whose key may have been removed. */
async function knownConnections({ app, connections }: Desk): Promise<readonly RunConnection[]> {
  const paid = await app.store.runs.connections().catch(() => []);
  return [...(await connections.list()), ...paid.filter((connection) => !isOfEnvironment(connection))];
}

async function askKey(
  origin: string,
  value: string,
  newKey: boolean,
  refused: string | undefined,
): Promise<string | undefined> {
  const typed = await inputStep({
    title: newKey ? `New API key for ${origin}` : `Connect (2 of 2): API key for ${origin}`,
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
  desk: Desk,
  origin: string,
  key: string,
  tryNow = false,
): Promise<ConnectProblem | "canceled" | undefined> {
  const label = new URL(origin).host;
  let workspaceId: string;
  try {
    workspaceId = await withLateProgress(`Verifying the key with ${label}…`, async (_report, signal) => {
      const client = await desk.access.clientFor(origin, key);
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
    if (isLongPause && (await wantsToTryNow(failure.until, desk.app.clock.now()))) {
      return verifyAndStore(desk, origin, key, true);
    }
    desk.log(`Connecting failed (${errorForLog(error)})`);
    const reason = safeText(errorText(error));
    return failure?.code === "unauthorized"
      ? { text: reason, about: "key" }
      : {
          text: `The connection to ${origin} was not saved. ${reason}`,
          about: failure?.code === "network" || failure?.code === "timeout" ? "network" : "other",
        };
  }
  try {
    const id = await connectionId(desk, origin, workspaceId);
    await desk.app.store.pauses.setDeleted(keyHashOf(origin, key), false).catch(() => undefined);
    await desk.connections.add({ id, origin, key, workspaceId, label, sandbox: false });
    await desk.connections.choose(id);
  } catch (error) {
    const text = `The key is valid but could not be saved. ${safeText(errorText(error))}`;
    return { text, about: "other" };
  }
  void window.showInformationMessage(`Connected to ${label}, workspace ${safeText(workspaceId)}.`);
  return undefined;
}

/** Each account keeps its id after its connection was removed, so that it keeps its runs. */
async function connectionId(desk: Desk, origin: string, workspaceId: string): Promise<string> {
  const known = await knownConnections(desk);
  const same = known.find((connection) => connection.origin === origin && connection.workspaceId === workspaceId);
  return same?.id ?? keyHashOf(origin, workspaceId);
}

/** Do not await this: a notification can stay hidden. */
async function offerAgain(desk: Desk, attempt: ConnectAttempt, { text, about }: ConnectProblem): Promise<void> {
  const again = "Try Again";
  const diagnose = diagnoseText;
  const buttons = about === "network" ? [again, diagnose] : [again];
  const picked = await window.showErrorMessage(text, ...buttons);
  if (picked === again) {
    await inOneDialog(() => askAndStore(desk, attempt));
  } else if (picked === diagnose) {
    await diagnoseConnection(attempt.origin, desk);
  }
}
