// Answers a question for the lookup box, and finds what is stored.
import { l10n } from "vscode";
import { Declined } from "../../app/app";
import { findRecords } from "../../app/readRecords";
import { lookUp, storedAnswer } from "../../app/lookUp";
import { parseLookup } from "../../lookups/parseLookup";
import { recordTitle } from "../../rows/record";
import { valueAtPath } from "../../rows/recordPath";
import type { Price } from "../../runs/budgetTypes";
import { lookupTask, type AnswerWithRecord, type LookupInput } from "../../runs/lookUpOnce";
import { lookupStopText } from "../../runs/lookupStopText";
import { parseExact } from "../../service/exactJson";
import type { LookupKind } from "../../service/operations";
import type { RecentLookup } from "../../store/lookups";
import { folded } from "../../store/text";
import { connectionOf } from "../connections/accountMonitor";
import { connectionToUse } from "../connections/connectionToUse";
import { errorForLog, errorText } from "../errorText";
import { leftOutLabel } from "../labels";
import type { LookupsDeps } from "./lookupsDeps";

export type LookupResult =
  | {
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
  | { readonly kind: "failed"; readonly title: string; readonly sentence: string }
  /** By the user. */
  | { readonly kind: "canceled" };

export type AnsweredLookup = Extract<LookupResult, { readonly kind: "answer" }>;

export interface LookupOptions {
  /** Asks the service, and pays, even when there is a saved answer. */
  readonly refresh: boolean;
  readonly signal: AbortSignal;
  /** Called when the call has to wait for the rate limit. */
  readonly onWait: (until: number) => void;
}

const recentCount = 10;
/** Records of a name that are compared, and that are offered. */
const mostNamed = 50;
const shownNamed = 5;

export class LookupService {
  constructor(private readonly deps: LookupsDeps) {}

  now(): number {
    return this.deps.app.clock.now();
  }

  /** Asks for a connection when one is needed and there is none; false when the user declines. Never rejects. */
  async connect(question: LookupInput, refresh: boolean): Promise<boolean> {
    try {
      return (
        (await storedAnswer(this.deps.app, { question, refresh })) !== undefined ||
        (await connectionToUse(this.deps.account)) !== undefined
      );
    } catch {
      return true; // `lookUp` shows the error.
    }
  }

  /** Never rejects. */
  async lookUp(question: LookupInput, options: LookupOptions): Promise<LookupResult> {
    try {
      return await this.answer(question, options);
    } catch (error) {
      if (error instanceof Declined) {
        return { kind: "canceled" };
      }
      this.deps.log(`A lookup failed: ${errorForLog(error)}`);
      return { kind: "failed", title: l10n.t("The lookup failed"), sentence: errorText(error) };
    }
  }

  /** The last ten, newest first. */
  async recent(kind?: LookupKind): Promise<readonly RecentLookup[]> {
    const { app } = this.deps;
    const origin = app.origin();
    return origin === undefined ? [] : app.store.lookups.recentLookups(origin, recentCount, kind);
  }

  /** Stored records with this name, the newest first. Never rejects. */
  async fetchedNamed(kind: LookupKind, name: string): Promise<readonly AnsweredLookup[]> {
    const { app, log } = this.deps;
    try {
      const { records } = app.store;
      const origin = app.origin();
      const words = folded(name).split(/\s+/u);
      const named = (await findRecords(app, { text: name, limit: mostNamed, kind })).records
        .filter((record) => origin === undefined || record.origin === origin)
        .filter(({ title }) => words.every((word) => folded(title).includes(word)))
        .slice(0, shownNamed);
      const jsons = await records.jsonOf(named.map(({ key }) => key));
      return await Promise.all(
        named.flatMap(({ key, run, row, receivedAt }, nth) => {
          const json = jsons[nth];
          const answer = { kind: "found", by: "identifier", key, run, row, receivedAt, json } as const;
          return json === undefined ? [] : [this.resultOf(questionOfRecord(kind, json), answer, true)];
        }),
      );
    } catch (error) {
      log(`Stored records were not searched: ${errorForLog(error)}`);
      return [];
    }
  }

  private async answer(question: LookupInput, { refresh, signal, onWait }: LookupOptions): Promise<LookupResult> {
    const { app } = this.deps;
    const outcome = await lookUp(
      app,
      { question, refresh },
      { kind: "person" },
      {
        signal,
        onProgress: (_done, _total, _message, run) => (run?.kind === "waiting" ? onWait(run.until) : undefined),
      },
    );
    switch (outcome.kind) {
      case "found":
      case "noMatch":
        return this.resultOf(question, outcome.answer, outcome.paid === undefined);
      case "leftOut":
        return {
          kind: "failed",
          title: leftOutLabel(),
          sentence:
            outcome.paid === undefined
              ? l10n.t("{0} is in a leave-out list, so nothing was requested.", question.words)
              : l10n.t("The record found for {0} is in a leave-out list.", question.words),
        };
      case "stopped":
        return { kind: "failed", ...lookupStopText(outcome.summary, app.clock.now()) };
    }
  }

  private async resultOf(question: LookupInput, answer: AnswerWithRecord, isSaved: boolean): Promise<AnsweredLookup> {
    const { account, app } = this.deps;
    const run = await app.runs.summary(answer.run);
    const operation = lookupTask(question.kind, question.identifiers).kind;
    return {
      kind: "answer",
      question,
      answer,
      isSaved,
      runTitle: run?.header.title ?? question.words,
      isFromLookup: run === undefined || run.header.purpose === "lookup",
      price: await app.budgets.price(connectionOf(account.current)?.id ?? "", operation),
    };
  }
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
