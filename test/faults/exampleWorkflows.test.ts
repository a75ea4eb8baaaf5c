// The example workspace's workflows: their commands, run by a shell as a CI job runs them.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { exampleWorkspace } from "../host/paths.mjs";
import { newFolder, removeFolders } from "../unit/store/rig";
import { chargedCredits, commandLineScript, environmentOf, serviceUnderTest } from "./support/commandLine";

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly name?: string; readonly run?: string }[] }>
  >;
}

const search = path.join("searches", "Leaders in Germany and Austria.prospect.json");

describe("the example workflows", function () {
  this.timeout(120_000);
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
    program("gh", `echo "$@" > "${bin}/posted"; cp comment.md "${bin}/comment.md"`);
    writeFileSync(path.join(folder, ".gitignore"), "home\nlists\nchanged\ncomment.md\n");
    git("init", "--quiet", "--initial-branch", "main");
    commit("First");
    git("update-ref", "refs/remotes/origin/main", "HEAD");
  });
  afterEach(async () => {
    await service.close();
    removeFolders();
  });

  function program(name: string, script: string): void {
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  function git(...args: readonly string[]): void {
    const who = ["-c", "user.name=Test", "-c", "user.email=test@acme.example", "-c", "commit.gpgsign=false"];
    const { status, stderr } = spawnSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  }
  function commit(message: string): void {
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
  }
  /** The named step of a workflow; the exit code and what it printed. */
  function step(workflow: string, name: string): Promise<{ readonly code: number | null; readonly said: string }> {
    const text = readFileSync(path.join(folder, ".github", "workflows", `${workflow}.yml`), "utf8");
    const all = Object.values((parse(text) as Workflow).jobs).flatMap(({ steps }) => steps);
    const { run } = all.find((one) => one.name?.startsWith(name) === true) ?? {};
    assert.ok(run !== undefined, name);
    const env = environmentOf({ folder, origin: service.origin, env: { GITHUB_BASE_REF: "main", PULL_REQUEST: "7" } });
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
  function editSearch(records: number): void {
    const file = path.join(folder, search);
    const document = JSON.parse(readFileSync(file, "utf8")) as { fetch: object };
    writeFileSync(file, JSON.stringify({ ...document, fetch: { records } }, undefined, 2));
    commit(`${records} records`);
  }

  it("fetch into a folder that they make, and say in a pull request what a changed search means", async () => {
    const fetched = await step("prospects", "Run the search");
    assert.equal(fetched.code, 0, fetched.said);
    const [, ...people] = readFileSync(path.join(folder, "lists", "leaders.csv"), "utf8")
      .trim()
      .split("\n");
    assert.ok(people.length > 0);
    const paid = chargedCredits(service);
    assert.equal(paid, people.length);

    editSearch(people.length + 1);
    const compared = await step("searches", "Compare");
    assert.equal(compared.code, 0, compared.said);
    assert.match(readFileSync(path.join(bin, "posted"), "utf8"), /^pr comment 7 --body-file comment\.md/);
    const comment = readFileSync(path.join(bin, "comment.md"), "utf8");
    assert.match(comment, /^\*\*searches\/Leaders in Germany and Austria\.prospect\.json\*\*$/m);
    assert.match(comment, new RegExp(`Of ${people.length} records fetched so far, ${people.length} match`));
    const [name = ""] = people[0]?.split(",") ?? [];
    assert.ok(!comment.includes(name), "a person is named");
    assert.equal(chargedCredits(service), paid, "comparing is free");

    writeFileSync(path.join(folder, "budget.json"), '{ "credits": 3 }');
    commit("Less");
    const above = await step("searches", "Compare");
    assert.equal(above.code, 3, above.said);
    assert.match(readFileSync(path.join(bin, "comment.md"), "utf8"), /Above the budget/);
  });

  it("say when a search was removed, and comment on nothing where no search is changed", async () => {
    const none = await step("searches", "Compare");
    assert.deepEqual([none.code, existsSync(path.join(bin, "posted"))], [0, false], none.said);
    git("rm", "--quiet", search);
    commit("Removed");
    const removed = await step("searches", "Compare");
    assert.equal(removed.code, 0, removed.said);
    assert.match(readFileSync(path.join(bin, "comment.md"), "utf8"), /The search was removed/);
  });
});
