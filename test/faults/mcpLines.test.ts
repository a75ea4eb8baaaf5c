// Raw lines to the MCP server as a child process: whatever comes, it answers in the protocol or not at all, spends
// nothing, and still answers the next call.
import assert from "node:assert/strict";
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { allTools } from "../../src/agents/tools/allTools";
import { newFolder, removeFolders } from "../unit/store/rig";
import {
  chargedCredits,
  commandLineScript,
  environmentOf,
  secretKey,
  serviceUnderTest,
  type ServiceUnderTest,
} from "./support/commandLine";

const { lines: kept } = JSON.parse(readFileSync(path.resolve("test/fixtures/fuzz/mcpLines.json"), "utf8")) as {
  readonly lines: readonly string[];
};
const randomLines = 2_000;

const request = (method: string, params: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const initialize = request("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: { elicitation: { form: {} } },
  clientInfo: { name: "test", version: "1" },
});
const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

const methods = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/read",
  "notifications/cancelled",
  "",
  "x",
];
const toolNames = allTools.map(({ name }) => name);

/** Calls in the form of the protocol, and kept lines with a piece of them removed, repeated, or replaced. */
function anyLine(): fc.Arbitrary<string> {
  const id = fc.oneof(fc.integer(), fc.string(), fc.constantFrom(null, {}, [], "last"));
  const meta = fc.record({ progressToken: fc.anything() });
  const call = fc.record({ name: fc.constantFrom(...toolNames), arguments: fc.anything() });
  const params = fc.oneof(fc.anything(), fc.record({ name: fc.anything(), _meta: meta }), call);
  const message = fc.record(
    { jsonrpc: fc.constantFrom("2.0", "1.0", 2), id, method: fc.constantFrom(...methods), params },
    { requiredKeys: [] },
  );
  const changed = fc
    .tuple(
      fc.constantFrom(...kept, initialize),
      fc.nat(),
      fc.nat(30),
      fc.oneof(fc.string({ unit: "binary" }), fc.json()),
    )
    .map(([line, at, length, piece]) => {
      const from = at % (line.length + 1);
      return line.slice(0, from) + piece + line.slice(from + length);
    });
  const text = message.map((one) =>
    JSON.stringify(one, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
  );
  return fc.oneof(
    text,
    fc.array(text, { maxLength: 3 }).map((all) => `[${all.join()}]`),
    changed,
  );
}

describe("random lines to the MCP server", function () {
  let service: ServiceUnderTest;
  let child: ChildProcessWithoutNullStreams;
  let errors = "";

  beforeEach(async () => {
    service = await serviceUnderTest();
    const folder = newFolder();
    errors = "";
    child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", commandLineScript, "mcp"], {
      cwd: folder,
      env: environmentOf({ folder, origin: service.origin }),
    });
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  });
  afterEach(async () => {
    child.kill("SIGKILL");
    await service.close();
    removeFolders();
  });

  it("are answered in the protocol or not at all, and the server continues", async () => {
    const answered = new Promise<unknown>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const message = JSON.parse(line) as { readonly jsonrpc: unknown; readonly id?: unknown };
        assert.equal(message.jsonrpc, "2.0");
        assert.ok(!line.includes(secretKey), "the key was printed");
        if (message.id === "the last one") {
          resolve(message);
        }
      });
    });
    const ended = once(child, "exit").then(([code]) => assert.fail(`It ended with ${code}: ${errors}`));
    const lines = [initialize, initialized, ...kept, ...fc.sample(anyLine(), randomLines)];
    for (const line of [...lines, request("tools/list", {}, "the last one")]) {
      if (!child.stdin.write(`${line}\n`)) {
        await Promise.race([once(child.stdin, "drain"), ended]);
      }
    }
    const last = (await Promise.race([answered, ended])) as { readonly result?: { readonly tools?: unknown[] } };
    assert.equal(last.result?.tools?.length, toolNames.length);
    assert.equal(chargedCredits(service), 0);
    assert.ok(!errors.includes(secretKey), "the key was printed");
  });

  it("of more than 10 MB are refused, the next line is read, and the end of input ends the server", async () => {
    const answers: { readonly id?: unknown; readonly error?: { readonly message: string } }[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => answers.push(JSON.parse(line) as object));
    const ended = once(child, "close");
    const long = request("ping", { text: "x".repeat(11_000_000) }, "too long");
    const largest = request("ping", { text: "x".repeat(9_900_000) }, "as long as allowed");
    child.stdin.write([long, initialize, initialized, largest, `${long}${long}`, ""].join("\n"));
    const last = new Promise<void>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => line.includes('"the last one"') && resolve());
    });
    child.stdin.write(`${request("tools/list", {}, "the last one")}\n`);
    await Promise.race([last, ended]);
    child.stdin.end();
    assert.deepEqual(await ended, [0, null], errors);
    const refusals = answers.filter(({ id }) => id === null);
    assert.equal(refusals.length, 2);
    for (const { error } of refusals) {
      assert.match(error?.message ?? "", /more than 10 MB/);
    }
    assert.deepEqual(
      answers
        .filter(({ id }) => id !== null)
        .map(({ id }) => id)
        .sort(),
      [1, "as long as allowed", "the last one"],
    );
    assert.equal(errors, "");
  });

  it("that answer a question about credits with nonsense never spend any", async () => {
    const answers: readonly unknown[] = [
      ...[{}, { action: "accept" }, { action: "ACCEPT", content: { spend: true } }],
      ...["true", 1, null, {}, [true]].map((spend) => ({ action: "accept", content: { spend } })),
      ...[{ spend: true }, { action: ["accept"], content: { spend: true } }, { action: "accept", content: [true] }],
      ...["decline", "cancel", "maybe"].map((action) => ({ action, content: { spend: true } })),
      { action: "accept", content: { Spend: true, spend: false } },
      { action: "accept", content: JSON.parse('{"__proto__":{"spend":true}}') as unknown },
    ];
    const send = (line: string): void => void child.stdin.write(`${line}\n`);
    const call = { name: "look_up", arguments: { kind: "company", items: ["acme.example"] } };
    let asked = 0;
    const ended = new Promise<readonly unknown[]>((resolve) => {
      const results: unknown[] = [];
      createInterface({ input: child.stdout }).on("line", (line) => {
        const message = JSON.parse(line) as {
          readonly id?: unknown;
          readonly method?: string;
          readonly result?: object;
        };
        if (message.method === "elicitation/create") {
          asked += 1;
          send(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: answers[results.length] }));
        } else if (typeof message.id === "string") {
          results.push(message);
          if (results.length === answers.length) {
            resolve(results);
          } else {
            send(request("tools/call", call, `call ${results.length}`));
          }
        }
      });
    });
    send(initialize);
    send(initialized);
    send(request("tools/call", call, "call 0"));
    for (const result of await ended) {
      const { isError } = (result as { readonly result?: { readonly isError?: boolean } }).result ?? { isError: true };
      assert.equal(isError, true, JSON.stringify(result));
    }
    assert.equal(asked, answers.length);
    assert.equal(chargedCredits(service), 0);
  });
});
