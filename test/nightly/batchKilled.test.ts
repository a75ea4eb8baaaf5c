// A batch over HTTP whose window is killed twice and resumed: every row is in the result once, no question is asked
// twice until the user agrees to it, and the credits are those that the service has counted. PROSPECT_TEST_ROWS says
// how many rows; 60 when absent.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { createSystemClock } from "../../src/service/systemClock";
import { serveSandbox } from "../sandboxServer/httpServer";
import { Sandbox } from "../sandboxServer/sandbox";
import { newFolder, removeFolders } from "../unit/store/rig";
import { price, resultName, tableName, type BatchJob } from "./batchKilledPlan";

const child = fileURLToPath(new URL("./batchKilledChild.js", import.meta.url));
const rows = Number(process.env["PROSPECT_TEST_ROWS"] ?? 60);
/** Answered questions after which the window is killed, of the first and of the second window. */
const kills = [Math.floor(rows / 4), Math.floor(rows / 2)];

type Ending = readonly [stop: string, credits: number, possibleCredits: number];

/** Runs until it ends, or is killed after so many answers. */
function windowOf(job: BatchJob, killAfter = Number.POSITIVE_INFINITY) {
  return new Promise<{ readonly batch: string; readonly ending: Ending | undefined }>((resolve, reject) => {
    const started = spawn(process.execPath, [...process.execArgv, child, JSON.stringify(job)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let [line, batch] = ["", ""];
    let ending: Ending | undefined;
    const read = (text: string): void => {
      const [what, value = ""] = text.split(/ (.*)/s);
      if (what === "batch") {
        batch = value;
      } else if (what === "ended") {
        ending = JSON.parse(value) as Ending;
      } else if (what === "answered" && Number(value) >= killAfter) {
        started.kill("SIGKILL");
      }
    };
    started.stdout.on("data", (chunk: Buffer) => {
      const lines = (line + chunk.toString()).split("\n");
      line = lines.pop() ?? "";
      lines.forEach(read);
    });
    started.on("error", reject);
    started.on("close", (code, signal) =>
      (signal === "SIGKILL") === Number.isFinite(killAfter) && (code ?? 0) === 0
        ? resolve({ batch, ending })
        : reject(new Error(`The window ended with ${signal ?? code}.`)),
    );
  });
}

describe("a batch whose window is killed twice", function () {
  this.timeout(Math.max(300_000, rows * 30));
  afterEach(removeFolders);

  it(`has every one of ${rows} rows in its result once, and pays once for each`, async () => {
    const clock = createSystemClock();
    const sandbox = new Sandbox({
      clock,
      companies: rows,
      people: 1,
      keys: [{ key: "sandbox-key", workspaceId: "workspace-synthetic", balance: rows * price }],
      prices: { all: price },
    });
    const domains = await domainsOf(sandbox);
    sandbox.setBalance("sandbox-key", rows * price);
    const asked = new Map<string, number>();
    const server = await serveSandbox(
      {
        answer: async (request) => {
          const { domain = "" } = JSON.parse(Buffer.from(request.body ?? []).toString() || "{}") as Asked;
          asked.set(domain, (asked.get(domain) ?? 0) + 1);
          return sandbox.answer(request);
        },
      },
      { port: 0, clock },
    );
    // Every tenth row is a company that the service does not have, every twentieth one repeats an earlier row.
    const table = Array.from({ length: rows }, (_, nth) =>
      nth % 10 === 9 ? `unknown-${nth}.example` : nth % 20 === 10 ? (domains[nth - 1 - (nth % 3)] ?? "") : domains[nth],
    );
    const folder = newFolder();
    writeFileSync(
      path.join(folder, tableName),
      `Row,Domain\n${table.map((domain, nth) => `${nth},${domain ?? ""}\n`).join("")}`,
    );
    const begin = performance.now();
    const job = { folder, origin: server.origin };
    const { batch } = await windowOf(job, kills[0]);
    await windowOf({ ...job, batch }, kills[1]);
    const { ending } = await windowOf({ ...job, batch });
    const seconds = (performance.now() - begin) / 1000;
    const results = resultIn(folder);
    assert.deepEqual(
      results.map(([row, domain]) => `${row},${domain}`),
      table.map((domain, nth) => `${nth},${domain}`),
    );
    const lost = new Set<string>();
    for (const [row, domain = "", found, status = ""] of results) {
      if (status.startsWith("possibly charged: ")) {
        lost.add(domain);
      } else if (domain.startsWith("unknown-")) {
        assert.deepEqual([found, status], ["", "no match"], `row ${row}`);
      } else {
        assert.deepEqual([found, status], [domain, "found"], `row ${row}`);
      }
    }
    // Four lookups are in flight at most.
    assert.ok(lost.size <= 8, `${lost.size} questions were in flight`);
    asked.delete("");
    assert.deepEqual(
      [...asked].filter(([, times]) => times !== 1),
      [],
    );
    const isAnswered = (domain: string): boolean => !lost.has(domain) && !domain.startsWith("unknown-");
    const [stop, credits = 0, possibleCredits = 0] = ending ?? [];
    const charged = rows * price - (sandbox.balance("sandbox-key") ?? 0);
    const end = lost.size === 0 ? "complete" : "unanswered";
    assert.deepEqual([stop, credits], [end, [...asked.keys()].filter(isAnswered).length * price]);
    assert.ok(charged >= credits && charged <= credits + possibleCredits, `${charged} credits were charged`);

    // With the user's consent, what was in flight is asked once more, and nothing else is. What was killed right before
    // it left has not arrived the first time.
    const { ending: last } = await windowOf({ ...job, batch, again: true });
    await server.close();
    asked.delete("");
    assert.equal(last?.[0], "complete");
    assert.deepEqual(
      [...asked].filter(([domain, times]) => times > (lost.has(domain) ? 2 : 1)),
      [],
    );
    assert.deepEqual(
      resultIn(folder).filter(([, , , status]) => status !== "found" && status !== "no match"),
      [],
    );
    if (rows > 60) {
      console.log(`      ${rows} rows in ${seconds.toFixed(0)} s, ${credits} credits, ${charged} charged`);
    }
  });
});

/** The cells of the rows of the result file. */
function resultIn(folder: string): readonly (readonly string[])[] {
  const [header = "", ...written] = readFileSync(path.join(folder, resultName), "utf8").trimEnd().split("\n");
  assert.equal(header, "Row,Domain,Found,Lookup status");
  return written.map((line) => line.split(","));
}

interface Asked {
  readonly domain?: string;
}

/** The domains of all companies. */
async function domainsOf(sandbox: Sandbox): Promise<readonly string[]> {
  const domains: string[] = [];
  let cursor: string | undefined;
  do {
    const reply = await sandbox.handle({
      method: "POST",
      path: "/api/v2/company/search",
      headers: { authorization: "Bearer sandbox-key", "content-type": "application/json" },
      body: Buffer.from(JSON.stringify({ limit: 100, ...(cursor !== undefined && { search_after: cursor }) })),
    });
    const { companies, metadata } = JSON.parse(Buffer.from(reply.body).toString()) as {
      readonly companies: readonly Asked[];
      readonly metadata: { readonly search_after?: string };
    };
    domains.push(...companies.flatMap(({ domain }) => domain ?? []));
    cursor = metadata.search_after;
    if (companies.length === 0) {
      break;
    }
  } while (cursor !== undefined);
  return domains;
}
