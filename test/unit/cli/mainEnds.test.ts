// How the command line ends: what it prints without an app, and the exit code and sentence of each failure.
import assert from "node:assert/strict";
import path from "node:path";
import { Refusal } from "../../../src/app/app";
import { KeyRejected } from "../../../src/app/headless/headlessApp";
import { helpText } from "../../../src/cli/help";
import { CommandFailure, type CommandState } from "../../../src/cli/results";
import { OutputClosed } from "../../../src/cli/terminal";
import { verbNames } from "../../../src/cli/verbs";
import { CsvError } from "../../../src/tables/bytes";
import { runMain, type CommandEnd, type MainOptions } from "../../support/runMain";
import { newFolder, removeFolders } from "../store/rig";

describe("the command line", () => {
  afterEach(removeFolders);

  const run = (args: readonly string[], more: Partial<MainOptions> = {}): Promise<CommandEnd> => {
    const cwd = newFolder();
    return runMain(args, { cwd, variables: { PROSPECT_DESK_HOME: path.join(cwd, "home") }, ...more });
  };

  it("prints help and version, each alone", async () => {
    assert.deepEqual(await run(["--version"]), { code: 0, stdout: "1.2.3\n", stderr: "" });
    assert.deepEqual(await run([]), { code: 0, stdout: await helpText(undefined), stderr: "" });
    assert.deepEqual(await run(["help", "run"]), { code: 0, stdout: await helpText("run"), stderr: "" });
    const printed = await Promise.all(
      [
        ["--version", "--json"],
        ["help", "run", "--json"],
      ].map((args) => run(args)),
    );
    assert.deepEqual(
      printed.map(({ stdout }): unknown => JSON.parse(stdout)),
      [{ version: "1.2.3" }, { help: await helpText("run") }],
    );
  });

  const failureOf = (kind: CommandState, sentence: string): object => ({
    ...{ run: null, state: "failed", stop: { kind, sentence }, records: 0, returned: 0, credits: 0 },
    ...{ creditsAtLeast: false, resumable: false, leftOut: null, out: null, notes: [] },
  });

  it("answers wrong arguments with the mistake, where the help is, and the object of --json", async () => {
    const problem = `There is no such command. Commands: ${verbNames.join(", ")}.`;
    const stderr = `${problem}\nRun "prospect help" for the commands and their options.\n`;
    assert.deepEqual(await run(["fly"]), { code: 2, stdout: "", stderr });
    const { stdout, ...rest } = await run(["fly", "--json"]);
    assert.deepEqual([rest, JSON.parse(stdout)], [{ code: 2, stderr }, failureOf("usage", problem)]);
  });

  it("ends with 2 when the address or the key is missing, also where only some calls need them", async () => {
    for (const line of ["account", "enrichment results enr-1"]) {
      const { code, stderr } = await run(line.split(" "));
      assert.deepEqual([code, stderr.split(":")[0]], [2, "Not connected"], line);
    }
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
  for (const [name, error, code, stderr] of served) {
    it(`ends with ${code} for ${name}`, async () => {
      const serveMcp = (): Promise<void> => Promise.reject(error as Error);
      assert.deepEqual(await run(["mcp", "--sandbox"], { serveMcp }), { code, stdout: "", stderr });
    });
  }

  it("ends with 130 after Ctrl+C", async () => {
    const signal = AbortSignal.abort();
    const serveMcp = (): Promise<void> => Promise.reject(new Error("aborted"));
    const end = await run(["mcp", "--sandbox"], { serveMcp, signal });
    assert.deepEqual(end, { code: 130, stdout: "", stderr: "Canceled. What was paid for is saved.\n" });
  });

  it("serves the tools until the client leaves; only the client can ask", async () => {
    const { code, stderr } = await run(["mcp", "--sandbox"], {
      serveMcp: async ({ app, version, log }) => {
        const asked = await app.ask(
          { about: "sum", title: "Run?", sentences: [], choices: [{ id: "yes", label: "Run", credits: 1 }] },
          new AbortController().signal,
        );
        log(`${version} ${asked}`);
      },
    });
    assert.deepEqual([code, stderr], [0, "1.2.3 cannot\n"]);
  });
});
