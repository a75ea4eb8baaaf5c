// Runs and saved searches as resources: what a user attaches to a chat, without a call of a tool. Free.
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  ProtocolError,
  ResourceNotFoundError,
  type ListResourcesResult,
  type ReadResourceResult,
} from "@modelcontextprotocol/server";
import { Refusal, type App } from "../app/app";
import { runLine, listRuns } from "../app/runFacts";
import { existingRun } from "../app/searchRuns";
import { neutral } from "../app/untrusted";
import { callTool } from "./callTool";
import { readRecordsTool } from "./tools/recordTools";

const [runPrefix, searchPrefix] = ["prospect-desk://run/", "prospect-desk://search/"];
const mostRuns = 50;
const mostSearches = 100;

/** The newest runs, and the saved searches of the workspace. Titles are neutral, because strangers write them, too. */
export async function listResources(app: App): Promise<ListResourcesResult> {
  const reading = Promise.all([listRuns(app, mostRuns), app.files.searches(mostSearches)]);
  const [runs, searches] = await told("", reading);
  return {
    resources: [
      ...searches.map((file) => ({
        uri: `${searchPrefix}${encodeURIComponent(file)}`,
        name: neutral(file),
        description: "A saved search",
        mimeType: "application/json",
      })),
      ...runs.map(({ run, title, startedAt, records }) => ({
        uri: `${runPrefix}${encodeURIComponent(run)}`,
        name: `${neutral(title, 80)} ${startedAt.slice(0, 10)}`,
        description: `A run with ${records} records, and the first of them`,
        mimeType: "text/plain",
      })),
    ],
  };
}

/** A saved search as it is in its file; of a run its end and its first records, which are marked as data. */
export async function readResource(app: App, uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
  const [run, search] = [runPrefix, searchPrefix].map((prefix) => nameIn(uri, prefix));
  if (run !== undefined) {
    const text = await told(uri, runText(app, run, signal));
    return { contents: [{ uri, mimeType: "text/plain", text }] };
  }
  if (search !== undefined) {
    const { text } = await told(uri, app.files.readSearch(search));
    return { contents: [{ uri, mimeType: "application/json", text }] };
  }
  throw new ResourceNotFoundError(uri);
}

/** Failures as the client is told of them: without paths of the machine. */
async function told<T>(uri: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw new ProtocolError(INTERNAL_ERROR, "It cannot be read now.");
    }
    throw error.reason === "notFound"
      ? new ResourceNotFoundError(uri, error.message)
      : new ProtocolError(INVALID_PARAMS, error.message);
  }
}

async function runText(app: App, run: string, signal: AbortSignal): Promise<string> {
  const summary = await existingRun(app, run);
  const { connection, task, id } = summary.header;
  const price = await app.budgets.price(connection.id, task.kind);
  const { text } = await callTool(app, readRecordsTool, { run: id }, { signal, onProgress: () => undefined });
  return [runLine(summary, app.clock.now(), price), text].join("\n");
}

/** `undefined` when it is not a URI of this kind. */
function nameIn(uri: string, prefix: string): string | undefined {
  try {
    return uri.startsWith(prefix) ? decodeURIComponent(uri.slice(prefix.length)) : undefined;
  } catch {
    return undefined;
  }
}
