// What a journal's frames may say: a meta that lacks something, or says it in another type, counts as none.
import assert from "node:assert/strict";
import type { Frame, FrameType } from "../../../src/runs/journalFrames";
import { headerOf, intentOf, pageOf, stampOf, stopOf } from "../../../src/runs/journalMeta";

interface Loose {
  readonly [field: string]: unknown;
}

const frame = (type: FrameType, meta: unknown): Frame => ({ type, at: 0, meta, bodyAt: 0, bodyLength: 0, bodyCrc: 0, next: 0 });

const limits = { records: 100, credits: 2.5, leaveOutKnown: true };
const tally = { pages: 1, records: 2, received: 3, repeated: 1, odd: 0, credits: 0.5, possibleCredits: 0, skipped: 0, unpriced: { pages: 0 }, pagesWithoutNew: 0, torn: 0, firstTotal: 9, lastTotal: 9, cursor: "after 2", limits };
const stamp = { at: 1.5, tally };
const request = { limit: 100, cursor: "after 1", offset: 0 };
const connection = { id: "a", label: "b", origin: "c", workspaceId: "d" };
const header = { format: 1, id: "x", title: "T", task: { kind: "peopleSearch", filters: { title: [{ v: "CEO" }] } }, recordKind: "person", connection, source: "file:///a", startedAt: 1, limits };
const page = { ...stamp, request, status: 200, credits: 1, total: 9, next: "after 2", records: [1, 2, 3], ids: [""], skippedIds: ["s"], understood: true };

/** The same with one field, at whatever depth, taken out or changed to a value of another type. */
function spoiled(value: Loose, optional: ReadonlySet<string>, within = ""): readonly (readonly [string, Loose])[] {
  return Object.entries(value).flatMap(([field, content]) => {
    const name = within + field;
    const { [field]: _out, ...without } = value;
    const deeper = typeof content === "object" && content !== null && !Array.isArray(content) ? spoiled(content as Loose, optional, `${name}.`).map(([where, changed]) => [where, { ...value, [field]: changed }] as const) : [];
    return [...(optional.has(field) ? [] : [[`${name} absent`, without] as const]), [`${name} null`, { ...value, [field]: null }] as const, [`${name} other`, { ...value, [field]: [{}] }] as const, ...deeper];
  });
}

const optional = new Set(["credits", "leaveOutKnown", "firstTotal", "lastTotal", "cursor", "offset", "source", "total", "next", "title"]);

describe("the metas of a journal's frames", () => {
  const kinds: readonly (readonly [FrameType, Loose, (frame: Frame) => unknown])[] = [
    ["header", { ...stamp, salt: 7, header: { ...header, task: { kind: "companyLookup", identifiers: { id: 1 } } } }, headerOf],
    ["intent", { ...stamp, request, reserved: 25 }, intentOf],
    ["page", page, pageOf],
    ["stop", { ...stamp, reason: { kind: "creditLimit", limit: 3 } }, stopOf],
    ["resumed", stamp, stampOf],
  ];
  for (const [type, meta, read] of kinds) {
    it(`of a ${type} are read as they were written, and not when something is missing or of another type`, () => {
      assert.deepEqual(read(frame(type, meta)), meta);
      // A task's only filter or identifier may be absent; the tally's credits and the header's title may not.
      const wrong = spoiled(meta, optional).filter(([where]) => !where.endsWith("identifiers.id absent"));
      assert.ok(wrong.length > 20);
      for (const [where, changed] of wrong) {
        assert.equal(read(frame(type, changed)), undefined, where);
      }
      for (const none of [undefined, null, 5, "text", [], [meta]]) {
        assert.equal(read(frame(type, none)), undefined);
      }
    });
  }

  it("are read without what need not be there", () => {
    const least = { at: 1, tally: { pages: 0, records: 0, received: 0, repeated: 0, odd: 0, credits: 0, possibleCredits: 0, skipped: 0, unpriced: { pages: 0 }, pagesWithoutNew: 0, torn: 0, limits: { records: 0 } } };
    assert.deepEqual(stampOf(frame("intent", least)), least);
    assert.ok(intentOf(frame("intent", { ...least, request: { limit: 0 }, reserved: 0 })));
    assert.ok(pageOf(frame("page", { ...least, request: { limit: 0 }, status: 200, records: [], ids: [], skippedIds: [], understood: false })));
    for (const field of ["credits", "title"]) {
      assert.equal(stampOf(frame("intent", { ...least, tally: { ...least.tally, [field]: undefined } })) === undefined, field === "credits");
    }
    assert.equal(headerOf(frame("header", { ...least, salt: 1, header: { ...header, title: undefined } })), undefined);
  });

  it("know every task and every reason to stop, and no other", () => {
    const tasks = [{ kind: "companySearch", filters: {} }, { kind: "peopleSearch", filters: { a: [] } }, { kind: "companyLookup", identifiers: { domain: "a.example" } }, { kind: "peopleLookup", identifiers: {} }, { kind: "enrichment", enrichmentId: "e" }];
    for (const task of tasks) {
      assert.ok(headerOf(frame("header", { ...stamp, salt: 1, header: { ...header, task } })), task.kind);
    }
    for (const task of [{ kind: "other", filters: {} }, { kind: "companySearch", filters: { a: ["text"] } }, { kind: "peopleLookup", identifiers: { a: true } }, { kind: "enrichment" }]) {
      assert.equal(headerOf(frame("header", { ...stamp, salt: 1, header: { ...header, task } })), undefined, task.kind);
    }
    const reasons = [
      ...["complete", "limitReached", "cancelled", "sameRecords", "costUnknown", "budgetUsedUp", "windowClosed"].map((kind) => ({ kind })),
      ...["keyRejected", "creditsExhausted", "offline", "storage", "refused", "ambiguous", "notUnderstood"].map((kind) => ({ kind, message: "m" })),
      { kind: "creditLimit", limit: 1 },
      { kind: "budgetUsedUp", agreed: 1.5 },
      { kind: "creditsExhausted", message: "m", balance: 1, needed: 2 },
      { kind: "rateLimited", until: 1 },
      { kind: "interrupted", requestInFlight: false },
      { kind: "ambiguous", message: "m", balanceBefore: 2, balanceAfter: 1, settled: true },
    ];
    for (const reason of reasons) {
      assert.deepEqual(stopOf(frame("stop", { ...stamp, reason }))?.reason, reason);
    }
    for (const reason of [{ kind: "other" }, { kind: "creditLimit" }, { kind: "budgetUsedUp", agreed: "1" }, { kind: "notUnderstood", message: "m", settled: 1 }, { kind: "rateLimited", until: "soon" }, { kind: "refused" }, { kind: "interrupted" }, { kind: "ambiguous", message: "m", balanceAfter: "1" }]) {
      assert.equal(stopOf(frame("stop", { ...stamp, reason })), undefined, reason.kind);
    }
  });

  it("count only in whole numbers from 0 up", () => {
    for (const wrong of [-1, 0.5, 2 ** 53, Number.POSITIVE_INFINITY, "1"]) {
      assert.equal(stampOf(frame("intent", { ...stamp, tally: { ...tally, records: wrong } })), undefined, String(wrong));
      assert.equal(pageOf(frame("page", { ...page, records: [wrong] })), undefined, String(wrong));
    }
  });

  it("belong to frames of their type alone", () => {
    assert.equal(pageOf(frame("intent", page)), undefined);
    assert.equal(intentOf(frame("page", page)), undefined);
    assert.equal(stopOf(frame("page", { ...stamp, reason: { kind: "complete" } })), undefined);
  });
});
