// The workflows of .github, which run only where the project is published: well-formed, pinned, few rights.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";

const permissions = z.record(z.string(), z.enum(["read", "write"]));
const step = z.strictObject({
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const job = z.strictObject({
  name: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  "runs-on": z.string().optional(),
  "timeout-minutes": z.int().max(120).optional(),
  environment: z.string().optional(),
  permissions: permissions.optional(),
  outputs: z.record(z.string(), z.string()).optional(),
  strategy: z.object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }) }).optional(),
  env: z.record(z.string(), z.string()).optional(),
  steps: z.array(step).optional(),
  uses: z.string().optional(),
});
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions,
  concurrency: z.object({ group: z.string() }).optional(),
  jobs: z.record(z.string(), job),
});

const texts = Object.fromEntries(
  ["test", "release", "nightly"].map((name) => [name, readFileSync(`.github/workflows/${name}.yml`, "utf8")]),
);
const workflows = Object.entries(texts).map(([file, text]) => ({ file, text, ...workflow.parse(parse(text)) }));
const jobs = workflows.flatMap(({ file, jobs: all }) =>
  Object.entries(all).map(([id, one]) => ({ place: `${file}.${id}`, id, siblings: Object.keys(all), ...one })),
);
const steps = jobs.flatMap(({ place, steps: all = [] }) => all.map((one) => ({ place, ...one })));
const commands = [
  ...steps.map(({ run = "" }) => run),
  ...jobs.flatMap(({ strategy }) => strategy?.matrix.include.map(({ command = "" }) => command) ?? []),
];

describe("the workflows", () => {
  it("are all checked", () => {
    assert.deepEqual(readdirSync(".github/workflows").sort(), ["nightly.yml", "release.yml", "test.yml"]);
  });

  it("name each action by its commit, with the version beside it", () => {
    for (const { text } of workflows) {
      for (const [, use = ""] of text.matchAll(/uses: (.*)/gu)) {
        assert.match(use, /^(?:\.\/\.github\/workflows\/test\.yml|actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/u);
      }
    }
    // One version of each action.
    const versions = new Map(
      steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses.split("@") as [string, string]])),
    );
    for (const { uses = "@" } of steps.filter((one) => one.uses !== undefined)) {
      assert.equal(versions.get(uses.split("@")[0] ?? ""), uses.split("@")[1]);
    }
  });

  it("may only read, but for what each job of a release needs", () => {
    assert.deepEqual(
      workflows.map((one) => one.permissions),
      [{ contents: "read" }, {}, { contents: "read" }],
    );
    assert.deepEqual(Object.fromEntries(jobs.map(({ place, permissions: own }) => [place, own])), {
      "test.test": undefined,
      "release.test": { contents: "read" },
      "release.package": { contents: "read", "id-token": "write", attestations: "write" },
      "release.marketplace": { "id-token": "write" },
      "release.open-vsx": { "id-token": "write" },
      "release.github": { contents: "write" },
      "nightly.nightly": undefined,
    });
    for (const { place, uses = "", with: options } of steps) {
      assert.ok(!uses.startsWith("actions/checkout@") || options?.["persist-credentials"] === false, place);
    }
  });

  it("use no stored token, and put nothing that a stranger can write into a command", () => {
    for (const { text } of workflows) {
      assert.doesNotMatch(text, /secrets\.|_PAT|pull_request_target|github\.event/u);
    }
    for (const { run = "", place } of steps) {
      assert.ok(!run.includes("${{") || run === "${{ matrix.command }}", place);
    }
  });

  it("end in time, after jobs that exist", () => {
    for (const { place, uses, needs = [], siblings, ...one } of jobs) {
      assert.ok(uses !== undefined || (one["timeout-minutes"] !== undefined && one["runs-on"] !== undefined), place);
      for (const needed of [needs].flat()) {
        assert.ok(siblings.includes(needed), `${place} needs ${needed}`);
      }
    }
  });

  it("call scripts that exist", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      readonly scripts: Record<string, string>;
    };
    for (const command of commands) {
      for (const [, name = ""] of command.matchAll(/npm (?:run )?(\w+)/gu)) {
        assert.ok(name === "sbom" || scripts[name] !== undefined, command);
      }
      for (const [, file = ""] of command.matchAll(/\bnode (\S+)/gu)) {
        assert.ok(existsSync(file), command);
      }
    }
    const layers = commands.flatMap((command) => /--only (\S+)/u.exec(command)?.[1]?.split(",") ?? []);
    const known = readdirSync("test");
    assert.deepEqual(
      layers.filter((layer) => layer !== "types" && !known.includes(layer)),
      [],
    );
  });

  it("test on three systems, and on the oldest VS Code that package.json allows", () => {
    const include = jobs.find(({ place }) => place === "test.test")?.strategy?.matrix.include ?? [];
    assert.deepEqual([...new Set(include.map(({ os }) => os))].sort(), [
      "macos-latest",
      "ubuntu-latest",
      "windows-latest",
    ]);
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly engines: { vscode: string } };
    assert.ok(include.some(({ vscode }) => `^${vscode}` === engines.vscode));
  });

  it("package once, after the tests and the check of the release, and publish only that file", () => {
    const all = workflows.find(({ file }) => file === "release")?.jobs ?? {};
    const runs = (all["package"]?.steps ?? []).map(({ run = "" }) => run);
    assert.ok(runs.findIndex((run) => run.includes("release.mjs")) < runs.indexOf("npm run package"));
    assert.equal(all["package"]?.needs, "test");
    assert.equal(commands.filter((command) => command.includes("npm run package")).length, 1);
    for (const [name, flag] of [
      ["marketplace", "publish --oidc --packagePath prospect-desk.vsix"],
      ["open-vsx", "publish --trusted-publishing prospect-desk.vsix"],
    ] as const) {
      const { needs, environment, steps: own = [] } = all[name] ?? {};
      assert.deepEqual([needs, environment], ["package", name]);
      assert.ok(
        own.some(({ run = "" }) => /^npx --yes \S+@\d+\.\d+\.\d+ /u.test(run) && run.endsWith(flag)),
        name,
      );
      assert.ok(!own.some(({ uses = "" }) => uses.includes("checkout")), name);
    }
  });
});
