// Calls a tool for the window and the MCP server: checks its input, runs it, and turns failures into tool errors.
import { Refusal, type App, type Call, type RefusalReason } from "../app/app";
import { withRemarks } from "../app/listRemarks";
import { fenced, neutral, strangersNotice } from "../app/untrusted";
import { DiskFailure } from "../searches/atomicFile";
import { ServiceFailure } from "../service/errors";
import { StoreError } from "../store/storeError";
import { readInput } from "./readInput";
import type { Tool, ToolPreview, ToolResult } from "./tool";

/** Hosts give models either the text or the structured content, so each is complete; see `structureOf`. */
export interface CallResult {
  readonly data: ToolResult["data"];
  readonly text: string;
  /** The text without record data. */
  readonly sentence: string;
  readonly isError: boolean;
}

/** The structured content of a result. Models read the notice before the records, so it comes first. */
export const structureOf = ({ sentence, data }: CallResult): Readonly<Record<string, unknown>> => ({
  notice: strangersNotice,
  sentence,
  ...data,
});

/** Never rejects: errors are results, so that the agent can read them. */
export async function callTool(app: App, tool: Tool, input: unknown, call: Call): Promise<CallResult> {
  try {
    const { value, ignored } = readInput(tool, input);
    const remarks: string[] = [];
    const lists = withRemarks(app.lists, (remark) => remarks.push(remark));
    const result = await tool.run({ ...app, lists }, value, call);
    if (ignored.length > 0) {
      const names = [...new Set(ignored)].map((name) => neutral(name, 100));
      remarks.push(`Ignored, because there is no such field: ${names.join(", ")}.`);
    }
    return resultFrom(result, remarks, app.random);
  } catch (error) {
    return call.signal.aborted && !(error instanceof Refusal)
      ? errorResult("The call was canceled. What was paid for before is saved.", "canceled")
      : failed(error, app.files.root);
  }
}

function resultFrom(
  { text, details = [], cost = "nothing", next, records, data }: ToolResult,
  remarks: readonly string[],
  random: App["random"],
): CallResult {
  const end = [`Cost: ${cost}.`, `Next: ${next}`];
  const sentence = [text, ...remarks, ...end].join("\n");
  return {
    text: [
      text,
      ...details.filter((line) => line !== ""),
      ...remarks,
      ...end,
      records === undefined ? strangersNotice : fenced(records, random),
    ].join("\n"),
    sentence,
    data,
    isError: false,
  };
}

/** A preview of a call, or the text of its error when it would be refused. Never rejects. */
export async function previewTool(
  app: App,
  tool: Tool,
  input: unknown,
): Promise<{ readonly preview?: ToolPreview | undefined } | { readonly error: CallResult }> {
  try {
    return { preview: await tool.preview?.(app, readInput(tool, input).value) };
  } catch (error) {
    return { error: failed(error, app.files.root) };
  }
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

/** Hides the machine's folders from agents: paths in the workspace become relative, others are cut to the name. */
function withoutPaths(text: string, root: string | undefined): string {
  const relative = root === undefined ? text : text.replaceAll(root, ".");
  return relative.replace(/(?<![\w.:/\\])(?:[a-z]:[\\/]|\\\\|\/(?=[^\s/]))(?:[^\s"“”'<>|:*?]*[\\/])?/giu, "…/");
}
