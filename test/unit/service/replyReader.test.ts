// Large replies are read in a thread, with the same result as in place.
import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { operationNames } from "../../../src/service/operations";
import { createReplyReader, readInPlace } from "../../../src/service/replyReader";
import { TransportFailure, type HttpReply } from "../../../src/service/wire";

const script = pathToFileURL(path.resolve("dist/replyWorker.js"));
const replyOf = (body: string | Uint8Array, status = 200): HttpReply => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(body as string),
});
/** More than is read in place. */
const padding = " ".repeat(70_000);
const list = (item: string, count: number): string => `[${`${item},`.repeat(count - 1)}${item}]`;

/** Runs with `JSON.parse` guarded: no text that is longer may be parsed in this thread. */
async function withoutParsing<T>(longest: number, work: () => Promise<T>): Promise<T> {
  const { parse } = JSON;
  JSON.parse = ((text: string, reviver) => {
    assert.ok(text.length <= longest, `${text.length} characters were parsed in this thread`);
    return parse(text, reviver) as unknown;
  }) as typeof parse;
  try {
    return await work();
  } finally {
    JSON.parse = parse;
  }
}

describe("the reader of replies", function () {
  this.timeout(60_000);
  const read = createReplyReader(script);

  it("finds the same in a thread as in place", async () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(7, "7", null, "", [], [{}], { credits: 1 }, "not found"));
    const fields = ["status", "data", "id", "name", "cost", "error", "message", "code", "companies", "people"];
    const more = ["metadata", "balance", "workspace_id", "detail", "errors"];
    const bodies = fc.oneof(
      fc.dictionary(fc.constantFrom(...fields, ...more), value).map((body) => JSON.stringify(body)),
      fc.json(),
      fc.string(),
      fc.constantFrom('{"data":[', "<html>", '{"id":12345678901234567890,"data":[]}', '{"data":[],}'),
    );
    await fc.assert(
      fc.asyncProperty(
        bodies,
        fc.constantFrom(...operationNames),
        fc.constantFrom(200, 202, 400, 402, 404, 500),
        async (body, operation, status) => {
          const large = replyOf(body + padding, status);
          assert.deepEqual(await read(large, { operation }), await readInPlace(large, { operation }));
          const small = replyOf(body, status);
          assert.deepEqual(await read(small, { operation }), await readInPlace(small, { operation }));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("does not parse large bodies in its own thread, and leaves them to their owner", async () => {
    const reply = replyOf(`{"status":"FINISHED","data":${list('{"input":{}}', 20_000)}}`);
    const before = Buffer.from(reply.body);
    const { enrichment } = await withoutParsing(65_536, () => read(reply, { operation: "enrichment" }));
    assert.ok(enrichment.ok);
    assert.deepEqual([enrichment.value.contacts, enrichment.value.hasContact], [20_000, true]);
    assert.deepEqual(reply.body, before);
  });

  it("refuses too many values and too many contacts", async () => {
    for (const [data, contacts] of [
      [list("{}", 100_000), 100_000],
      [list("{}", 100_001), undefined],
      [`[],"more":${list("1", 999_996)}`, 0],
      [`[],"more":${list("1", 999_997)}`, undefined],
      ["[".repeat(2_500_000), undefined],
    ] as const) {
      const { enrichment, error } = await read(replyOf(`{"status":"FINISHED","data":${data}}`), {
        operation: "enrichment",
      });
      assert.deepEqual(
        enrichment.ok ? enrichment.value.contacts : enrichment.why,
        contacts ?? "tooMany",
        data.slice(0, 50),
      );
      assert.equal(error.message, "");
    }
  });

  it("passes on the beginning of a long message", async () => {
    const { error } = await read(replyOf(JSON.stringify({ code: "c", message: "x".repeat(1_000_000) }), 402));
    assert.deepEqual(error, { code: "c", message: "x".repeat(10_000) });
  });

  it("reads several replies one after the other", async () => {
    const operation = "credits";
    const readings = await Promise.all(
      [1, 2, 3].map((balance) => read(replyOf(`{"balance":${balance}}${padding}`), { operation })),
    );
    assert.deepEqual(
      readings.map(({ balance }) => balance),
      [1, 2, 3],
    );
  });

  it("ends when it is canceled, before and while it reads, and reads the next reply", async () => {
    const large = replyOf(`{"status":"FINISHED","data":[],"more":${list("9007199254740993", 500_000)}}`);
    const cancelled = (error: unknown): boolean => error instanceof TransportFailure && error.failure === "cancelled";
    const aborted = new AbortController();
    aborted.abort();
    await assert.rejects(read(large, { signal: aborted.signal }), cancelled);
    const later = new AbortController();
    const reading = read(large, { signal: later.signal });
    setImmediate(() => later.abort());
    await assert.rejects(reading, cancelled);
    assert.equal((await read(replyOf(`{"balance":4}${padding}`), { operation: "credits" })).balance, 4);
  });

  it("reads in place where there is no thread, because the reply may be paid for", async () => {
    const missing = createReplyReader(new URL("missing.js", script));
    const reply = replyOf(`{"companies":[{}]}${padding}`, 402);
    assert.equal((await missing(reply, { operation: "companySearch" })).hasRecords, true);
  });

  it("is a reply with too many values where the thread has too little memory", async () => {
    const code = "const all = []; for (;;) { all.push(new Array(1e5).fill(all.length)); }";
    const greedy = createReplyReader(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    const { error } = await greedy(replyOf(`{"balance":4}${padding}`), { operation: "credits" });
    assert.equal(error.problem, "tooMany");
  });
});
