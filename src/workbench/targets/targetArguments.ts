// Parses the target from a command's arguments. They are untrusted: any extension can call a command.
import { Uri, workspace } from "vscode";
import * as z from "zod";
import { searchFileEnding } from "../../searches/searchDocument";
import { resultsScheme } from "../commandIds";
import { isFetchedAddress, isRunId, readResultsUri, type FetchedAddress } from "../resultsEditor/resultsAddress";
import { uriOfSource } from "../searchFiles/searchSource";
import { activeUri } from "../tabs";

/** A well-formed reference, whose target may not exist. */
export type TargetArgument =
  /** Called without arguments: from the Command Palette, a keybinding or a link. */
  | { readonly kind: "none" }
  /** Called from a menu whose entry no longer existed: VS Code passes `undefined` or `null` while a tree refreshes. */
  | { readonly kind: "missing" }
  | { readonly kind: "unknown" }
  /** The id of a run or a lookup batch. */
  | { readonly kind: "results"; readonly id: string }
  /** The tab with the runs of a search. `uri` is absent if the search cannot be opened. */
  | { readonly kind: "resultsOfSearch"; readonly source: string; readonly uri?: Uri | undefined }
  /** A tab with records of many runs. */
  | { readonly kind: "fetched"; readonly address: FetchedAddress }
  | { readonly kind: "search"; readonly uri: Uri }
  | { readonly kind: "enrichment"; readonly key: string }
  /** A list of records. */
  | { readonly kind: "list"; readonly id: string }
  /** Any other document or file. */
  | { readonly kind: "file"; readonly uri: Uri };

export type CommandArguments = readonly unknown[];

const unknown: TargetArgument = { kind: "unknown" };

/** The arguments from the Runs, Searches and Enrichments views: only the fields that identify the target are read. */
const runNode = z.object({ run: z.object({ header: z.object({ id: z.string().refine(isRunId) }) }) });
const searchNode = z.object({ file: z.object({ uri: z.custom<Uri>((uri) => uri instanceof Uri) }) });
const listNode = z.object({ list: z.object({ id: z.string() }) });
const enrichmentNode = z.object({ enrichment: z.object({ key: z.string().regex(/^[0-9a-f]{32}$/) }) });

export function readTarget(args: CommandArguments): TargetArgument {
  if (args.length === 0) {
    return { kind: "none" };
  }
  const [target] = args;
  if (target === undefined || target === null) {
    return { kind: "missing" };
  }
  try {
    return target instanceof Uri ? readUri(target) : readNode(target);
  } catch {
    return unknown; // a getter or proxy that throws
  }
}

function readNode(node: unknown): TargetArgument {
  const run = runNode.safeParse(node).data;
  if (run !== undefined) {
    return { kind: "results", id: run.run.header.id };
  }
  const enrichment = enrichmentNode.safeParse(node).data;
  if (enrichment !== undefined) {
    return { kind: "enrichment", key: enrichment.enrichment.key };
  }
  const list = listNode.safeParse(node).data;
  if (list !== undefined) {
    return { kind: "list", id: list.list.id };
  }
  const search = searchNode.safeParse(node).data;
  const target = search === undefined ? unknown : readUri(search.file.uri);
  return target.kind === "search" ? target : unknown;
}

function readUri(uri: Uri): TargetArgument {
  if (uri.scheme === resultsScheme) {
    const address = readResultsUri(uri);
    if (isFetchedAddress(address)) {
      return { kind: "fetched", address };
    }
    if (address.kind === "run") {
      return isRunId(address.run) ? { kind: "results", id: address.run } : unknown;
    }
    const search = uriOfSource(address.source);
    const canOpen = search !== undefined && search.path.endsWith(searchFileEnding) && canBeOpened(search);
    return { kind: "resultsOfSearch", source: address.source, ...(canOpen && { uri: search }) };
  }
  if (!canBeOpened(uri)) {
    return unknown;
  }
  return { kind: uri.path.endsWith(searchFileEnding) ? "search" : "file", uri };
}

/** True for files, untitled documents, file systems of other extensions and documents that are already open. */
function canBeOpened(uri: Uri): boolean {
  return (
    uri.scheme === "file" ||
    uri.scheme === "untitled" ||
    workspace.fs.isWritableFileSystem(uri.scheme) !== undefined ||
    workspace.textDocuments.some((document) => document.uri.toString() === uri.toString())
  );
}

/** The argument of the command, and its target: the active tab if there is no argument. */
export function givenOrActive(args: CommandArguments): Record<"given" | "target", TargetArgument> {
  const given = readTarget(args);
  const active = activeUri();
  return { given, target: given.kind === "none" && active !== undefined ? readTarget([active]) : given };
}
