// The agents that tools and skills can be installed for, and where each of them looks for both.
import { addToJson, addToToml, type AddedServer, type ServerStart } from "./serverEntry";

interface HostDefinition {
  readonly label: string;
  /** Paths in the folder of a workspace and in the user's own folder. */
  readonly config: Readonly<Record<InstallPlace, string>>;
  /** The same in both. */
  readonly skills: string;
  readonly add: (text: string, server: ServerStart) => AddedServer;
}

export type InstallPlace = "workspace" | "user";

/** How Claude Code names an environment variable in its configuration; other clients of MCP do, too. */
export const claudeKey = "${PROSPECT_DESK_KEY}";

const hosts = {
  // code.claude.com/docs/en/mcp and /skills
  claude: {
    label: "Claude Code",
    config: { workspace: ".mcp.json", user: ".claude.json" },
    skills: ".claude/skills",
    add: (text, server) => addToJson(text, server, claudeKey),
  },
  // developers.openai.com/codex/mcp and /skills
  codex: {
    label: "Codex",
    config: { workspace: ".codex/config.toml", user: ".codex/config.toml" },
    skills: ".agents/skills",
    add: addToToml,
  },
  // cursor.com/docs/context/mcp and /skills
  cursor: {
    label: "Cursor",
    config: { workspace: ".cursor/mcp.json", user: ".cursor/mcp.json" },
    skills: ".agents/skills",
    add: (text, server) => addToJson(text, server, "${env:PROSPECT_DESK_KEY}"),
  },
} as const satisfies Readonly<Record<string, HostDefinition>>;

export type AgentHost = keyof typeof hosts;
export const agentHosts: Readonly<Record<AgentHost, HostDefinition>> = hosts;
export const agentHostNames = Object.keys(hosts) as readonly AgentHost[];
