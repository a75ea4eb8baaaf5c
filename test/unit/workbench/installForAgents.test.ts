// "Install for Agents…" in a window: what it asks for, what it writes, and what it shows afterwards.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { App, Question } from "../../../src/app/app";
import type * as Install from "../../../src/workbench/agents/installForAgents";
import { newFolder, removeFolders } from "../store/rig";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode, goesBack } from "./scriptedVscode";

interface Picked {
  readonly label: string;
  readonly description: string;
}

describe("Install for Agents in a window", function () {
  this.timeout(60_000);
  const vscode = createScriptedVscode();
  const homeBefore = process.env["HOME"];
  const modules = useVscode<typeof Install>(["src/workbench/agents/installForAgents.ts"], vscode);
  let home: string;
  let asked: Question[];

  before(() => {
    const { workspace } = vscode.api as { readonly workspace: Record<string, unknown> };
    workspace["openTextDocument"] = ({ content }: { readonly content: string }) =>
      Promise.resolve({ getText: () => content });
  });
  beforeEach(() => {
    home = path.join(newFolder(), "home");
    mkdirSync(home);
    process.env["HOME"] = home;
    asked = [];
    vscode.shown.length = 0;
  });
  after(() => {
    process.env["HOME"] = homeBefore;
    removeFolders();
  });

  const run = (answer: string): Promise<void> => {
    const ask = (question: Question): Promise<string> => (asked.push(question), Promise.resolve(answer));
    const info = { id: "c1", label: "Account", origin: "https://service.example", workspaceId: "w1" };
    const globalStorage = path.join(home, "storage");
    return modules.installForAgents({
      app: {
        ask,
        connection: () => Promise.resolve({ info, client: {} as never, sandbox: false }),
      } as Partial<App> as App,
      launcher: { globalStorage, extension: process.cwd(), program: process.execPath, platform: "linux" },
      log: () => undefined,
    });
  };
  /** Picks by label in one box after the other; a step that goes back shows the box before again. */
  const pick = (...steps: readonly (readonly string[] | typeof goesBack)[]): void => {
    let step = 0;
    vscode.answers.set("createQuickPick", ({ items }: { readonly items: readonly Picked[] }) => {
      const wanted = steps[step];
      step += 1;
      return Array.isArray(wanted) ? items.filter(({ label }) => wanted.includes(label)) : wanted;
    });
  };
  const shownText = (): string => {
    const [document] = vscode.shown.find(({ what }) => what === "showTextDocument")?.args ?? [];
    return (document as { getText(): string } | undefined)?.getText() ?? "";
  };

  it("asks where and for whom, writes the launcher and the files, and opens what it wrote", async () => {
    pick(["For me, in all folders"], goesBack, ["For me, in all folders"], ["Codex", "Cursor"]);
    await run("yes");
    assert.equal(asked[0]?.title, "Install for Codex, Cursor?");
    const launcher = path.join(home, "storage", "bin", "prospect");
    assert.ok(existsSync(launcher));
    const { mcpServers } = JSON.parse(readFileSync(path.join(home, ".cursor/mcp.json"), "utf8")) as {
      readonly mcpServers: Readonly<Record<string, { readonly command: string }>>;
    };
    assert.equal(mcpServers["prospect-desk"]?.command, launcher);
    assert.match(shownText(), /^Installed for Codex, Cursor\n\nFolder: .*home\n\.codex\/config\.toml: new\n/u);
  });

  it("writes and shows nothing when declined or dismissed", async () => {
    pick(["For me, in all folders"], ["Claude Code"]);
    await run("no");
    pick();
    await run("yes");
    assert.deepEqual([asked.length, existsSync(path.join(home, ".claude.json")), shownText()], [1, false, ""]);
  });
});
