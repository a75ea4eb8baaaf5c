// What "Install for Agents" writes, shows before, keeps, and refuses.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Question } from "../../../src/app/app";
import { installForAgents, type InstalledFile } from "../../../src/app/headless/installAgents";
import type { AgentHost, InstallPlace } from "../../../src/app/serverEntry";
import { agentRig, type AgentRig } from "../agents/agentRig";
import { newFolder, removeFolders } from "../store/rig";

const server = { command: "/bin/prospect", args: ["mcp"], origin: "https://service.example" };
const skills = path.resolve("media/skills");
const names = readdirSync(skills).sort();

interface Options {
  readonly place?: InstallPlace;
  readonly from?: string;
  readonly answer?: string;
}

describe("installing for agents", () => {
  let folder: string;
  let asked: Question[];
  let rig: AgentRig;
  before(() => {
    rig = agentRig();
  });
  beforeEach(() => {
    folder = path.join(newFolder(), "home");
    mkdirSync(folder);
    asked = [];
  });
  after(async () => {
    await rig.close();
    removeFolders();
  });

  const install = (
    hosts: readonly AgentHost[],
    { place = "workspace", from = skills, answer = "yes" }: Options = {},
  ): Promise<readonly InstalledFile[]> => {
    const ask = (question: Question): Promise<string> => {
      asked.push(question);
      return Promise.resolve(answer);
    };
    const request = { hosts, place, folder, server, skills: from };
    return installForAgents({ ...rig.app, ask }, request, { signal: new AbortController().signal });
  };
  const read = (file: string): string => readFileSync(path.join(folder, file), "utf8");
  const everything = (): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
      .sort();

  it("asks with the folder and every file, and writes exactly those, without a key", async () => {
    const expected = [
      ...[".mcp.json", ".codex/config.toml", ".cursor/mcp.json"],
      ...[".claude/skills", ".agents/skills"].flatMap((home) => names.map((name) => `${home}/${name}/SKILL.md`)),
    ];
    assert.deepEqual(
      await install(["claude", "codex", "cursor"]),
      expected.map((file) => ({ file, state: "new" })),
    );
    const [{ title, sentences }] = asked as [Question];
    assert.equal(title, "Install for Claude Code, Codex, Cursor?");
    assert.deepEqual(sentences.slice(0, -1), [`Folder: ${folder}`, ...expected.map((file) => `${file}: new`)]);
    assert.deepEqual(everything(), [...expected].sort());
    assert.match(read(".mcp.json"), /"PROSPECT_DESK_KEY": "\$\{PROSPECT_DESK_KEY\}"/u);
    assert.match(read(".cursor/mcp.json"), /"PROSPECT_DESK_KEY": "\$\{env:PROSPECT_DESK_KEY\}"/u);
    assert.match(read(".codex/config.toml"), /^env_vars = \["PROSPECT_DESK_KEY"\]$/mu);
    names.forEach((name) =>
      assert.equal(read(`.agents/skills/${name}/SKILL.md`), readFileSync(path.join(skills, name, "SKILL.md"), "utf8")),
    );
  });

  it("writes to the user's own configuration, and a second time changes and asks nothing", async () => {
    writeFileSync(path.join(folder, ".claude.json"), '{\n  "projects": { "/w": 1 }\n}\n');
    const first = await install(["claude"], { place: "user" });
    assert.deepEqual(first[0], { file: ".claude.json", state: "changed" });
    assert.deepEqual((JSON.parse(read(".claude.json")) as { projects: object }).projects, { "/w": 1 });
    const before = everything().map(read);
    const again = await install(["claude"], { place: "user" });
    assert.deepEqual(
      again.map(({ state }) => state),
      ["kept", ...names.map(() => "same")],
    );
    assert.deepEqual([everything().map(read), asked.length], [before, 1]);
  });

  it("writes nothing when declined", async () => {
    await assert.rejects(install(["codex"], { answer: "no" }), /declined, so nothing was changed/u);
    assert.deepEqual(everything(), []);
  });

  it("refuses what it does not understand before it writes anything, in a sentence with the file", async () => {
    mkdirSync(path.join(folder, ".cursor"));
    for (const content of ["{", Buffer.from([0x7b, 0xff, 0x7d])]) {
      writeFileSync(path.join(folder, ".cursor/mcp.json"), content);
      await assert.rejects(
        install(["claude", "cursor"]),
        /“\.cursor\/mcp\.json” cannot be understood, so nothing was/u,
      );
      assert.deepEqual(everything(), [".cursor/mcp.json"]);
    }
  });

  it("replaces skills of an earlier version, and never those of others", async () => {
    await install(["codex"]);
    const newer = path.join(newFolder(), "skills");
    cpSync(skills, newer, { recursive: true });
    const [name = ""] = names;
    const file = `.agents/skills/${name}/SKILL.md`;
    writeFileSync(path.join(newer, name, "SKILL.md"), "---\nname: newer of Prospect Desk\n");
    const again = await install(["codex"], { from: newer });
    assert.deepEqual(
      again.filter(({ state }) => state === "changed"),
      [{ file, state: "changed" }],
    );
    assert.match(read(file), /newer/u);
    writeFileSync(path.join(folder, file), "---\nname: of somebody\n");
    await assert.rejects(install(["codex"]), /is a skill of somebody else/u);
    assert.match(read(file), /of somebody/u);
  });

  it("follows no link, neither of a file nor of a folder", async () => {
    const outside = newFolder();
    writeFileSync(path.join(outside, "mcp.json"), "{}");
    symlinkSync(path.join(outside, "mcp.json"), path.join(folder, ".mcp.json"));
    await assert.rejects(install(["claude"]), /“\.mcp\.json” is or contains a link/u);
    symlinkSync(outside, path.join(folder, ".agents"));
    await assert.rejects(install(["codex"]), /is or contains a link/u);
    assert.deepEqual([readdirSync(outside), existsSync(path.join(folder, ".codex"))], [["mcp.json"], false]);
  });

  it("does not write over what was changed while it asked", async () => {
    const ask = (): Promise<string> => {
      writeFileSync(path.join(folder, ".mcp.json"), "{}");
      return Promise.resolve("yes");
    };
    const request = { hosts: ["claude"], place: "workspace", folder, server, skills } as const;
    const installing = installForAgents({ ...rig.app, ask }, request, { signal: new AbortController().signal });
    await assert.rejects(installing, /“\.mcp\.json” was changed meanwhile/u);
    assert.equal(read(".mcp.json"), "{}");
  });
});
