// The verb that installs the MCP server and the skills for agents outside of VS Code.
import { installedLines, installForAgents } from "../app/headless/installAgents";
import { agentHostNames, agentHosts, type AgentHost } from "../app/serverEntry";
import { inEnglish } from "../language/language";
import { UsageProblem, verb } from "./arguments";

const isHost = (name: string): name is AgentHost => Object.hasOwn(agentHosts, name);

export const installAgents = verb({
  forms: [`install-agents ${agentHostNames.join("|")} …`],
  about: "writes the MCP server and the skills where these agents look, after a question",
  options: ["user", "yes", "sandbox", "json"],
  notes: [
    `Writes to this folder, or with --user to your own one: ${agentHostNames
      .map(
        (name) => `${name} reads
${agentHosts[name].config.user} there and ${agentHosts[name].skills}`,
      )
      .join(", ")}. Entries of others stay, and no key is
written: set PROSPECT_DESK_KEY in the environment where the agent starts.`,
  ],
  examples: ["install-agents claude", "install-agents codex cursor --user --sandbox"],
  connects: true,
  read: (args) => {
    const hosts = args.filter(isHost);
    if (hosts.length === 0 || hosts.length < args.length) {
      throw new UsageProblem(`Name the agents: ${agentHostNames.join(", ")}.`);
    }
    return hosts;
  },
  async perform({ app, cwd, signal, own }, hosts, { user = false, yes, sandbox = false }) {
    const { home, skills, start } = own;
    const server = {
      ...start(["mcp", ...(sandbox ? ["--sandbox"] : [])]),
      origin: sandbox ? undefined : app.origin(),
    };
    const place = user ? "user" : "workspace";
    const folder = user ? home : cwd;
    const files = await installForAgents(app, { hosts, place, folder, server, skills }, { yes, signal });
    return {
      state: "complete",
      data: { folder, files },
      lines: inEnglish(() => installedLines(folder, files)),
    };
  },
});
