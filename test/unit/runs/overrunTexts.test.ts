// What the end of a run says about sums: never less than what was charged.
import assert from "node:assert/strict";
import fc from "fast-check";
import { runFacts, runLine } from "../../../src/app/runFacts";
import { amountText } from "../../../src/language/language";
import { lookupStopText } from "../../../src/runs/lookupStopText";
import type { Overrun, RunSummary, StopReason } from "../../../src/runs/run";
import { describeRun } from "../../../src/runs/runState";
import { overrunText } from "../../../src/runs/overrunTexts";
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
  notRecovered: { kind: "notRecovered", records: 3, asks: 20, from: { cursor: "c" } },
  listChanged: { kind: "listChanged", message: "A list was changed." },
  refused: withMessage("refused"),
};

const credits = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000 }).map((thousandths) => thousandths / 1000),
  fc.constantFrom(0, 0.01, 0.25, 1, 28.57, 350, 1_000, 9_999.5),
  // Sums have at most six decimals.
  fc.double({ min: 1e-3, max: 1e9, noNaN: true }).map((sum) => Math.round(sum * 1e6) / 1e6),
);

interface Case {
  readonly kind: StopReason["kind"];
  readonly of: Overrun["of"];
  readonly allowed: number;
  readonly charged: number;
  readonly before: number;
  readonly rise: number;
  readonly knowsPrice: boolean;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  kind: fc.constantFrom(...(Object.keys(stops) as StopReason["kind"][])),
  of: fc.constantFrom("limit", "agreed", "unconfirmed", "agents"),
  allowed: credits,
  charged: credits,
  before: credits,
  rise: credits,
  knowsPrice: fc.boolean(),
});

/** A run that was allowed one sum and was charged another. `says` is false for an end that was stored before. */
function runOf({ kind, of, allowed, charged, before, rise, knowsPrice }: Case, says = true): RunSummary {
  const stop =
    kind === "creditLimit"
      ? { kind, limit: allowed }
      : kind === "budgetUsedUp"
        ? { kind, agreed: of === "agreed" ? allowed : undefined, ...(of === "agents" && { ofAgents: true as const }) }
        : stops[kind];
  const sum = kind === "creditLimit" ? "limit" : kind === "budgetUsedUp" && of === "limit" ? "unconfirmed" : of;
  const overrun: Overrun | undefined =
    charged > allowed && says
      ? { of: sum, allowed, charged, ...(knowsPrice && { price: { before, now: before + rise } }) }
      : undefined;
  const limits = { records: 500, ...(sum === "limit" && { credits: allowed }) };
  return runSummary({
    header: { task: { kind: "peopleSearch", filters: {} }, recordKind: "person", limits },
    credits: charged,
    stop: { ...stop, overrun },
  });
}

const textsOf = (run: RunSummary): readonly string[] => [
  describeRun(run, { now }).sentence,
  describeRun(run, { now, price: { perRecord: 2, known: true } }).sentence,
  lookupStopText(run, now).sentence,
  runFacts(run, now).stop?.sentence ?? "",
  runLine(run, now),
];

/** A shown sum as a number. */
const shown = (text: string): number => Number(text.replaceAll(",", "").replace("credit", "").trim());

describe("the texts of an end", () => {
  it("never claim less than what was charged, for any end, sum and price", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const { allowed, charged, before, rise, knowsPrice } = one;
        const run = runOf(one);
        for (const text of textsOf(run)) {
          const bounds = text.matchAll(
            /(?:before spending more than the|at your credit limit of) ([\d.,E]+?)[ .](?:\D|$)/gu,
          );
          for (const [, bound = ""] of bounds) {
            assert.ok(charged <= allowed, `${bound}: ${text}`);
          }
          if (charged <= allowed) {
            assert.doesNotMatch(text, /service charged|price rose/u);
            continue;
          }
          const found = /The service charged ([\d.,E]+) credits?, more than .*? ([\d.,E]+)[. ]/u.exec(text);
          assert.ok(found !== null, text);
          assert.ok(charged >= 1e9 || shown(found[1] ?? "") >= charged - 1e-6, text);
          assert.ok(text.includes(amountText(allowed)), text);
          if (knowsPrice) {
            assert.ok(
              text.includes(`from ${amountText(before)} to ${amountText(before + rise)} credits per record`),
              text,
            );
          }
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("say that a credit limit was exceeded, though the end was stored without it", () => {
    fc.assert(
      fc.property(anyCase, (one) => {
        const run = runOf({ ...one, kind: "creditLimit" }, false);
        for (const text of textsOf(run)) {
          assert.equal(text.includes("at your credit limit of"), one.charged <= one.allowed, text);
          assert.equal(text.includes("more than your credit limit of"), one.charged > one.allowed, text);
        }
      }),
    );
  });

  it("name both sums and both prices", () => {
    const overrun = (of: Overrun["of"], charged: number): string =>
      overrunText({
        kind: "budgetUsedUp",
        overrun: { of, allowed: 350, charged, price: { before: 1, now: 28.571428 } },
      });
    assert.equal(
      overrun("agreed", 10_000),
      "The service charged 10,000 credits, more than the 350 you agreed to. The price rose from 1 to 28.57 credits " +
        "per record.",
    );
    assert.match(
      overrun("limit", 10_000),
      /^The service charged 10,000 credits, more than your credit limit of 350\./u,
    );
    assert.match(
      overrun("unconfirmed", 350.001),
      /^The service charged 350\.01 credits, more than the 350 that you allow /u,
    );
    assert.match(
      overrun("agents", 400),
      /^The service charged 400 credits, more than the 350 that agents may spend a day /u,
    );
  });
});
