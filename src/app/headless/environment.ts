// Reads the connection and the data folder from the environment, for processes without VS Code.
import os from "node:os";
import path from "node:path";
import { longestWait, shortestWait } from "../../service/exchange";
import { keyHashOf, parseKey } from "../../service/keyFormat";
import { parseOrigin } from "../../service/origin";
import { Refusal } from "../app";

type Variables = Readonly<Record<string, string | undefined>>;

const ownIds = "key-";
/** Whether a connection comes from the environment; no window has such a connection. */
export const isOfEnvironment = ({ id }: { readonly id: string }): boolean => id.startsWith(ownIds);

const connectInVsCode =
  "Tell the user to run the command “Prospect Desk: Connect…” or “Prospect Desk: Use the Sandbox” in VS Code.";
const howToConnect =
  "Set PROSPECT_DESK_ORIGIN to the address of the service and PROSPECT_DESK_KEY to an API key, or use --sandbox for " +
  "synthetic data.";

/** A variable is missing or wrong, so nothing can be sent. */
export class NotConfigured extends Refusal {
  constructor(message: string) {
    super(message, "connection");
  }
}

/** Reads the variables at once, so that the caller can remove the key from the environment afterwards. */
export function readEnvironment(given: Variables, cwd: string) {
  const variables = Object.fromEntries(Object.entries(given).filter(([, value]) => !isPlaceholder(value)));
  const {
    PROSPECT_DESK_HOME: home = "",
    PROSPECT_DESK_ORIGIN: address = "",
    PROSPECT_DESK_KEY: secret = "",
  } = variables;
  const { PROSPECT_DESK_CONNECTION: id = "", PROSPECT_DESK_WAIT_SECONDS: wait = "" } = variables;
  const { PROSPECT_DESK_STARTED_BY: startedBy = "", PROSPECT_DESK_SANDBOX_ASKS: asks = "" } = variables;
  return {
    /** The sandbox asks before it spends, like a service. */
    sandboxAsks: !["", "0", "false"].includes(asks.trim().toLowerCase()),
    /** Absolute path of the folder with the database. */
    get home() {
      return homeFolder(home, cwd);
    },
    /** An address with its key, which never leaves the process. Throws a `Refusal` that says how to connect. */
    connection() {
      if (address === "" || secret === "") {
        const missing = address === "" ? "there is no address" : "there is no key";
        throw new NotConfigured(
          `Not connected: ${missing}. ${startedBy === "vscode" ? connectInVsCode : howToConnect}`,
        );
      }
      const origin = parseOrigin(address);
      if (!origin.ok) {
        throw new NotConfigured(`PROSPECT_DESK_ORIGIN cannot be used. ${origin.problem}`);
      }
      const key = parseKey(secret);
      if (!key.ok) {
        throw new NotConfigured(`PROSPECT_DESK_KEY cannot be used. ${key.problem}`);
      }
      const waitSeconds = wait === "" ? undefined : Number(wait);
      if (waitSeconds !== undefined && !(waitSeconds >= shortestWait && waitSeconds <= longestWait)) {
        throw new NotConfigured(
          `PROSPECT_DESK_WAIT_SECONDS must be a number from ${shortestWait} to ${longestWait}. Nothing was sent.`,
        );
      }
      const isOfWindow = /^[\w-]{1,64}$/.test(id);
      return {
        /** The key belongs to a window's connection, which the user may remove while this process runs. */
        isOfWindow,
        id: isOfWindow ? id : `${ownIds}${keyHashOf(origin.origin, key.key)}`,
        label: new URL(origin.origin).host,
        origin: origin.origin,
        key: key.key,
        /** Overrides the user's setting. */
        waitSeconds,
      };
    },
  };
}

/** Some MCP clients pass "${PROSPECT_DESK_KEY:-}" without expanding it. */
const isPlaceholder = (value = ""): boolean => /^\$\{[^}]*:-\}$/u.test(value.trim());

/** The user of a container may not be in the user database. */
function orEmpty(folder: () => string): string {
  try {
    return folder();
  } catch {
    return "";
  }
}

/** An absolute path, even if no shell expanded the `~`. */
const homeFolder = (home: string, cwd: string): string =>
  home === "" ? path.join(userFolder(), ".prospect-desk") : path.resolve(cwd, withoutTilde(home));

function userFolder(): string {
  // Node returns an empty HOME as it is, and an empty path would mean the current folder.
  const found = [() => os.homedir(), () => os.userInfo().homedir].map(orEmpty).find((one) => path.isAbsolute(one));
  if (found === undefined) {
    throw new Refusal("There is no home folder: set PROSPECT_DESK_HOME to the folder of the database.");
  }
  return found;
}

/** Replaces a leading `~` with the user's home folder. */
export const withoutTilde = (file: string): string => file.replace(/^~(?=$|[/\\])/u, userFolder);

export type AppEnvironment = ReturnType<typeof readEnvironment>;
