// The MCP server as a child process, driven by the official client.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { Client, type CallToolResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { allTools } from "../../src/agents/tools/allTools";
import { RunStore } from "../../src/runs/runStore";
import { createSystemClock } from "../../src/service/systemClock";
import type { Store } from "../../src/store/client";
import { runMain } from "../support/runMain";
import { random } from "../support/testDesk";
import { openStore } from "../unit/store/inProcess";
import { newFolder, removeFolders } from "../unit/store/rig";
import { storeWorker } from "./storeJob";
import {
  chargedCredits,
  commandLineScript,
  environmentOf,
  filesWith,
  searchPath,
  secretKey,
  serviceUnderTest,
  writeSearch,
  type ServiceUnderTest,
} from "./support/commandLine";

interface ConnectedClient {
  readonly client: Client;
  /** What the server wrote to standard error. */
  errors(): string;
  /** Calls a tool; the structured content of its result. */
  call(name: string, input: object, options?: CallOptions): Promise<ToolAnswer>;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number; readonly total?: number | undefined }) => void;
}

interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

describe("the MCP server", function () {
  let service: ServiceUnderTest;
  let folder = "";
  let open: Client[] = [];
  let said = "";

  beforeEach(async () => {
    service = await serviceUnderTest();
    folder = newFolder();
    mkdirSync(folder, { recursive: true });
    said = "";
  });
  afterEach(async () => {
    await Promise.all(open.map((client) => client.close()));
    open = [];
    await service.close();
    assert.ok(!said.includes(secretKey), "the key was printed");
    assert.deepEqual(filesWith(folder, secretKey), [], "the key was written to a file");
    removeFolders();
  });

  /** `answer` is what the user says to a question; without it, the client cannot ask. */
  const connect = async (
    answer?: (message: string) => "accept" | "decline" | boolean,
    mode: "legacy" | "auto" = "legacy",
    env: Readonly<Record<string, string>> = {},
  ): Promise<ConnectedClient> => {
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities: answer === undefined ? {} : { elicitation: { form: {} } }, versionNegotiation: { mode } },
    );
    if (answer !== undefined) {
      client.setRequestHandler("elicitation/create", ({ params }) => {
        const given = answer(params.message);
        return given === "decline"
          ? { action: "decline" }
          : { action: "accept", content: { spend: given === "accept" || given === true } };
      });
    }
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ["--disable-warning=ExperimentalWarning", commandLineScript, "mcp"],
      cwd: folder,
      env: environmentOf({ folder, origin: service.origin, env }) as Record<string, string>,
      stderr: "pipe",
    });
    let errors = "";
    transport.stderr?.on("data", (chunk: Buffer) => {
      errors += chunk.toString("utf8");
      said += chunk.toString("utf8");
    });
    await client.connect(transport);
    open.push(client);
    return {
      client,
      errors: () => errors,
      call: async (name, input, options) => {
        const result = (await client.callTool({ name, arguments: { ...input } }, options)) as CallToolResult;
        const [content] = result.content;
        const text = content?.type === "text" ? content.text : "";
        said += JSON.stringify(result);
        const data = (result.structuredContent ?? {}) as ToolAnswer["data"];
        return { isError: result.isError === true, text, data };
      },
    };
  };

  const allowPerDay = async (credits: number): Promise<void> => {
    const words = ["config", "set", "agents.creditsPerDay", String(credits)];
    assert.equal((await runMain(words, { cwd: folder, variables: environmentOf({ folder }) })).code, 0);
  };

  /** Why the newest run stopped, and how many records it has. */
  const endOfRun = async (): Promise<readonly [string, number]> => {
    const { store, close } = await openStore<Store>(storeWorker, { file: databaseOf(folder) });
    const clock = createSystemClock();
    const runs = new RunStore({ store, clock, random, owner: "later" });
    let summary = (await runs.list())[0];
    while (summary?.stop === undefined) {
      await clock.sleep(50);
      summary = (await runs.list())[0];
    }
    await close();
    return [summary.stop.kind, summary.records];
  };

  it("starts without a connection: it lists its tools, and their answers say how to connect in VS Code", async () => {
    const { client, call } = await connect(undefined, "auto", {
      ...{ PROSPECT_DESK_KEY: "", PROSPECT_DESK_STARTED_BY: "vscode" },
    });
    assert.equal((await client.listTools()).tools.length, allTools.length);
    assert.equal((await call("format_disk", {})).text, "There is no such tool.");
    const answer = await call("account", {});
    assert.equal(answer.isError, true);
    assert.match(answer.text, /Not connected.*“Prospect Desk: Connect…”.*in VS Code/);
  });

  for (const mode of ["legacy", "auto"] as const) {
    it(`asks before every paid call, and refuses where nobody can be asked, in the ${mode} protocol`, async () => {
      const input = { file: writeSearch(folder, 10), max_credits: 10, again: true };
      const answers: ("accept" | "decline" | boolean)[] = ["accept", "decline", false];
      const { client, call } = await connect(() => answers.shift() ?? "decline", mode);
      assert.equal((client.getNegotiatedProtocolVersion() ?? "") >= "2026", mode === "auto");
      const accepted = await call("run_search", input);
      assert.equal(accepted.isError, false, accepted.text);
      for (const told of [await call("run_search", input), await call("run_search", input)]) {
        assert.deepEqual([told.isError, told.text.includes("declined")], [true, true], told.text);
      }
      const refused = await (await connect(undefined, mode)).call("run_search", input);
      assert.equal(refused.data["error"], "budget");
      assert.match(refused.text, /10 credits.*prospectDesk\.agents\.creditsPerDay/s);
      assert.equal(chargedCredits(service), 10);
    });
  }

  it("asks again when the call has become dearer before the answer, and not when it has become cheaper", async () => {
    const file = writeSearch(folder, 10);
    const questions: string[] = [];
    const becomes = [30, 20];
    const { call } = await connect((message) => {
      questions.push(message);
      const records = becomes.shift();
      if (records === undefined) {
        return "decline";
      }
      writeSearch(folder, records);
      return "accept";
    }, "auto");
    const input = { file, max_credits: 100, again: true };
    const accepted = await call("run_search", input);
    assert.equal(accepted.isError, false, accepted.text);
    assert.deepEqual(
      questions.map((text) => /(\d+) credits/u.exec(text)?.[1]),
      ["10", "30"],
    );
    assert.equal(chargedCredits(service), 20);
  });

  it("reports progress, and a canceled call keeps what was paid for", async () => {
    await allowPerDay(1_000);
    service.setFaults({ faults: [{ path: searchPath, nth: 3, delayMs: 3_000 }] });
    const file = writeSearch(folder, 500);
    const { call } = await connect();
    const controller = new AbortController();
    let requests = 0;
    service.onRequest = ({ path: requested }) => {
      requests += requested === searchPath ? 1 : 0;
      if (requests === 3) {
        controller.abort();
      }
    };
    const progress: number[] = [];
    const options = {
      signal: controller.signal,
      onprogress: (one: { readonly progress: number }) => void progress.push(one.progress),
    };
    await assert.rejects(call("run_search", { file, max_credits: 500 }, options));
    assert.ok(progress.length > 0);
    assert.deepEqual(
      progress,
      [...new Set(progress)].sort((one, other) => one - other),
    );
    assert.deepEqual(await endOfRun(), ["cancelled", chargedCredits(service)]);
  });

  it("stops its runs as a closed window does when the client goes away", async () => {
    await allowPerDay(1_000);
    // The server has several pages of time to notice it, and the one in flight arrives before it ends.
    service.setFaults({ faults: [{ path: searchPath, nth: 2, times: 9, delayMs: 500 }] });
    const { client, call } = await connect();
    let requests = 0;
    service.onRequest = ({ path: requested }) => {
      requests += requested === searchPath ? 1 : 0;
      if (requests === 2) {
        void client.close();
      }
    };
    await assert.rejects(call("run_search", { file: writeSearch(folder, 500), max_credits: 500 }));
    assert.deepEqual(await endOfRun(), ["windowClosed", chargedCredits(service)]);
  });
});

const databaseOf = (folder: string): string => path.join(folder, "home", "store", "desk.db");
