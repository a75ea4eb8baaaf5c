// The example workspace's workflow: its commands, run by a shell as a CI job runs them.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { exampleWorkspace } from "../host/paths.mjs";
import { newFolder, removeFolders } from "../unit/store/rig";
import { chargedCredits, commandLineScript, environmentOf, serviceUnderTest } from "./support/commandLine";

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly with?: { readonly path?: string };
}
interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

describe("the example workflow", function () {
  let service: Awaited<ReturnType<typeof serviceUnderTest>>;
  let folder = "";
  let bin = "";
  beforeEach(async () => {
    service = await serviceUnderTest();
    folder = newFolder();
    cpSync(exampleWorkspace, folder, { recursive: true });
    bin = newFolder();
    mkdirSync(bin, { recursive: true });
    program(
      "prospect-desk",
      `exec "${process.execPath}" --disable-warning=ExperimentalWarning "${commandLineScript}" "$@"`,
    );
  });
  afterEach(async () => {
    await service.close();
    removeFolders();
  });

  function program(name: string, script: string): void {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  function steps(): readonly Step[] {
    const text = readFileSync(path.join(folder, ".github", "workflows", "prospects.yml"), "utf8");
    return Object.values((parse(text) as Workflow).jobs).flatMap(({ steps: ofJob }) => ofJob);
  }
  /** The named step of the workflow; the exit code and what it printed. */
  function step(name: string): Promise<{ readonly code: number | null; readonly said: string }> {
    const { run } = steps().find((one) => one.name?.startsWith(name) === true) ?? {};
    assert.ok(run !== undefined, name);
    const env = environmentOf({ folder, origin: service.origin });
    return new Promise((resolve) => {
      const shell = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
        cwd: folder,
        env: { ...env, PATH: `${bin}${path.delimiter}${env["PATH"] ?? ""}` },
      });
      let said = "";
      shell.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
      shell.stderr.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
      shell.on("close", (code) => resolve({ code, said }));
    });
  }
  it("keeps what was paid for also when the run stops, for the next run", () => {
    const caches = steps().filter(({ uses = "" }) => uses.startsWith("actions/cache"));
    const [restored, saved, ...others] = caches;
    assert.match(`${restored?.uses ?? ""} ${saved?.uses ?? ""}`, /^actions\/cache\/restore@.* actions\/cache\/save@/u);
    assert.deepEqual([saved?.if, saved?.with?.path, others], ["always()", restored?.with?.path, []]);
  });

  it("fetches into a folder that it makes", async () => {
    const fetched = await step("Run the search");
    assert.equal(fetched.code, 0, fetched.said);
    const [, ...people] = readFileSync(path.join(folder, "lists", "leaders.csv"), "utf8")
      .trim()
      .split("\n");
    assert.ok(people.length > 0);
    const paid = chargedCredits(service);
    assert.equal(paid, people.length);
  });
});
