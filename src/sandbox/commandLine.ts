// `npm run sandbox`: serves the sandbox until it is stopped.
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { createSystemClock } from "../service/systemClock";
import { help, parseCommand, type SandboxCommand } from "./commandLineOptions";
import { faultPlanSchema, type FaultPlan } from "./faults";
import { serveSandbox, type SandboxServer } from "./httpServer";
import { createSandbox } from "./sandbox";

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function fail(problem: string): void {
  process.stderr.write(`${problem}\nnpm run sandbox -- --help says what it takes.\n`);
  process.exitCode = 2;
}

async function readPlan(file: string): Promise<{ readonly plan: FaultPlan } | { readonly problem: string }> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return { problem: `The fault plan ${file} cannot be read. Check the path.` };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: `The fault plan ${file} is not JSON.` };
  }
  const parsed = faultPlanSchema.safeParse(json);
  return parsed.success ? { plan: parsed.data } : { problem: `The fault plan ${file} has mistakes:\n${z.prettifyError(parsed.error)}` };
}

function portProblem(error: unknown, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `Port ${port} is in use. Stop what uses it, or name another with --port.`;
  if (code === "EACCES") return `Port ${port} may not be used by this user. Name one from 1024 on with --port.`;
  return `The sandbox could not listen on port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}

async function serve(command: SandboxCommand): Promise<void> {
  const read = command.faults === undefined ? { plan: undefined } : await readPlan(command.faults);
  if ("problem" in read) {
    fail(read.problem);
    return;
  }
  const clock = createSystemClock();
  const sandbox = createSandbox({
    clock,
    companies: command.companies,
    people: command.people,
    seed: command.seed,
    keys: [{ key: command.key, workspaceId: "workspace-synthetic", balance: command.balance }],
    faults: read.plan,
  });
  let server: SandboxServer;
  try {
    server = await serveSandbox(sandbox, { port: command.port, clock });
  } catch (error) {
    fail(portProblem(error, command.port));
    return;
  }
  const thousands = (count: number): string => count.toLocaleString("en");
  say(`The sandbox serves ${thousands(command.companies)} synthetic companies and ${thousands(command.people)} synthetic people; none of them exists.`);
  say(`Address: ${server.origin}`);
  say(`Key: ${command.key} (made for this sandbox, not a real one), ${thousands(command.balance)} credits`);
  if (read.plan) say(`Fault plan: ${command.faults ?? ""}, ${read.plan.faults.length} faults`);
  say(`Enrichments: ${sandbox.enrichments.map(({ id }) => id).join(", ")}`);
  say("Stop with Ctrl+C.");
  const stop = (): void => void server.close().then(() => say("The sandbox has stopped."));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  await sandbox.ready();
}

const parsed = parseCommand(process.argv.slice(2));
if ("help" in parsed) say(help);
else if ("problem" in parsed) fail(parsed.problem);
else await serve(parsed.command);
