// A window that runs a search against its own sandbox and dies at a named point, or at some moment. Started by the kill
// tests with what to do as its one argument; loaded in any other way it does nothing.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Budgets } from "../../src/runs/budget";
import { resumeRun, startRun, type RunDeps } from "../../src/runs/engine";
import { RunStore } from "../../src/runs/runStore";
import type { Transport } from "../../src/service/wire";
import { createSystemClock } from "../../src/service/systemClock";
import { openStore } from "../unit/store/inProcess";
import type { Store } from "../../src/store/client";
import { clientOver, connection, random } from "../unit/runs/runRig";
import { killSandbox, needsNoQuestion, records, task, type Kill } from "./runsKillPlan";

function dying({ point, when, nth }: Kill): (name: string, at: Kill["when"]) => boolean {
  let count = 0;
  return (name, at) => {
    if (name !== point) {
      return false;
    }
    count += at === "before" ? 1 : 0;
    return at === when && count === nth;
  };
}

const die = (): never => {
  process.kill(process.pid, "SIGKILL");
  throw new Error("still alive");
};

type Methods = Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>;

/** A store whose caller dies just before a call, or when its result has come. */
function deadly(store: Store, isDeath: (name: string, at: Kill["when"]) => boolean): Store {
  const subjects = store as unknown as Readonly<Record<string, Methods>>;
  return new Proxy(store, {
    get: (_store, subject) =>
      new Proxy(subjects[String(subject)] as Methods, {
        get:
          (methods, method) =>
          async (...values: unknown[]) => {
            const name = `${String(subject)}.${String(method)}`;
            if (isDeath(name, "before")) die();
            const result = await methods[String(method)]?.(...values);
            if (isDeath(name, "after")) die();
            return result;
          },
      }),
  });
}

async function main(text: string): Promise<void> {
  const kill = JSON.parse(text) as Kill;
  const { folder, resume } = kill;
  const isDeath = dying(kill);
  const clock = createSystemClock();
  const sandbox = killSandbox();
  const note = (file: string, line: string): void => appendFileSync(path.join(folder, file), `${line}\n`);
  const transport: Transport = async (request, signal) => {
    if (request.method !== "POST") {
      return sandbox.transport(request, signal); // the balance
    }
    if (isDeath("service", "before")) die();
    const reply = await sandbox.transport(request, signal);
    note("charged", String(sandbox.charges.at(-1)?.records));
    note("paid", String(sandbox.charges.at(-1)?.credits));
    if (isDeath("service", "after")) die();
    return reply;
  };
  const opened = await openStore(pathToFileURL(path.resolve("dist/storeWorker.js")), {
    file: path.join(folder, "prospect-desk.db"),
  });
  const store = deadly(opened.store, isDeath);
  const budget = new Budgets({ calls: store.calls, clock, confirmAbove: () => needsNoQuestion }).unconfirmed();
  const deps: RunDeps = {
    runs: new RunStore({ store, clock, random, owner: "killed" }),
    budget,
    client: clientOver(transport, clock),
    clock,
  };
  const signal = new AbortController().signal;
  const tell = ({
    kind,
    ...rest
  }: {
    readonly kind: string;
    readonly summary?: { readonly records: number };
  }): void => {
    if (kind === "page") {
      note("told", String(rest.summary?.records));
      if (isDeath("told", "before")) die();
    }
    if (kind === "started" && kill.point === "moment") {
      setTimeout(die, kill.nth);
    }
  };
  await (resume === undefined
    ? startRun(deps, { purpose: "search", title: "T", task, connection, limits: { records } }, signal, tell)
    : resumeRun(deps, resume, {}, signal, tell));
  if (kill.point === "moment") {
    die();
  }
  note("ended", "alive");
}

if (process.argv[1]?.includes("runsKilledChild") === true && process.argv[2] !== undefined) {
  await main(process.argv[2]);
}
