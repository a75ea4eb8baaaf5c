// What the end of a run says about sums: never less than what was charged.
import assert from "node:assert/strict";
import { runFacts } from "../../../src/app/runFacts";
import type { Overrun, RunSummary, StopReason } from "../../../src/runs/run";
import { describeRun } from "../../../src/runs/runState";
import { amountText } from "../../../src/text/numbers";
import { runSummary } from "./runSummary";

const now = 1_000_000_000;
const withMessage = (
  kind: "keyRejected" | "creditsExhausted" | "offline" | "ambiguous" | "notUnderstood" | "storage" | "refused",
): StopReason => ({ kind, message: "The service says so." });

/** One of each kind, which the type of the table checks. */
const stops: { readonly [K in StopReason["kind"]]: StopReason } = {
  complete: { kind: "complete" },
  partialResult: { kind: "partialResult", outcomes: { enriched: 4, nothingFound: 0, notProcessed: 6 } },
  endedEarly: { kind: "endedEarly" },
  unanswered: { kind: "unanswered", rows: 3 },
  limitReached: { kind: "limitReached" },
  creditLimit: { kind: "creditLimit", limit: 0 },
  budgetUsedUp: { kind: "budgetUsedUp" },
  costUnknown: { kind: "costUnknown" },
  sameRecords: { kind: "sameRecords" },
  cancelled: { kind: "cancelled" },
  disconnected: { kind: "disconnected" },
  rateLimited: { kind: "rateLimited", until: now + 5_000 },
  keyRejected: withMessage("keyRejected"),
  creditsExhausted: withMessage("creditsExhausted"),
  offline: withMessage("offline"),
  ambiguous: withMessage("ambiguous"),
  notUnderstood: withMessage("notUnderstood"),
  interrupted: { kind: "interrupted", requestInFlight: true },
  windowClosed: { kind: "windowClosed" },
  storage: withMessage("storage"),
  refused: withMessage("refused"),
};

interface Case {
  readonly kind: StopReason["kind"];
  readonly of: Overrun["of"];
  readonly allowed: number;
  readonly charged: number;
}

const price = { before: 1, now: 28.571428 };
const cases: readonly Case[] = (Object.keys(stops) as StopReason["kind"][]).flatMap((kind) =>
  (["limit", "agreed", "unconfirmed", "agents", "agentsMonth"] as const).flatMap((of) =>
    (
      [
        [350, 10_000],
        [0.25, 28.57],
        [0, 0.001],
        [350, 350],
        [1_234.5, 1],
      ] as const
    ).map(([allowed, charged]) => ({ kind, of, allowed, charged })),
  ),
);

/** A run that was allowed one sum and was charged another. */
function runOf({ kind, of, allowed, charged }: Case): RunSummary {
  const stop =
    kind === "creditLimit"
      ? { kind, limit: allowed }
      : kind === "budgetUsedUp"
        ? { kind, agreed: of === "agreed" ? allowed : undefined, ...(of === "agents" && { ofAgents: true as const }) }
        : stops[kind];
  const sum = kind === "creditLimit" ? "limit" : kind === "budgetUsedUp" && of === "limit" ? "unconfirmed" : of;
  const overrun: Overrun | undefined = charged > allowed ? { of: sum, allowed, charged, price } : undefined;
  const limits = { records: 500, ...(sum === "limit" && { credits: allowed }) };
  return runSummary({
    header: { task: { kind: "peopleSearch", filters: {} }, recordKind: "person", limits },
    credits: charged,
    stop: { ...stop, overrun },
  });
}

const textsOf = (run: RunSummary): readonly string[] => [
  describeRun(run, now).sentence,
  describeRun({ ...run, price: { perRecord: 2, known: true } }, now).sentence,
  describeRun({ ...run, header: { ...run.header, purpose: "lookup" } }, now).sentence,
  runFacts(run, now).stop?.sentence ?? "",
];

/** A shown sum as a number. */
const shown = (text: string): number => Number(text.replaceAll(",", "").replace("credit", "").trim());

describe("the texts of an end", () => {
  it("never claim less than what was charged, for any end and sum", () => {
    for (const one of cases) {
      const { allowed, charged } = one;
      for (const text of textsOf(runOf(one))) {
        if (charged <= allowed) {
          assert.doesNotMatch(text, /service charged|price rose/u);
          continue;
        }
        assert.doesNotMatch(text, /before spending more than|at your credit limit of/u);
        const found = /The service charged ([\d.,]+) credits?, more than .*? ([\d.,]+)[. ]/u.exec(text);
        assert.ok(found !== null && shown(found[1] ?? "") >= charged, text);
        assert.ok(text.includes(amountText(allowed)), text);
        assert.ok(text.includes("from 1 to 28.57 credits per record"), text);
      }
    }
  });
});
