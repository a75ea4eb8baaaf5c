// Answers of the lookup box: from the service, or from stored records.
import { window } from "vscode";
import { Declined, type Call } from "../../app/app";
import { lookUp } from "../../app/lookUp";
import { storedMatches } from "../../app/storedRecords";
import { creditsText } from "../../runs/amounts";
import type { Price } from "../../runs/budget";
import { lookupTask, savedAnswer, type AnswerWithRecord, type LookupInput } from "../../runs/lookUpOnce";
import { creditsOf } from "../../runs/plan";
import { describeRun } from "../../runs/runState";
import type { LookupKind } from "../../service/operations";
import { connectionOf } from "../connections/accountMonitor";
import type { DeskCore } from "../deskCore";
import { errorForLog, errorText } from "../errorText";
import { leftOutLabel } from "../labels";
import { safeText } from "../safeText";

export interface AnsweredLookup {
  readonly kind: "answer";
  readonly question: LookupInput;
  readonly answer: AnswerWithRecord;
  /** The title of the run with the answer. */
  readonly runTitle: string;
  /** The run is a single lookup, whose title is not informative. */
  readonly isFromLookup: boolean;
  /** The answer was already saved, so it was free. */
  readonly isSaved: boolean;
  /** The possible cost of a refresh. */
  readonly price: Price;
}

interface FailedLookup {
  readonly kind: "failed";
  readonly title: string;
  readonly sentence: string;
}

export interface LookupOptions {
  /** Whether to call the service, and pay, even if there is a saved answer. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
  /** Called when the call has to wait for the rate limit. */
  readonly onWait: (until: number) => void;
}

/** The most records of a name that are offered. */
const shownNamed = 5;

/** `undefined` when the user declines. Never rejects. */
export async function answerTo(
  core: DeskCore,
  question: LookupInput,
  { refresh, signal, onWait }: LookupOptions,
): Promise<AnsweredLookup | FailedLookup | undefined> {
  const { app, log } = core;
  const onProgress: Call["onProgress"] = (_done, _total, _message, run) => {
    if (run?.kind === "waiting") {
      onWait(run.until);
    } else if (run?.kind === "unsaved") {
      void window.showWarningMessage(safeText(run.sentences));
    }
  };
  try {
    const outcome = await lookUp(app, { question, refresh }, { kind: "person" }, { signal, onProgress });
    switch (outcome.kind) {
      case "found":
      case "noMatch":
        return await withOrigin(core, question, outcome.answer, outcome.paid === undefined);
      case "leftOut":
        return {
          kind: "failed",
          title: leftOutLabel,
          sentence:
            outcome.paid === undefined
              ? `${question.words} is in a leave-out list, so nothing was requested.`
              : `The record found for ${question.words} is in a leave-out list.`,
        };
      case "stopped": {
        const { title, sentence } = describeRun(outcome.summary, app.clock.now());
        return { kind: "failed", title, sentence };
      }
    }
  } catch (error) {
    if (error instanceof Declined) {
      return undefined;
    }
    log(`A lookup failed: ${errorForLog(error)}`);
    return { kind: "failed", title: "The lookup failed", sentence: errorText(error) };
  }
}

/** Stored records with this name, the newest first. Never rejects. */
export async function fetchedNamed(core: DeskCore, kind: LookupKind, text: string): Promise<readonly AnsweredLookup[]> {
  try {
    const found = await storedMatches(core.app, kind, text, shownNamed);
    return await Promise.all(
      found.map(({ key, run, row, receivedAt, json, question }) =>
        withOrigin(core, question, { kind: "found", by: "identifier", key, run, row, receivedAt, json }, true),
      ),
    );
  } catch (error) {
    core.log(`Stored records were not searched: ${errorForLog(error)}`);
    return [];
  }
}

/** The cost of a lookup, before it starts: "free, already fetched", "up to 0.5 credits". Never rejects. */
export async function costOfLookup({ app, account }: DeskCore, question: LookupInput): Promise<string> {
  try {
    const origin = app.origin();
    if (origin !== undefined && (await savedAnswer(app.store, question, origin)) !== undefined) {
      return "free, already fetched";
    }
    const connection = connectionOf(account.current);
    const operation = lookupTask(question.kind, question.identifiers).kind;
    const price = connection && (await app.budgets.price(connection, operation));
    return price?.known === true ? `up to ${creditsText(creditsOf(1, price))}` : "the price is not known yet";
  } catch {
    return "";
  }
}

async function withOrigin(
  { account, app }: DeskCore,
  question: LookupInput,
  answer: AnswerWithRecord,
  isSaved: boolean,
): Promise<AnsweredLookup> {
  const run = await app.runs.summary(answer.run);
  const operation = lookupTask(question.kind, question.identifiers).kind;
  return {
    kind: "answer",
    question,
    answer,
    isSaved,
    runTitle: run?.header.title ?? question.words,
    isFromLookup: run === undefined || run.header.purpose === "lookup",
    price: await app.budgets.price(connectionOf(account.current) ?? { origin: "", workspaceId: "" }, operation),
  };
}
