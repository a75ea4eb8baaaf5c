// Answers of the lookup box: asked for, or found among what is stored.
import { window } from "vscode";
import { Declined, type App, type Call } from "../../app/app";
import { lookUp } from "../../app/lookUp";
import { findRecords } from "../../app/readRecords";
import { recordTitle } from "../../records/record";
import { valueAtPath } from "../../records/recordPath";
import type { Price } from "../../runs/budget";
import { lookupTask, type AnswerWithRecord, type LookupInput } from "../../runs/lookUpOnce";
import { lookupStopText } from "../../runs/runState";
import { parseExact } from "../../service/exactJson";
import type { LookupKind } from "../../service/operations";
import { folded } from "../../store/text";
import { parseLookup } from "../../tables/parseLookup";
import { connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { errorForLog, errorText } from "../errorText";
import { leftOutLabel } from "../labels";
import type { OpenResults } from "../resultsEditor/openResults";
import type { RecordExporter } from "../runActivity";
import { safeText } from "../safeText";

/** What lookups need of the desk. */
export interface LookupsDeps {
  readonly app: App;
  readonly account: AccountMonitor;
  readonly exporter: RecordExporter;
  /** Opens the records of a run or a batch in the results grid. */
  readonly openResults: OpenResults;
  readonly log: (line: string) => void;
}

export interface AnsweredLookup {
  readonly kind: "answer";
  readonly question: LookupInput;
  readonly answer: AnswerWithRecord;
  /** Of the run that has the answer. */
  readonly runTitle: string;
  /** The run is a single lookup, whose title says nothing. */
  readonly isFromLookup: boolean;
  /** The answer was saved before, so it was free. */
  readonly isSaved: boolean;
  /** What a refresh may cost. */
  readonly price: Price;
}

interface FailedLookup {
  readonly kind: "failed";
  readonly title: string;
  readonly sentence: string;
}

export interface LookupOptions {
  /** Asks the service, and pays, even when there is a saved answer. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
  /** Called when the call has to wait for the rate limit. */
  readonly onWait: (until: number) => void;
}

/** Records of a name that are compared, and that are offered. */
const mostNamed = 50;
const shownNamed = 5;

/** `undefined` when the user declines. Never rejects. */
export async function answerTo(
  deps: LookupsDeps,
  question: LookupInput,
  { refresh, signal, onWait }: LookupOptions,
): Promise<AnsweredLookup | FailedLookup | undefined> {
  const { app, log } = deps;
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
        return await withOrigin(deps, question, outcome.answer, outcome.paid === undefined);
      case "leftOut":
        return {
          kind: "failed",
          title: leftOutLabel(),
          sentence:
            outcome.paid === undefined
              ? `${question.words} is in a leave-out list, so nothing was requested.`
              : `The record found for ${question.words} is in a leave-out list.`,
        };
      case "stopped":
        return { kind: "failed", ...lookupStopText(outcome.summary, app.clock.now()) };
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
export async function fetchedNamed(
  deps: LookupsDeps,
  kind: LookupKind,
  name: string,
): Promise<readonly AnsweredLookup[]> {
  const { app, log } = deps;
  try {
    const origin = app.origin();
    const words = folded(name).split(/\s+/u);
    const named = (await findRecords(app, name, mostNamed, kind)).records
      .filter((record) => origin === undefined || record.origin === origin)
      .filter(({ title }) => words.every((word) => folded(title).includes(word)))
      .slice(0, shownNamed);
    const jsons = await app.store.records.jsonOf(named.map(({ key }) => key));
    return await Promise.all(
      named.flatMap(({ key, run, row, receivedAt }, nth) => {
        const json = jsons[nth];
        const answer = { kind: "found", by: "identifier", key, run, row, receivedAt, json } as const;
        return json === undefined ? [] : [withOrigin(deps, questionOfRecord(kind, json), answer, true)];
      }),
    );
  } catch (error) {
    log(`Stored records were not searched: ${errorForLog(error)}`);
    return [];
  }
}

async function withOrigin(
  { account, app }: LookupsDeps,
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

/** The first that a record has is the surest. */
const identifierPaths: Readonly<Record<LookupKind, readonly string[]>> = {
  company: ["domain", "social_profiles.professional_network.url"],
  person: ["social_profiles.professional_network.url"],
};

/** Without identifiers when the record has none that the service understands: then it cannot be looked up again. */
function questionOfRecord(kind: LookupKind, json: string): LookupInput {
  const record = parseExact(json);
  for (const path of identifierPaths[kind]) {
    const value = valueAtPath(record, path);
    const parsed = typeof value === "string" ? parseLookup(kind, value) : undefined;
    if (parsed?.kind === "understood") {
      return { kind, identifiers: parsed.identifiers, words: parsed.words };
    }
  }
  return { kind, identifiers: {}, words: recordTitle(kind, record) };
}
