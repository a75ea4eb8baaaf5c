// The reason a run stops with, from the failure of its call.
import assert from "node:assert/strict";
import { maybeCharged, stopReasonOf } from "../../../src/runs/execution";
import type { StopReason } from "../../../src/runs/run";
import { ServiceFailure, type CreditsSpent, type ServiceError } from "../../../src/service/errors";
import { StoreError } from "../../../src/store/storeError";

const unsent = { sent: false, stored: false };
const sent = { sent: true, stored: false };
const stored = { sent: true, stored: true };
const message = "What happened.";
const lost: StopReason = { kind: "ambiguous", message };
const refused: StopReason = { kind: "refused", message };
const offline: StopReason = { kind: "offline", message };

const common = (creditsSpent: CreditsSpent): { readonly message: string; readonly creditsSpent: CreditsSpent } => ({
  message,
  creditsSpent,
});

/** A failure, the reason when it was not charged or its reply is stored, and the reason when it may be charged. */
const failures: readonly (readonly [(spent: CreditsSpent) => ServiceError, StopReason, StopReason])[] = [
  [(spent) => ({ ...common(spent), code: "network", sent: true }), offline, lost],
  [(spent) => ({ ...common(spent), code: "timeout", sent: true }), offline, lost],
  [(spent) => ({ ...common(spent), code: "cancelled", sent: true }), { kind: "cancelled" }, lost],
  [(spent) => ({ ...common(spent), code: "notTheService", why: "html" }), refused, { kind: "notUnderstood", message }],
  [(spent) => ({ ...common(spent), code: "badRequest" }), refused, lost],
  [(spent) => ({ ...common(spent), code: "invalidRequest" }), refused, lost],
  [(spent) => ({ ...common(spent), code: "notFound" }), refused, lost],
  [(spent) => ({ ...common(spent), code: "server" }), refused, lost],
  ...[
    [
      { code: "unauthorized", serviceMessage: "" },
      { kind: "keyRejected", message },
    ] as const,
    [
      { code: "rateLimited", waitMs: 5, until: 70 },
      { kind: "rateLimited", until: 70 },
    ] as const,
    [{ code: "insufficientCredits" }, { kind: "creditsExhausted", message }] as const,
  ].map(
    ([error, reason]) =>
      [(spent: CreditsSpent): ServiceError => ({ ...common(spent), ...error }), reason, reason] as const,
  ),
];

describe("the reason that a run stops with", () => {
  for (const [failure, notCharged, charged] of failures) {
    it(`after "${failure("no").code}" depends on whether the call may have been charged without being stored`, () => {
      const [no, maybe] = [new ServiceFailure(failure("no")), new ServiceFailure(failure("maybe"))];
      assert.deepEqual(
        [stopReasonOf(no, sent), stopReasonOf(no, stored), stopReasonOf(maybe, stored), stopReasonOf(maybe, sent)],
        [notCharged, notCharged, notCharged, charged],
      );
      assert.deepEqual(
        [maybeCharged(no, sent), maybeCharged(maybe, stored), maybeCharged(maybe, sent)],
        [false, false, true],
      );
    });
  }

  it("is the storage when the database failed", () => {
    assert.deepEqual(stopReasonOf(new StoreError("FULL", "The disk is full."), sent), {
      kind: "storage",
      message: "The disk is full.",
    });
  });

  it("after an unexpected error is a lost reply only if the request was sent and its reply is not stored", () => {
    const text = "The request failed unexpectedly. Records fetched before it are saved.";
    const error = new TypeError("x is not a function");
    assert.deepEqual(
      [unsent, stored, sent].map((state) => [stopReasonOf(error, state), maybeCharged(error, state)]),
      [
        [{ kind: "refused", message: text }, false],
        [{ kind: "refused", message: text }, false],
        [{ kind: "ambiguous", message: text }, true],
      ],
    );
  });
});
