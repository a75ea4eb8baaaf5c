import assert from "node:assert/strict";
import type { RunSummary, StopReason } from "../../../src/runs/run";
import { stopSentence } from "../../../src/runs/stopSentences";

const now = 1_000_000_000;
const summary = (stop: StopReason | undefined, change: Partial<RunSummary> = {}): RunSummary => ({
  header: { format: 1, id: "i", title: "T", task: { kind: "peopleSearch", filters: {} }, recordKind: "people", connection: { id: "c", label: "Work", origin: "https://x.test", workspaceId: "w" }, startedAt: 0, limits: { records: 500 } },
  pages: 2,
  records: 200,
  repeated: 0,
  odd: 0,
  credits: 50,
  lastTotal: 1000,
  updatedAt: 0,
  tornBytes: 0,
  stop,
  ...change,
});

describe("the sentence for a stop reason", () => {
  const reasons: readonly StopReason[] = [
    { kind: "complete" },
    { kind: "limitReached" },
    { kind: "creditCap", cap: 50 },
    { kind: "cancelled" },
    { kind: "rateLimited", until: now + 61_000 },
    { kind: "keyRejected", message: "The key is unknown." },
    { kind: "creditsExhausted", message: "No credits." },
    { kind: "offline", message: "No way there." },
    { kind: "ambiguous", message: "The reply was lost.", balanceBefore: 100, balanceAfter: 75 },
    { kind: "cursorRepeated" },
    { kind: "interrupted", requestInFlight: true },
    { kind: "interrupted", requestInFlight: false },
    { kind: "windowClosed" },
    { kind: "storage", message: "The disk is full." },
    { kind: "refused", message: "No." },
  ];

  it("is there for each, whole, and says how many records are kept", () => {
    for (const reason of reasons) {
      const { title, sentence } = stopSentence(summary(reason), { now });
      assert.ok(title.length > 0);
      assert.match(sentence, /^[A-Z0-9].*\.$/, sentence);
      assert.match(sentence, /200/, sentence);
      assert.doesNotMatch(sentence, /undefined|NaN/, sentence);
    }
  });

  it("offers what can be done", () => {
    const actions = reasons.map((reason) => stopSentence(summary(reason), { now }).actions.join("+"));
    assert.deepEqual(actions, ["", "fetchMore", "fetchMore", "resume", "waitThenResume", "connect+resume", "resume+connect", "resume", "resume", "", "resume", "resume", "resume", "resume", "resume"]);
    assert.deepEqual(stopSentence(summary({ kind: "rateLimited", until: now - 1 }), { now }).actions, ["resume"]);
    assert.deepEqual(stopSentence(summary({ kind: "limitReached" }, { lastTotal: 200 }), { now }).actions, []);
  });

  it("says what to resume may cost after a lost reply, and what the balance tells", () => {
    const charged = stopSentence(summary({ kind: "ambiguous", message: "Lost.", balanceBefore: 100, balanceAfter: 75 }), { now }).sentence;
    assert.match(charged, /may cost up to 25 credits \(100 records\)/);
    assert.match(charged, /was 100 and is now 75: it went down by 25, so the lost page was probably charged/);
    assert.match(stopSentence(summary({ kind: "ambiguous", message: "Lost.", balanceBefore: 100, balanceAfter: 100 }), { now }).sentence, /probably not charged/);
    assert.match(stopSentence(summary({ kind: "interrupted", requestInFlight: true }, { records: 450 }), { now, learnedPrice: 1 }).sentence, /up to 50 credits \(50 records\)/);
    assert.match(stopSentence(summary({ kind: "interrupted", requestInFlight: true }, { records: 0, credits: 0 }), { now }).sentence, /up to the price of 100 records/);
  });

  it("says that a run is under way", () => {
    assert.equal(stopSentence(summary(undefined), { now }).title, "Running");
  });
});
