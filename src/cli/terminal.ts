// Standard input, output and error of the command line. Results go to standard output, everything else to standard
// error, and progress and questions only to a terminal.
import type { Interface } from "node:readline/promises";
import { addAbortSignal, type Readable, type Writable } from "node:stream";
import type { Answer, Question } from "../app/app";
import { neutral } from "../app/untrusted";

export interface TerminalStreams {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
  readonly errors: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

/** The program that reads standard output has closed it. */
export class OutputClosed extends Error {
  override readonly name = "OutputClosed";
}

export class Terminal {
  #shownProgress = 0;
  #isInputRead = false;
  readonly #noted: string[] = [];
  #progressAt = performance.now();
  #outputFailure: NodeJS.ErrnoException | undefined;

  constructor(private readonly streams: TerminalStreams) {
    // Without listeners, a closed pipe would end the process in the middle of a run.
    streams.output.on("error", (error: NodeJS.ErrnoException) => (this.#outputFailure ??= error));
    streams.errors.on("error", () => undefined);
  }

  /**
   * Writes to standard output: unchanged to a file or a pipe, without control characters to a terminal. Rejects with
   * `OutputClosed` when nobody reads it, and with the error of a full disk.
   */
  async print(text: string | Uint8Array): Promise<void> {
    const written = this.streams.output.isTTY === true ? withoutControls(text) : text;
    await new Promise<void>((resolve, reject) => {
      const fail = (error: NodeJS.ErrnoException): void =>
        reject(error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED" ? new OutputClosed() : error);
      if (this.#outputFailure !== undefined) {
        fail(this.#outputFailure);
        return;
      }
      this.streams.output.write(written, (error) => (error ? fail(error) : resolve()));
    });
  }

  /**
   * Prints a line to standard error; nothing for "". Control characters are removed: texts of the service must not
   * move the cursor.
   */
  note(line: string): void {
    if (line === "") {
      return;
    }
    this.clearProgress();
    this.#noted.push(neutral(line, longestLine));
    const lines = line.split("\n").map((one) => neutral(one, longestLine));
    this.streams.errors.write(`${lines.join("\n")}\n`);
  }

  /** All notes, for the object of `--json`. */
  get noted(): readonly string[] {
    return this.#noted;
  }

  /** Whether a person reads standard output. */
  get isOutputShown(): boolean {
    return this.streams.output.isTTY === true;
  }

  /** Replaces the displayed progress; without a terminal, prints a line every few seconds. */
  progress(text: string): void {
    const { errors } = this.streams;
    if (errors.isTTY !== true) {
      const now = performance.now();
      if (now - this.#progressAt >= lineEveryMs) {
        this.#progressAt = now;
        errors.write(`${neutral(text, longestLine)}\n`);
      }
      return;
    }
    const shown = neutral(text, Math.max(20, (errors.columns ?? 80) - 1));
    errors.write(`\r${shown}${" ".repeat(Math.max(0, this.#shownProgress - shown.length))}`);
    this.#shownProgress = shown.length;
  }

  clearProgress(): void {
    if (this.#shownProgress > 0) {
      this.streams.errors.write(`\r${" ".repeat(this.#shownProgress)}\r`);
      this.#shownProgress = 0;
    }
  }

  /** Whether a person can answer questions. */
  get canAsk(): boolean {
    return !this.#isInputRead && this.streams.input.isTTY === true && this.streams.errors.isTTY === true;
  }

  /** Only "y" and "yes" agree. An abort rejects. */
  async confirm(question: string, prompt: string, signal: AbortSignal): Promise<boolean> {
    return /^\s*y(?:es)?\s*$/i.test(await this.answer(question, `${prompt} [y/N]`, signal));
  }

  /** Reads the typed line; "" at the end of standard input. Rejects when aborted. The prompt is the last line. */
  async answer(question: string, prompt: string, signal: AbortSignal): Promise<string> {
    this.note(question);
    const lines = await this.#readLines();
    try {
      const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
      return await Promise.race([lines.question(`${prompt} `, { signal }), ended]);
    } finally {
      lines.close();
    }
  }

  /** Loads readline on demand, because few commands ask. */
  async #readLines(): Promise<Interface> {
    const { createInterface } = await import("node:readline/promises");
    const lines = createInterface({ input: this.streams.input, output: this.streams.errors });
    // On a terminal, Ctrl+C reaches readline and not the process.
    lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
    return lines;
  }

  /** All of standard input; `undefined` if it has more bytes. An abort rejects. */
  readAll(most: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    this.#isInputRead = true;
    return readStream(this.streams.input, most, signal);
  }
}

/** All of it; `undefined` if it has more bytes. An abort rejects. */
export async function readStream(input: Readable, most: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of addAbortSignal(signal, input)) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    size += chunks.at(-1)?.length ?? 0;
    if (size > most) {
      return undefined;
    }
  }
  return Buffer.concat(chunks);
}

const longestLine = 4_000;
/** The interval between lines of progress without a terminal, in ms. */
const lineEveryMs = 10_000;

/**
 * Characters to remove for a terminal: those of sequences that set its title, make links, or clear it,
 * and those that reorder text. Line breaks and tabs stay.
 */
const controlCharacters = /[^\P{Cc}\t\n\r]|\r(?!\n)|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const withoutControls = (text: string | Uint8Array): string =>
  (typeof text === "string" ? text : new TextDecoder().decode(text)).replace(controlCharacters, "\ufffd");

/** An abort rejects. */
export async function askOnTerminal(
  terminal: Terminal,
  { about, title, sentences, choices }: Question,
  signal: AbortSignal,
): Promise<Answer> {
  if (!terminal.canAsk) {
    return "cannot";
  }
  const text = [title, ...sentences].join("\n");
  const [only, ...others] = choices;
  if (only !== undefined && others.length === 0) {
    const spend = about === "unknownCost" ? "Continue at an unknown cost?" : "Spend these credits?";
    const prompt = only.credits === 0 ? `${only.label}?` : spend;
    return (await terminal.confirm(text, prompt, signal)) ? only.id : "no";
  }
  const list = choices.map(({ label }, nth) => `${nth + 1}: ${label}`);
  const prompt = `1 to ${choices.length}, or Enter for neither:`;
  const typed = await terminal.answer([text, ...list].join("\n"), prompt, signal);
  return choices[Number(typed.trim()) - 1]?.id ?? "no";
}
