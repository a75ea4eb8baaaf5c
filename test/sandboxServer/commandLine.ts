// `npm run sandbox`: serves the sandbox until it is stopped.
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { createSystemClock } from "../../src/service/systemClock";
import { help, parseCommand, type SandboxCommand } from "./commandLineOptions";
import { faultPlanSchema } from "./faults";
import { serveSandbox, type SandboxServer } from "./httpServer";
import { pricePlanSchema } from "./prices";
import { Sandbox } from "./sandbox";

const print = (text: string): void => void process.stdout.write(`${text}\n`);

function fail(problem: string): void {
  process.stderr.write(`${problem}\nRun npm run sandbox -- --help for the options.\n`);
  process.exitCode = 2;
}

function portProblem(error: unknown, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the program that uses it, or choose another port with --port.`;
  if (code === "EACCES") return `Port ${port} needs more privileges. Choose a port from 1024 with --port.`;
  return `The sandbox could not listen on port ${port}: ${error instanceof Error ? error.message : String(error)}`;
}

async function serve(command: SandboxCommand): Promise<void> {
  const faults =
    command.faults === undefined ? { plan: undefined } : await readPlan("fault plan", command.faults, faultPlanSchema);
  const prices =
    command.prices === undefined ? { plan: undefined } : await readPlan("price plan", command.prices, pricePlanSchema);
  if ("problem" in faults || "problem" in prices) {
    fail([faults, prices].flatMap((read) => ("problem" in read ? [read.problem] : [])).join("\n"));
    return;
  }
  const clock = createSystemClock();
  const sandbox = new Sandbox({
    clock,
    companies: command.companies,
    people: command.people,
    seed: command.seed,
    month: command.month,
    keys: [{ key: command.key, workspaceId: "workspace-synthetic", balance: command.balance }],
    faults: faults.plan,
    prices: prices.plan,
  });
  let server: SandboxServer;
  try {
    server = await serveSandbox(sandbox, { port: command.port, clock });
  } catch (error) {
    fail(portProblem(error, command.port));
    return;
  }
  const thousands = (count: number): string => count.toLocaleString("en");
  print(
    `The sandbox serves ${thousands(command.companies)} synthetic companies and ` +
      `${thousands(command.people)} synthetic people; none of them exists.`,
  );
  print(`Address: ${server.origin}`);
  if (command.month > 0) print(`Month: ${command.month}`);
  print(`Key: ${command.key} (valid in this sandbox only), ${thousands(command.balance)} credits`);
  if (prices.plan) print(`Price plan: ${command.prices ?? ""}`);
  if (faults.plan) print(`Fault plan: ${command.faults ?? ""} (number of faults: ${faults.plan.faults.length})`);
  print(`Enrichments: ${sandbox.enrichments.map(({ id }) => id).join(", ")}`);
  print("Stop with Ctrl+C.");
  const stop = (): void => void server.close().then(() => print("The sandbox has stopped."));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

type ReadPlan<T> = { readonly plan: T } | { readonly problem: string };

/** `name`: what the file should contain, such as "fault plan". */
async function readPlan<T>(name: string, file: string, schema: z.ZodType<T>): Promise<ReadPlan<T>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return { problem: `The ${name} ${file} cannot be read. Check the path.` };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: `The ${name} ${file} is not JSON.` };
  }
  const parsed = schema.safeParse(json);
  return parsed.success
    ? { plan: parsed.data }
    : { problem: `The ${name} ${file} has mistakes:\n${z.prettifyError(parsed.error)}` };
}

const parsed = parseCommand(process.argv.slice(2));
if ("help" in parsed) print(help);
else if ("problem" in parsed) fail(parsed.problem);
else await serve(parsed.command);
