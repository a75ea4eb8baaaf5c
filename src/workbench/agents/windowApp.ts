// What tools for agents work with inside of VS Code: this window's connection, lists, runs and questions.
import { l10n, Uri, window, workspace } from "vscode";
import { Refusal, type AppConnection, type App, type AppLists, type HeldLists } from "../../app/app";
import type { Answer, Question } from "../../app/question";
import { createNodeFiles } from "../../app/headless/nodeFiles";
import { keyRejected, noFolderOfLists, notConnected } from "../../agents/windowRefusals";
import { noChanges } from "../../runs/listChanges";
import type { ServiceClient } from "../../service/serviceClient";
import type { ConnectionInfo } from "../account";
import { connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { runConnection } from "../connections/connectionToUse";
import type { LeaveOutLists, HeldLists as ReadLists } from "../leaveOut/leaveOutLists";
import { ListProblem } from "../leaveOut/listPlaces";
import { listsForResume } from "../leaveOut/listsForResume";
import { bytesOf } from "../lookups/batchTarget";
import { userSettings } from "./userSettings";

export interface WindowAppDeps extends Pick<App, "store" | "runs" | "budgets" | "clock" | "random" | "readReply"> {
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly leaveOut: Pick<LeaveOutLists, "forSearch" | "forRun" | "everywhere">;
}

export function createWindowApp(deps: WindowAppDeps): App {
  const { store, runs, budgets, clock, random, readReply, account, leaveOut } = deps;
  return {
    ...{ store, runs, budgets, clock, random, readReply },
    /** The folders of the workspace can change. */
    get files() {
      return createNodeFiles(folders().map(({ fsPath }) => fsPath));
    },
    lists: listsOf(leaveOut),
    settings: async () => userSettings(),
    connection: () => connect(deps),
    origin: () => connectionOf(account.current)?.origin,
    bytesOf,
    spent: () => void account.refreshBalance(),
    ask,
  };
}

/** Those on this machine. */
function folders(): readonly Uri[] {
  return (workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === "file");
}

async function connect({ account, clientOf }: WindowAppDeps): Promise<AppConnection> {
  if (connectionOf(account.current) === undefined) {
    // The first check of a window that just opened may not have begun.
    await account.refresh();
  }
  if (account.current.kind === "checking") {
    // Whoever decides about an agent's call sees the balance.
    await account.whenChecked();
  }
  const state = account.current;
  const connection = connectionOf(state);
  if (connection === undefined) {
    throw notConnected();
  }
  if (state.kind === "keyRejected") {
    throw keyRejected();
  }
  return {
    info: runConnection(connection),
    client: await clientOf(connection),
    sandbox: connection.sandbox,
    balance: state.kind === "ready" ? { credits: state.balance, at: state.balanceAt } : undefined,
  };
}

function listsOf(lists: WindowAppDeps["leaveOut"]): AppLists {
  return {
    forSearch: ({ document, source }) =>
      held(() => {
        const { leaveOut: named = [] } = document;
        const base = source === undefined ? folders()[0] : Uri.parse(source, true);
        if (base === undefined && named.length > 0) {
          throw noFolderOfLists();
        }
        if (base === undefined) {
          return lists.everywhere();
        }
        // Paths of lists are relative to the search, which a search without a file would have in the first folder.
        return lists.forSearch(source === undefined ? Uri.joinPath(base, "search.prospect.json") : base, named);
      }),
    forRun: (stored) => held(() => lists.forRun(stored)),
    async forResume(run) {
      let differences = noChanges;
      const ofRun = await held(async () => {
        const found = await listsForResume(lists, run);
        ({ differences } = found);
        return found.held;
      });
      return { held: ofRun, differences };
    },
    everywhere: () => held(() => lists.everywhere()),
  };
}

async function held(read: () => Promise<ReadLists>): Promise<HeldLists> {
  try {
    const { ofSearch, files, check } = await read();
    const entries = new Map(
      files.flatMap(({ list }) => list.entries.map((entry) => [`${entry.kind} ${entry.value}`, entry] as const)),
    );
    return { ofSearch, entries: [...entries.values()], check };
  } catch (error) {
    throw error instanceof ListProblem ? new Refusal(error.message, "list", { cause: error }) : error;
  }
}

/** A modal dialog cannot be closed from here: an answer after the call was canceled counts as a no. */
async function ask({ about, title, sentences, choices }: Question, signal: AbortSignal): Promise<Answer> {
  const [only, ...others] = choices;
  const allow = about === "unknownCost" ? l10n.t("Allow at an Unknown Cost") : l10n.t("Allow");
  const buttons = only === undefined || others.length > 0 ? choices : [{ ...only, label: allow }];
  const detail = [l10n.t("An agent asks for this."), ...sentences].join("\n");
  const answer = window.showWarningMessage(title, { modal: true, detail }, ...buttons.map(({ label }) => label));
  const canceled = new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  const picked = await Promise.race([answer, canceled]);
  return signal.aborted ? "no" : (buttons.find(({ label }) => label === picked)?.id ?? "no");
}
