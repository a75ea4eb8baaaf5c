// Raw lines to the MCP server as a child process: what is too long or no answer spends nothing.
import assert from "node:assert/strict";
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { newFolder, removeFolders } from "../unit/store/rig";
import {
  chargedCredits,
  commandLineScript,
  environmentOf,
  serviceUnderTest,
  type ServiceUnderTest,
} from "./support/commandLine";

const request = (method: string, params: unknown, id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const initialize = request("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: { elicitation: { form: {} } },
  clientInfo: { name: "test", version: "1" },
});
const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });

describe("lines to the MCP server", function () {
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
