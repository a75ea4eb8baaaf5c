// What every command writes, to whom: for programs (--json), to a pipe, and to a terminal, however it ends.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { createSystemClock } from "../../../src/service/systemClock";
import type { HttpReply, Transport } from "../../../src/service/wire";
import { Sandbox } from "../../sandboxServer/sandbox";
import { runMain, type CommandEnd } from "../../support/runMain";
import { newFolder, removeFolders } from "../store/rig";

/** What the service does with paid requests. */
type Service = "works" | "finds nothing" | "fails" | "asks to wait" | "rejects the key";
/** What standard output is, also in a pipe: the object of --json or prose, values, or records. */
type Kind = "prose" | "values" | "records";
type Case = readonly [line: string, service: Service, code: number, kind: Kind];

const cases: readonly Case[] = [
  ["run s.json --yes", "works", 0, "prose"],
  ["run s.json --yes --out new.csv", "works", 0, "prose"],
  ["run s.json --yes --out -", "works", 0, "records"],
  ["run s.json --yes --out -", "finds nothing", 0, "records"],
  ["run s.json --records 100", "works", 3, "prose"],
  ["run s.json --records 100 --out -", "works", 3, "prose"],
  ["run s.json --yes", "fails", 4, "prose"],
  ["run s.json --yes --out -", "fails", 4, "prose"],
  ["run s.json --yes", "asks to wait", 4, "prose"],
  ["run s.json --yes", "rejects the key", 5, "prose"],
  ["run none.json --yes", "works", 2, "prose"],
  ["run wrong.json --yes", "works", 2, "prose"],
  ["run s.json --record 5", "works", 2, "prose"],
  ["plan s.json", "works", 0, "prose"],
  ["plan s.json", "rejects the key", 5, "prose"],
  ["count s.json --yes", "works", 0, "values"],
  ["count s.json", "asks to wait", 4, "prose"],
  ["people s.json --companies l.txt --yes --out - --fields name", "finds nothing", 0, "records"],
  ["people s.json --companies l.txt --plan", "works", 0, "prose"],
  ["people s.json --companies l.txt --yes", "fails", 4, "prose"],
  ["lookup company galewind-logistics.example --yes", "works", 0, "values"],
  ["lookup company galewind-logistics.example --yes --fields name", "works", 0, "values"],
  ["lookup company galewind-logistics.example --yes", "finds nothing", 0, "values"],
  ["lookup company galewind-logistics.example --yes", "fails", 4, "prose"],
  ["lookup company galewind-logistics.example --yes", "asks to wait", 4, "prose"],
  ["lookup company --in l.txt --yes --out -", "works", 0, "records"],
  ["lookup company --in l.txt --yes --out -", "finds nothing", 0, "records"],
  ["lookup company --in l.txt --yes --out found.csv", "works", 0, "prose"],
  ["lookup company --in l.txt --plan", "works", 0, "prose"],
  ["resume none", "works", 1, "prose"],
  ["export none", "works", 1, "prose"],
  ["export latest --out new.csv", "works", 1, "prose"],
  ["runs", "works", 0, "prose"],
  ["describe CTOs", "works", 0, "prose"],
  ["config", "works", 0, "values"],
  ["config get spending.confirmAbove", "works", 0, "values"],
  ["config set agents.creditsPerDay much", "works", 2, "prose"],
  ["backup copy.db", "works", 0, "prose"],
  ["restore none.db", "works", 2, "prose"],
  ["account", "works", 0, "prose"],
  ["account", "rejects the key", 5, "prose"],
  ["enrichment list", "works", 0, "prose"],
  ["enrichment track enr-demo-finished", "works", 0, "values"],
  ["enrichment results none", "works", 1, "prose"],
  ["enrichment remove none", "works", 1, "prose"],
  ["nosuch", "works", 2, "prose"],
];

const replyOf = (status: number, body: object): HttpReply => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(body)),
});

const keys = [{ key: "test-key", workspaceId: "w", balance: 1_000 }];
const { transport } = new Sandbox({ clock: createSystemClock(), people: 60, companies: 20, keys });

const serviceOf =
  (service: Service): Transport =>
  async (request, signal) => {
    if (service === "rejects the key") {
      return replyOf(401, { code: "error.unauthorized", message: "Invalid API key" });
    }
    if (service === "works" || request.method !== "POST") {
      return transport(request, signal);
    }
    if (service === "asks to wait") {
      return replyOf(429, { code: "error.rate.limit", message: "Rate limit exceeded. Try again in 10 minutes." });
    }
    return service === "fails"
      ? replyOf(500, { code: "error.internal", message: "Broken" })
      : replyOf(200, { companies: [], people: [], metadata: { total: 0, credits: 0 } });
  };

describe("the output of a command", () => {
  afterEach(removeFolders);

  const run = (line: string, service: Service, isTerminal: boolean): Promise<CommandEnd> => {
    const cwd = newFolder();
    writeFileSync(path.join(cwd, "s.json"), '{"search": "people", "filters": {}, "fetch": {"records": 3}}');
    writeFileSync(path.join(cwd, "wrong.json"), '{"search": "people", "filter": {}}');
    writeFileSync(path.join(cwd, "l.txt"), "domain\ngalewind-logistics.example\nnone.example\n");
    return runMain(line.split(" "), {
      cwd,
      variables: {
        PROSPECT_DESK_ORIGIN: "https://service.example",
        PROSPECT_DESK_KEY: "test-key",
        PROSPECT_DESK_HOME: path.join(cwd, "home"),
      },
      terminals: isTerminal ? ["output"] : [],
      openTransport: () => Promise.resolve(serviceOf(service)),
    });
  };

  for (const [line, service, code, kind] of cases) {
    it(`is of one type where the service ${service}: prospect ${line}`, async () => {
      const asJson = await run(`${line} --json`, service, false);
      assert.equal(asJson.code, code, asJson.stderr);
      const lines = asJson.stdout.split("\n").slice(0, -1);
      if (kind !== "records") {
        assert.equal(lines.length, 1, `${asJson.stdout}${asJson.stderr}`);
        const { stop, retryAt, notes } = JSON.parse(asJson.stdout) as {
          readonly stop?: { readonly sentence: string };
          readonly retryAt?: string;
          readonly notes: readonly string[];
        };
        const reasons = [...notes, stop?.sentence].join(" ");
        const said = asJson.stderr.split("\n").filter((text) => !text.startsWith('Run "prospect help'));
        assert.deepEqual(
          said.filter((text) => !reasons.includes(text)),
          [],
        );
        assert.ok(code === 0 || reasons.trim() !== "", "it says why");
        assert.equal(retryAt !== undefined, service === "asks to wait");
      } else {
        assert.ok(lines.length > 0 || service === "finds nothing", "only no match has no lines");
        lines.forEach((text) => assert.equal(typeof JSON.parse(text), "object", text));
      }

      const piped = await run(line, service, false);
      assert.equal(piped.code, code);
      assert.equal(piped.stdout === "", kind === "prose", piped.stdout);
      assert.ok(kind !== "prose" || piped.stderr !== "", "somebody is told");

      if (kind === "prose" && code === 0) {
        assert.notEqual((await run(line, service, true)).stdout, "", "a terminal shows what happened");
      }
    });
  }
});
