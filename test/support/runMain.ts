// The command line in this process.
import { Readable, Writable } from "node:stream";
import { readEnvironment } from "../../src/app/headless/environment";
import { main, type CommandLineDeps } from "../../src/cli/main";
import { Terminal } from "../../src/cli/terminal";
import { storeWorker } from "../faults/storeJob";

export interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface MainOptions extends Partial<Omit<CommandLineDeps, "args" | "terminal" | "environment">> {
  readonly cwd: string;
  /** Of the environment. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Standard input: its text, or what somebody types. */
  readonly input?: string | Uint8Array | Readable;
  /** Streams that are a terminal. */
  readonly terminals?: readonly ("input" | "output" | "errors")[];
  /** Called with everything that standard error has by then. */
  readonly onError?: (text: string) => unknown;
}

const unexpected = (): Promise<never> => Promise.reject(new Error("not asked for"));

/** Whatever it needs and is not given makes it fail. */
export async function runMain(
  args: readonly string[],
  { variables = {}, input = "", terminals = [], onError = () => undefined, ...deps }: MainOptions,
): Promise<CommandEnd> {
  let [stdout, stderr] = ["", ""];
  const isTTY = (name: "input" | "output" | "errors") => ({ isTTY: terminals.includes(name) });
  const sink = (add: (text: string) => void): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        add(chunk.toString("utf8"));
        done();
      },
    });
  const output = sink((text) => (stdout += text));
  const errors = sink((text) => {
    stderr += text;
    onError(stderr);
  });
  const typed = input instanceof Readable ? input : Readable.from([Buffer.from(input)]);
  const code = await main({
    ...{ args, version: "1.2.3", worker: storeWorker, signal: new AbortController().signal },
    ...{ openTransport: unexpected, openSandbox: unexpected, serveMcp: unexpected },
    environment: readEnvironment(variables, deps.cwd),
    terminal: new Terminal({
      input: Object.assign(typed, isTTY("input")),
      output: Object.assign(output, isTTY("output")),
      errors: Object.assign(errors, isTTY("errors")),
    }),
    ...deps,
  });
  return { code, stdout, stderr };
}
