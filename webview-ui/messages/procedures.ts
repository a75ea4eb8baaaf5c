// The messages between a page and the extension host, typed by one table per page. Each message is { name, payload }.
import type * as z from "zod";

/** Messages from a page to the host: the schema of each procedure's input by the procedure's name. */
export type Procedures = Readonly<Record<string, z.ZodType>>;

/** The input of a procedure's handler. */
export type InputOf<T extends Procedures, Name extends keyof T> = z.output<T[Name]>;

/**
 * The host's handlers, one function for each procedure. Those in `Answers` resolve to the reply, or to `undefined` if
 * the request no longer applies.
 */
export type Handlers<T extends Procedures, Answers = unknown> = {
  readonly [Name in keyof T]: (
    input: InputOf<T, Name>,
  ) => Name extends keyof Answers ? Promise<Answers[Name] | undefined> : unknown;
};

/** Calls a procedure of the host. A procedure whose schema is `z.undefined()` is called with its name alone. */
export type Send<T extends Procedures> = <Name extends keyof T & string>(
  name: Name,
  ...input: undefined extends z.input<T[Name]> ? [input?: z.input<T[Name]>] : [input: z.input<T[Name]>]
) => void;

/** Calls a procedure that replies; resolves to `undefined` if it has failed or the request no longer applies. */
export type Ask<T extends Procedures, Answers> = <Name extends keyof T & keyof Answers & string>(
  name: Name,
  input: z.input<T[Name]>,
) => Promise<Answers[Name] | undefined>;

/** Sends an update to a page; `Updates` is an interface of update names and their payloads. */
export type Post<Updates> = <Name extends keyof Updates & string>(name: Name, payload: Updates[Name]) => void;

/** The page's handlers, one function for each update. */
export type UpdateHandlers<Updates> = { readonly [Name in keyof Updates]: (payload: Updates[Name]) => void };

/** A call or an update, as posted. */
export type Message<Payloads> = {
  readonly [Name in keyof Payloads]: undefined extends Payloads[Name]
    ? { readonly name: Name; readonly payload?: Payloads[Name] }
    : { readonly name: Name; readonly payload: Payloads[Name] };
}[keyof Payloads];

/** A call of any procedure of the table, as posted. Tests use it to play the host. @internal */
export type Call<T extends Procedures> = Message<{ readonly [Name in keyof T]: z.input<T[Name]> }>;

/** The part of VS Code's `Webview` that is used here: the pages are compiled without VS Code's types. */
interface Webview {
  onDidReceiveMessage(listener: (message: unknown) => void): { dispose(): void };
  postMessage(message: unknown): unknown;
}

export interface ListenCallbacks {
  /** The message was not a call of a known procedure with valid input. It was ignored. */
  onRefused(problem: string): void;
  /** A handler threw or rejected. */
  onFailure(error: unknown, procedure: string): void;
  /** Wraps the call of a handler, for example to ignore a stale one. */
  around?(call: () => Promise<unknown>, input: unknown): Promise<unknown>;
}

/** The name of the message that answers a call with an `id`. */
export const answerName = "answer";
export interface Answer {
  readonly id: number;
  readonly result: unknown;
}

/** A page asks with `ping` whether the extension host is there, and gets `pong`. */
export const ping = { name: "ping" };
export const pong = { name: "pong" };

/** Passes valid calls to the handlers. Pages show foreign data, so nothing they send is trusted before it is parsed. */
export function listen<T extends Procedures>(
  webview: Webview,
  procedures: T,
  handlers: Handlers<T>,
  { onRefused, onFailure, around = (call) => call() }: ListenCallbacks,
): { dispose(): void } {
  const handle = async <Name extends keyof T & string>(
    name: Name,
    input: InputOf<T, Name>,
    id: unknown,
  ): Promise<void> => {
    const result = await around(async () => handlers[name](input), input).catch((error: unknown) =>
      onFailure(error, name),
    );
    if (typeof id === "number") {
      webview.postMessage({ name: answerName, payload: { id, result } });
    }
  };
  return webview.onDidReceiveMessage((message) => {
    const { name, payload, id } = (message ?? {}) as Readonly<Record<string, unknown>>;
    if (name === ping.name) {
      webview.postMessage(pong);
      return;
    }
    const schema = typeof name === "string" && Object.hasOwn(procedures, name) ? procedures[name] : undefined;
    if (typeof name !== "string" || schema === undefined) {
      onRefused("unknown procedure");
      return;
    }
    const parsed = parse(schema, payload);
    if ("problem" in parsed) {
      onRefused(`${name}: ${parsed.problem}`);
    } else {
      void handle(name, parsed.input as InputOf<T, typeof name>, id);
    }
  });
}

/** zod throws on a few values, such as an object whose `length` cannot be converted to a number. */
function parse(schema: z.ZodType, payload: unknown): { readonly input: unknown } | { readonly problem: string } {
  try {
    const { data, error } = schema.safeParse(payload);
    return error === undefined
      ? { input: data }
      : { problem: error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`).join("; ") };
  } catch {
    return { problem: "cannot be read" };
  }
}

/** Typed `postMessage` of the host. */
export function poster<Updates>(webview: Pick<Webview, "postMessage">): Post<Updates> {
  return (name, payload) => void webview.postMessage({ name, payload });
}
