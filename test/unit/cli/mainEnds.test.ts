// How the command line ends: what it prints without an app, and the exit code and sentence of each failure.
import assert from "node:assert/strict";
import path from "node:path";
import { PassThrough } from "node:stream";
import { Refusal } from "../../../src/app/app";
import { KeyRejected } from "../../../src/app/headless/headlessApp";
import { helpText } from "../../../src/cli/help";
import { main, type CommandLineDeps } from "../../../src/cli/main";
import { CommandFailure, type CommandState } from "../../../src/cli/results";
import { OutputClosed, Terminal } from "../../../src/cli/terminal";
import { verbNames } from "../../../src/cli/verbs";
import { CsvError } from "../../../src/tables/bytes";
import { storeWorker } from "../../faults/storeJob";
import { newFolder, removeFolders } from "../store/rig";

describe("the command line", () => {
  afterEach(removeFolders);

  const run = async (args: readonly string[], more: Partial<CommandLineDeps> = {}) => {
    let [output, errors] = ["", ""];
    const folder = newFolder();
    const sink = (write: (text: string) => void) =>
      Object.assign(
        new PassThrough().on("data", (chunk: Buffer) => write(chunk.toString("utf8"))),
        { isTTY: false },
      );
    const code = await main({
      ...{
        args,
        cwd: folder,
        version: "1.2.3",
        worker: storeWorker,
        signal: new AbortController().signal,
      },
      terminal: new Terminal({
        input: Object.assign(new PassThrough(), { isTTY: false }),
        output: sink((text) => (output += text)),
        errors: sink((text) => (errors += text)),
      }),
      environment: {
        sandboxAsks: false,
        home: path.join(folder, "home"),
        connection: () => {
          throw new Error("not asked for");
        },
      },
      openTransport: () => Promise.reject(new Error("not asked for")),
      openSandbox: () => Promise.reject(new Error("not asked for")),
      serveMcp: () => Promise.reject(new Error("not asked for")),
      ...more,
    });
    return { code, output, errors };
  };

  it("prints help and version, each alone", async () => {
    assert.deepEqual(await run(["--version"]), { code: 0, output: "1.2.3\n", errors: "" });
    assert.deepEqual(await run([]), { code: 0, output: await helpText(undefined), errors: "" });
    assert.deepEqual(await run(["help", "run"]), { code: 0, output: await helpText("run"), errors: "" });
  });

  const failureOf = (kind: CommandState, sentence: string): object => ({
    ...{ run: null, state: "failed", stop: { kind, sentence }, records: 0, returned: 0, credits: 0 },
    ...{ creditsAtLeast: false, resumable: false, leftOut: null, out: null, notes: [] },
  });

  it("answers wrong arguments with the mistake, where the help is, and the object of --json", async () => {
    const problem = `There is no such command. Commands: ${verbNames.join(", ")}.`;
    const errors = `${problem}\nRun "prospect help" for the commands and their options.\n`;
    assert.deepEqual(await run(["fly"]), { code: 2, output: "", errors });
    const { output, ...rest } = await run(["fly", "--json"]);
    assert.deepEqual([rest, JSON.parse(output)], [{ code: 2, errors }, failureOf("usage", problem)]);
  });

  const served: readonly (readonly [string, unknown, number, string])[] = [
    ["a rejected key", new KeyRejected("The key is wrong."), 5, "The key is wrong.\n"],
    ["a mistake", new CommandFailure("usage", "Name a file."), 2, "Name a file.\n"],
    ["a stop", new CommandFailure("stopped", "Stopped."), 4, "Stopped.\n"],
    ["a used up budget", new Refusal("Too much.", "budget"), 3, "Too much.\n"],
    ["a missing run", new Refusal("No run.", "notFound"), 1, "No run.\n"],
    ["wrong input", new Refusal("Odd.", "input"), 2, "Odd.\n"],
    ["a file that is no table", new CsvError("A PDF."), 2, "A PDF.\n"],
    ["a missing list", new Refusal("No list.", "list"), 2, "No list.\n"],
    ["a missing file", new Refusal("No file.", "file"), 2, "No file.\n"],
    ["no connection", new Refusal("Offline.", "connection"), 1, "Offline.\n"],
    ["a closed output", new OutputClosed(), 0, ""],
    ["what is no error", "odd", 1, "The command failed unexpectedly.\n"],
  ];
  for (const [name, error, code, errors] of served) {
    it(`ends with ${code} for ${name}`, async () => {
      const serveMcp = (): Promise<void> => Promise.reject(error as Error);
      assert.deepEqual(await run(["mcp", "--sandbox"], { serveMcp }), { code, output: "", errors });
    });
  }

  it("ends with 130 after Ctrl+C", async () => {
    const signal = AbortSignal.abort();
    const serveMcp = (): Promise<void> => Promise.reject(new Error("aborted"));
    const end = await run(["mcp", "--sandbox"], { serveMcp, signal });
    assert.deepEqual(end, { code: 130, output: "", errors: "Canceled. What was paid for is saved.\n" });
  });

  it("serves the tools until the client leaves; only the client can ask", async () => {
    const { code, errors } = await run(["mcp", "--sandbox"], {
      serveMcp: async ({ app, version, log }) => {
        const asked = await app.ask(
          { about: "sum", title: "Run?", sentences: [], choices: [{ id: "yes", label: "Run", credits: 1 }] },
          new AbortController().signal,
        );
        log(`${version} ${asked}`);
      },
    });
    assert.deepEqual([code, errors], [0, "1.2.3 cannot\n"]);
  });
});
