// Every end of a run: its meaning, its sentence and buttons, and how it continues. The window, the tools and the
// command line read this table.
import { withoutCost } from "../service/errorSentences";
import { longPauseMs } from "../service/rateLimitGate";
import { amountText } from "../text/numbers";
import { joinedSentences } from "../text/phrases";
import { outcomesText } from "./amounts";
import { companiesOf } from "./atCompanies";
import {
  completeText,
  costUnknownText,
  interruptedText,
  limitText,
  noMoreText,
  possiblyChargedText,
  resumeCost,
  resumesText,
  saved,
  savedOfTotal,
  unansweredRowsText,
  waitSentence,
  withinBudgetText,
} from "./endTexts";
import { rowsAgainText } from "./resuming";
import type { RunSummary, StopReason } from "./run";

/**
 * running: in progress. success: fetched what was asked. stopped: by the user or by a limit. waiting: for the service's
 * rate limit. problem: any failure.
 */
export type RunLevel = "running" | "success" | "stopped" | "waiting" | "problem";

/**
 * resume: continue from the last cursor. connect: change the key first. waitThenResume: continue when the pause is
 * over. tryNow: end a pause of more than a minute, and continue. fetchMore: continue with more records or a higher
 * credit limit. continue: agree to more credits. acceptEnd: accept the fetched records as complete.
 */
export type StopAction =
  | "resume"
  | "connect"
  | "newKey"
  | "waitThenResume"
  | "tryNow"
  | "fetchMore"
  | "continue"
  | "acceptEnd";

export interface StoppedRun {
  readonly summary: RunSummary;
  /** ms since 1970. */
  readonly now: number;
}

type Stop<K extends StopReason["kind"]> = Extract<StopReason, { readonly kind: K }>;

/** How a stopped run continues where there are no buttons. */
interface Continuation<S = StopReason> {
  /** The caller must name it: how many more records, or credits. */
  readonly needs?: "records" | "credits";
  /** The user must agree to it, whatever the cost. */
  readonly asks?: "sum" | "unknownCost";
  /** Options of `prospect resume`. */
  readonly options?: string;
  /** Completes the sentence after the command: "continues." */
  readonly does: string | ((stop: S, run: RunSummary) => string);
}

export interface End<S = StopReason> {
  readonly level: Exclude<RunLevel, "running">;
  /** How a command exits. */
  readonly exit: "complete" | "stopped" | "needsBudget" | "keyRejected" | "canceled" | "failed";
  /** The exit before the first page, because resuming would end in the same way. */
  readonly exitWithoutPages?: "failed";
  /** An end intended by the user or the service. All others are interruptions, and their runs are offered first. */
  readonly isWanted?: true;
  /** The balance is not read: the service is not reachable, or the window has no time for it. */
  readonly isWithoutBalance?: true;
  readonly title: string | ((run: RunSummary) => string);
  readonly sentence: (stop: S, run: StoppedRun) => string;
  /** For a single lookup, which is repeated instead of resumed. */
  readonly lookupSentence?: (stop: S, run: StoppedRun) => string;
  readonly buttons: (stop: S, run: StoppedRun) => readonly StopAction[];
  /** Absent when the run cannot continue. */
  readonly continuation?: Continuation<S>;
  /** Why the run cannot continue, as a continuation of "Run 1". */
  readonly nothingLeft?: string;
}

export const completeTitle = "Complete";
export const keyRejectedTitle = "Key rejected";
export const offlineTitle = "Offline";
export const youCanceledText = "You canceled it.";

const none = (): readonly StopAction[] => [];
const resume = (): readonly StopAction[] => ["resume"];
const continues: Continuation = { does: "continues." };

const lostLookup = ({ message }: { readonly message: string }): string =>
  joinedSentences(withoutCost(message), possiblyChargedText, "Looking it up again may be charged again.");

const table: { readonly [K in StopReason["kind"]]: End<Stop<K>> } = {
  complete: {
    level: "success",
    exit: "complete",
    isWanted: true,
    title: completeTitle,
    sentence: ({ outcomes, isAccepted, companies }, { summary }) =>
      outcomes === undefined ? completeText(summary, isAccepted === true, companies) : `${outcomesText(outcomes)}.`,
    buttons: none,
    nothingLeft: "has fetched everything",
  },
  limitReached: {
    level: "success",
    exit: "complete",
    isWanted: true,
    title: "Limit reached",
    sentence: (_stop, { summary }) => limitText(summary),
    buttons: (_stop, { summary: { records, lastTotal } }) =>
      lastTotal === undefined || records < lastTotal ? ["fetchMore"] : [],
    continuation: { needs: "records", options: "--records N", does: "fetches N more." },
    nothingLeft: "has fetched everything",
  },
  partialResult: {
    level: "stopped",
    exit: "stopped",
    title: "Partial results",
    sentence: ({ outcomes }) =>
      joinedSentences(`${outcomesText(outcomes)}.`, "The enrichment has not finished with all contacts."),
    buttons: none,
    nothingLeft: "is of an enrichment",
  },
  endedEarly: {
    level: "stopped",
    exit: "stopped",
    isWanted: true,
    title: "Ended early",
    sentence: ({ companies }, { summary }) =>
      joinedSentences(
        noMoreText(summary, companies),
        saved(summary),
        "Resume asks again from there. If that is all, you can accept it as complete.",
      ),
    buttons: () => ["resume", "acceptEnd"],
    continuation: {
      does: (_stop, { header }) =>
        `asks the service once more for the rest; "prospect resume ${header.id} --that-is-all" accepts it as complete.`,
    },
  },
  unanswered: {
    level: "stopped",
    exit: "stopped",
    title: ({ header }) =>
      companiesOf(header.task) === undefined ? "Lookups without an answer" : "Companies without an answer",
    sentence: ({ rows }, { summary }) => unansweredRowsText(summary, rows),
    buttons: resume,
    continuation: {
      options: "--resend",
      does: ({ rows }, run) => rowsAgainText(run, rows),
    },
  },
  creditLimit: {
    level: "stopped",
    exit: "needsBudget",
    isWanted: true,
    title: "Credit limit reached",
    sentence: ({ limit, overrun }, { summary }) =>
      joinedSentences(
        overrun === undefined ? `Stopped at your credit limit of ${amountText(limit)}.` : "",
        savedOfTotal(summary),
      ),
    buttons: () => ["fetchMore"],
    continuation: { needs: "credits", options: "--max-credits N", does: "continues for N more credits." },
  },
  budgetUsedUp: {
    level: "stopped",
    exit: "needsBudget",
    title: "Paused: budget used up",
    sentence: (stop, { summary }) =>
      joinedSentences(stop.overrun === undefined ? withinBudgetText(stop) : "", savedOfTotal(summary)),
    lookupSentence: ({ overrun }) =>
      overrun === undefined ? "It would cost more than you allow without confirmation." : "",
    buttons: () => ["continue"],
    continuation: { asks: "sum", does: "continues." },
  },
  costUnknown: {
    level: "stopped",
    exit: "needsBudget",
    title: "Paused: cost unknown",
    sentence: (_stop, { summary }) => joinedSentences(costUnknownText, savedOfTotal(summary)),
    buttons: () => ["continue"],
    continuation: {
      asks: "unknownCost",
      options: "--accept-unknown-costs --max-credits N",
      does: "continues at an unknown cost.",
    },
  },
  cancelled: {
    level: "stopped",
    exit: "canceled",
    isWanted: true,
    title: "Canceled",
    sentence: (_stop, { summary }) => joinedSentences("You stopped the run.", saved(summary), resumesText),
    lookupSentence: () => youCanceledText,
    buttons: resume,
    continuation: continues,
  },
  windowClosed: {
    level: "stopped",
    exit: "canceled",
    isWithoutBalance: true,
    title: "Window closed",
    sentence: (_stop, { summary }) =>
      joinedSentences("The window was reloaded or closed during the run.", saved(summary), resumesText),
    lookupSentence: () => youCanceledText,
    buttons: resume,
    continuation: continues,
  },
  disconnected: {
    level: "stopped",
    exit: "stopped",
    isWithoutBalance: true,
    title: "Disconnected",
    sentence: (_stop, { summary }) =>
      joinedSentences(
        `The connection ${summary.header.connection.label} was removed.`,
        saved(summary),
        "Connect again, then resume.",
      ),
    buttons: () => ["connect", "resume"],
    continuation: continues,
  },
  rateLimited: {
    level: "waiting",
    exit: "stopped",
    isWithoutBalance: true,
    title: "Paused by rate limit",
    sentence: ({ until }, { summary, now }) => joinedSentences(waitSentence(until, now), saved(summary)),
    lookupSentence: ({ until }, { now }) =>
      joinedSentences(waitSentence(until, now), until > now ? "Then look it up again." : "Look it up again."),
    buttons: ({ until }, { now }) => {
      if (until <= now) {
        return ["resume"];
      }
      return until - now > longPauseMs ? ["tryNow", "waitThenResume"] : ["waitThenResume"];
    },
    continuation: continues,
  },
  sameRecords: {
    level: "problem",
    exit: "failed",
    isWanted: true,
    title: "Same records again",
    sentence: (_stop, { summary }) =>
      joinedSentences(
        "The service sent the same records again, so asking for more would only cost credits.",
        saved(summary),
      ),
    buttons: none,
    nothingLeft: "got the same records again and again",
  },
  keyRejected: {
    level: "problem",
    exit: "keyRejected",
    isWithoutBalance: true,
    title: keyRejectedTitle,
    sentence: ({ message }, { summary }) =>
      joinedSentences(
        message,
        saved(summary),
        `Enter a valid key for ${summary.header.connection.label}, then resume.`,
      ),
    lookupSentence: ({ message }, { summary }) =>
      joinedSentences(message, `Enter a valid key for ${summary.header.connection.label}, then look it up again.`),
    buttons: () => ["newKey", "resume"],
    continuation: continues,
  },
  creditsExhausted: {
    level: "problem",
    exit: "stopped",
    title: "Not enough credits",
    sentence: ({ message }, { summary }) =>
      joinedSentences(message, saved(summary), "Add credits or use another key, then resume."),
    lookupSentence: ({ message }) => joinedSentences(message, "Add credits or use another key, then look it up again."),
    buttons: () => ["resume", "connect"],
    continuation: continues,
  },
  offline: {
    level: "problem",
    exit: "stopped",
    isWithoutBalance: true,
    title: offlineTitle,
    sentence: ({ message }, { summary }) =>
      joinedSentences(message, saved(summary), "Nothing was charged for the page that was not sent."),
    lookupSentence: ({ message }) => joinedSentences(message, "The lookup was not sent, so nothing was charged."),
    buttons: resume,
    continuation: continues,
  },
  ambiguous: {
    level: "problem",
    exit: "stopped",
    title: "Reply lost",
    sentence: ({ message }, { summary }) =>
      joinedSentences(withoutCost(message), possiblyChargedText, resumeCost(summary), saved(summary)),
    lookupSentence: lostLookup,
    buttons: resume,
    continuation: continues,
  },
  notUnderstood: {
    level: "problem",
    exit: "stopped",
    title: "Reply not understood",
    sentence: (stop, { summary }) =>
      joinedSentences(
        withoutCost(stop.message),
        stop.saved === true ? "The raw reply is saved." : "",
        possiblyChargedText,
        resumeCost(summary),
        saved(summary),
      ),
    lookupSentence: lostLookup,
    buttons: resume,
    continuation: continues,
  },
  interrupted: {
    level: "problem",
    exit: "stopped",
    title: "Interrupted",
    sentence: ({ requestInFlight }, { summary }) => interruptedText(summary, requestInFlight),
    buttons: resume,
    continuation: continues,
  },
  storage: {
    level: "problem",
    exit: "stopped",
    isWithoutBalance: true,
    title: "Could not be saved",
    sentence: ({ message }, { summary }) => joinedSentences(message, saved(summary)),
    lookupSentence: ({ message }) => message,
    buttons: resume,
    continuation: continues,
  },
  refused: {
    level: "problem",
    exit: "stopped",
    exitWithoutPages: "failed",
    isWanted: true,
    title: "Refused by the service",
    sentence: ({ message }, { summary }) => joinedSentences(message, saved(summary)),
    lookupSentence: ({ message }) => message,
    buttons: resume,
    continuation: continues,
  },
};

/** The entry of this stop. Its functions take this stop, or another one of the same kind. */
export const endOf = ({ kind }: StopReason): End => table[kind] as End;
