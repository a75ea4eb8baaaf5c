// The agents that tools and skills can be installed for, where each of them looks for both, and how the MCP server is
// added to the text of its configuration.
import { parseTree, type Node, type ParseError } from "jsonc-parser/lib/esm/main.js";
import { propertyOf } from "../searches/searchText";
import { tooDeepAt } from "../service/jsonExtent";

/** How agents start the server. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  /** Of the service; the sandbox has none. */
  readonly origin?: string | undefined;
}

/** The name of the server in the configurations of agents. */
export const serverName = "prospect-desk";
const keyVariable = "PROSPECT_DESK_KEY";
const originVariable = "PROSPECT_DESK_ORIGIN";

/** `text`: with the server; "present": it has one with this name; "unreadable": nothing can be added to it. */
export type AddedServer = { readonly text: string } | "present" | "unreadable";

/** A configuration names the environment variable of the key and never contains the key. */
export const jsonServer = ({ command, args, origin }: ServerStart, keyReference: string): object => ({
  command,
  args,
  ...(origin !== undefined && { env: { [originVariable]: origin, [keyVariable]: keyReference } }),
});

/** For files with `mcpServers`, such as `.mcp.json`. Comments stay. `keyReference`: how the file names a variable. */
function addToJson(text: string, server: ServerStart, keyReference: string): AddedServer {
  if (tooDeepAt(text) !== undefined) {
    return "unreadable";
  }
  const errors: ParseError[] = [];
  const root = parseTree(text.trim() === "" ? "{}" : text, errors, { allowTrailingComma: true });
  const servers = propertyOf(root, "mcpServers")?.value;
  if (errors.length > 0 || root?.type !== "object" || (servers !== undefined && servers.type !== "object")) {
    return "unreadable";
  }
  if (propertyOf(servers, serverName) !== undefined) {
    return "present";
  }
  const unit = /^(?: {1,8}|\t)(?=")/mu.exec(text)?.[0] ?? "  ";
  const entry = { [serverName]: jsonServer(server, keyReference) };
  const [parent, pairs, depth] = servers === undefined ? [root, { mcpServers: entry }, 1] : [servers, entry, 2];
  // The lines between the outer brackets, each as deep as in the file.
  const lines = JSON.stringify(pairs, undefined, unit).split("\n").slice(1, -1);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const written = lines.map((line) => end + unit.repeat(depth - 1) + line).join("");
  return {
    text:
      text.trim() === "" ? `{${written}${end}}${end}` : insertLast(text, parent, written, end + unit.repeat(depth - 1)),
  };
}

/** `close`: the line of the closing bracket, where it has none of its own. */
function insertLast(text: string, parent: Node, written: string, close: string): string {
  const last = parent.children?.at(-1);
  const at = last === undefined ? parent.offset + 1 : last.offset + last.length;
  const isClosedBelow = /^[ \t]*[\r\n]/u.test(text.slice(at));
  return `${text.slice(0, at)}${last === undefined ? "" : ","}${written}${isClosedBelow ? "" : close}${text.slice(at)}`;
}

/** A whole string, a comment, a bracket, the end of a line, or text between them. */
const tomlToken = /"""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]|[^"'#[\]{}\n]+/uy;

/** The statements without comments; `undefined` for what is not TOML as far as strings and brackets show. */
function tomlStatements(text: string): readonly string[] | undefined {
  const statements: string[] = [""];
  let depth = 0;
  tomlToken.lastIndex = 0;
  while (tomlToken.lastIndex < text.length) {
    const token = tomlToken.exec(text)?.[0];
    if (token === undefined) {
      return undefined;
    }
    depth += /^[[{]$/u.test(token) ? 1 : /^[\]}]$/u.test(token) ? -1 : 0;
    if (token === "\n" && depth === 0) {
      statements.push("");
    } else if (!token.startsWith("#")) {
      statements.push(`${statements.pop() ?? ""}${token}`);
    }
  }
  const all = statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
  return depth === 0 && all.every((one) => /^\[[^]+\]$|^[^=]+=\s*\S/u.test(one)) ? all : undefined;
}

/** For `config.toml` of Codex: a table at the end, which is the same as one anywhere else. */
function addToToml(text: string, { command, args, origin }: ServerStart): AddedServer {
  const statements = tomlStatements(text);
  // A table that is written as a value, or as a list of tables, cannot be continued.
  if (statements?.some((one) => /^(?:\[\[\s*mcp_servers\b|["']?mcp_servers["']?\s*=)/u.test(one)) !== false) {
    return "unreadable";
  }
  if (statements.some((one) => (one.startsWith("[") ? one : (one.split("=")[0] ?? "")).includes(serverName))) {
    return "present";
  }
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = [
    `[mcp_servers.${serverName}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(", ")}]`,
    ...(origin === undefined
      ? []
      : [`env = { ${originVariable} = ${JSON.stringify(origin)} }`, `env_vars = ["${keyVariable}"]`]),
  ];
  const before = text === "" ? "" : `${text.trimEnd()}${end}${end}`;
  return { text: `${before}${lines.join(end)}${end}` };
}

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
