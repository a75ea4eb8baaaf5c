// Calls a tool for every face: checks its input, runs it, and turns refusals and failures into tool errors.
import { Refusal, type App, type Call, type RefusalReason } from "../app/app";
import { fenced, neutral, strangersNotice } from "../app/untrusted";
import { DiskFailure } from "../searches/atomicFile";
import { ServiceFailure } from "../service/errors";
import { StoreError } from "../store/storeError";
import type { Tool, ToolPreview, ToolResult } from "./tool";

/** Hosts give models either the text or the structure, so each of them says everything; see `structureOf`. */
export interface CallResult extends Pick<ToolResult, "data"> {
  readonly text: string;
  /** The text without data of records. */
  readonly sentence: string;
  readonly isError: boolean;
}

/** The structured content of a result. The notice comes first, so that models read it before the records. */
export const structureOf = ({ sentence, data }: CallResult): Readonly<Record<string, unknown>> => ({
  notice: strangersNotice,
  sentence,
  ...data,
});

/** Never rejects: an error is a result, so that the agent can read what to do. */
export async function callTool(app: App, tool: Tool, input: unknown, call: Call): Promise<CallResult> {
  try {
    return resultFrom(await tool.run(app, parsed(tool, input), call), app.random);
  } catch (error) {
    return call.signal.aborted && !(error instanceof Refusal)
      ? errorResult("The call was canceled. What was paid for before is saved.", "canceled")
      : failed(error, app.files.root);
  }
}

function resultFrom({ text, cost = "nothing", next, records, data }: ToolResult, random: App["random"]): CallResult {
  const sentence = [text, `Cost: ${cost}.`, `Next: ${next}`].join("\n");
  return {
    text: [sentence, records === undefined ? strangersNotice : fenced(records, random)].join("\n"),
    sentence,
    data,
    isError: false,
  };
}

/** What a call would do; the text of an error when it would be refused. Never rejects. */
export async function previewTool(
  app: App,
  tool: Tool,
  input: unknown,
): Promise<{ readonly preview?: ToolPreview | undefined } | { readonly error: CallResult }> {
  try {
    return { preview: await tool.preview?.(app, parsed(tool, input)) };
  } catch (error) {
    return { error: failed(error, app.files.root) };
  }
}

const mostIssues = 5;

/** Throws a `Refusal` that names what is wrong. */
function parsed(tool: Tool, input: unknown): unknown {
  const wrong = (problem: string): Refusal => new Refusal(`Wrong input for ${tool.name}. ${problem}.`);
  let read: ReturnType<Tool["input"]["safeParse"]>;
  try {
    read = tool.input.safeParse(input ?? {});
  } catch {
    // zod throws on a few values, such as an object with a "length" that no number can be made of.
    throw wrong("A value in it is of the wrong type");
  }
  if (!read.success) {
    const issues = read.error.issues.slice(0, mostIssues).map(({ path, message }) => {
      const place = path.map(String).join(".");
      return neutral(place === "" ? message : `${place}: ${message}`);
    });
    throw wrong(issues.join(". "));
  }
  return read.data;
}

type ErrorKind = RefusalReason | "canceled" | "service" | "storage" | "unexpected";

const errorResult = (text: string, kind: ErrorKind): CallResult => ({
  text,
  sentence: text,
  data: { error: kind },
  isError: true,
});

function failed(error: unknown, root: string | undefined): CallResult {
  if (error instanceof Refusal) {
    return errorResult(error.message, error.reason);
  }
  if (error instanceof ServiceFailure) {
    return errorResult(neutral(error.detail.message, 1_000), "service");
  }
  if (error instanceof StoreError || error instanceof DiskFailure) {
    return errorResult(withoutPaths(neutral(error.message, 1_000), root), "storage");
  }
  return errorResult(
    "The tool failed unexpectedly. What was paid for before is saved; nothing more is sent.",
    "unexpected",
  );
}

/** Agents need no folder names of the machine: paths within the workspace become relative, others their last part. */
function withoutPaths(text: string, root: string | undefined): string {
  const relative = root === undefined ? text : text.replaceAll(root, ".");
  return relative.replace(/(?<![\w.:/\\])(?:[a-z]:[\\/]|\\\\|\/(?=[^\s/]))(?:[^\s"“”'<>|:*?]*[\\/])?/giu, "…/");
}
