// The command line as a child process, against a sandbox over HTTP.
import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createSystemClock } from "../../../src/service/systemClock";
import { serveSandbox, type SandboxServer } from "../../sandboxServer/httpServer";
import { Sandbox, type FaultPlan, type IncomingRequest, type SandboxAnswer } from "../../sandboxServer/sandbox";

export const commandLineScript = path.resolve("dist/cli.js");
/** Looks for this text must find it nowhere but in the environment. */
export const secretKey = "secret-key-4711-abcdefgh";
export const searchPath = "/api/v2/people/search";

export interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServiceUnderTest {
  readonly sandbox: Sandbox;
  readonly origin: string;
  setFaults(plan: FaultPlan): void;
  /** Called with each request as it arrives. */
  onRequest: ((request: IncomingRequest) => void) | undefined;
  close(): Promise<void>;
}

/** One credit for each record, also when it was received before. */
export async function serviceUnderTest(balance = 10_000): Promise<ServiceUnderTest> {
  const clock = createSystemClock();
  const sandbox = new Sandbox({
    clock,
    people: 12_000,
    companies: 500,
    keys: [{ key: secretKey, workspaceId: "w", balance }],
    prices: { all: 1 },
  });
  const service = { onRequest: undefined as ServiceUnderTest["onRequest"] };
  const answer = (request: IncomingRequest): Promise<SandboxAnswer> => {
    service.onRequest?.(request);
    return sandbox.answer(request);
  };
  const server: SandboxServer = await serveSandbox({ answer }, { port: 0, clock });
  return Object.assign(service, {
    sandbox,
    origin: server.origin,
    setFaults: (plan: FaultPlan) => sandbox.setFaults(plan),
    close: () => server.close(),
  });
}

export const chargedRecords = ({ sandbox }: Pick<ServiceUnderTest, "sandbox">): number =>
  sandbox.charges.reduce((sum, { records }) => sum + records, 0);
export const chargedCredits = ({ sandbox }: Pick<ServiceUnderTest, "sandbox">): number =>
  sandbox.charges.reduce((sum, { credits }) => sum + credits, 0);

export interface ProspectOptions {
  /** The folder that it works in; its data is in `home` inside. */
  readonly folder: string;
  readonly origin?: string | undefined;
  readonly key?: string | undefined;
  readonly input?: string | Uint8Array | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly onSpawn?: ((child: ChildProcess) => void) | undefined;
}

const running: ChildProcess[] = [];

export function environmentOf({ folder, origin, key = secretKey, env = {} }: ProspectOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: folder,
    PROSPECT_DESK_HOME: path.join(folder, "home"),
    ...(origin !== undefined && { PROSPECT_DESK_ORIGIN: origin, PROSPECT_DESK_KEY: key }),
    ...env,
  };
}

/** Runs the command to its end. */
export function prospect(args: readonly string[], options: ProspectOptions): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", commandLineScript, ...args], {
      cwd: options.folder,
      env: environmentOf(options),
      stdio: "pipe",
    });
    running.push(child);
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input ?? "");
    options.onSpawn?.(child);
  });
}

/** Ends what a failed test left running. */
export function endChildren(): void {
  for (const child of running.splice(0)) {
    child.kill("SIGKILL");
  }
}

/** The object on the last line of standard output. */
export function lastLine({ stdout }: Pick<CommandEnd, "stdout">): Readonly<Record<string, unknown>> {
  return JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as Readonly<Record<string, unknown>>;
}

/** Writes a saved search that matches many people. */
export function writeSearch(folder: string, records: number, name = "People.prospect.json"): string {
  const document = { search: "people", filters: { person_locations: [{ value: "Germany" }] }, fetch: { records } };
  writeFileSync(path.join(folder, name), JSON.stringify(document));
  return name;
}

/** The files in the folder that contain the text, in any encoding of the database. */
export function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text));
}
