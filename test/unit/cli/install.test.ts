// The verb that installs for agents outside of VS Code.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseCommand } from "../../../src/cli/verbs";
import { useRigs, type AgentRig } from "../agents/agentRig";
import { runCommand } from "./commandRig";

describe("prospect install-agents", () => {
  const rig = useRigs();
  let one: AgentRig;
  beforeEach(() => {
    one = rig({ answer: "cannot" });
  });

  it("writes to this folder with the service's address and without the key, after a question", async () => {
    await assert.rejects(runCommand(one, "install-agents claude"), /Nobody can be asked here.*To agree, add --yes\./su);
    assert.equal(existsSync(path.join(one.folder, ".mcp.json")), false);
    const { lines, data, state } = await runCommand(one, "install-agents claude --yes");
    assert.deepEqual([state, data["folder"]], ["complete", "FOLDER"]);
    assert.deepEqual(lines.slice(0, 2), ["Folder: FOLDER", ".mcp.json: new"]);
    const written = JSON.parse(readFileSync(path.join(one.folder, ".mcp.json"), "utf8")) as object;
    const env = { PROSPECT_DESK_ORIGIN: "https://service.example", PROSPECT_DESK_KEY: "${PROSPECT_DESK_KEY}" };
    const server = { command: "/bin/prospect", args: ["mcp"], env };
    assert.deepEqual(written, { mcpServers: { "prospect-desk": server } });
  });

  it("writes to the user's folder with --user, for the sandbox with --sandbox", async () => {
    const home = path.join(path.dirname(one.folder), "home");
    mkdirSync(home);
    await runCommand(one, "install-agents codex --user --sandbox --yes");
    assert.equal(
      readFileSync(path.join(home, ".codex/config.toml"), "utf8"),
      '[mcp_servers.prospect-desk]\ncommand = "/bin/prospect"\nargs = ["mcp", "--sandbox"]\n',
    );
    assert.equal(existsSync(path.join(one.folder, ".codex")), false);
  });

  it("names the agents where none, or another one, is named", () => {
    for (const words of [[], ["emacs"], ["claude", "emacs"]]) {
      const parsed = parseCommand(["install-agents", ...words]);
      assert.ok("problem" in parsed && parsed.problem.includes("claude, codex, cursor"), words.join(" "));
    }
  });
});
