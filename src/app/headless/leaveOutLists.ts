// The leave-out lists of processes without VS Code.
import * as nodeDisk from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf } from "../../searches/atomicFile";
import { parseSearch } from "../../searches/parseSearch";
import { isInside, isReallyInside } from "../../searches/realPlace";
import type { SearchDocument } from "../../searches/searchDocument";
import type { Store } from "../../store/client";
import { CsvError } from "../../tables/bytes";
import type { AppLists, AppSearch } from "../app";
import { configuredLists } from "../config";
import { ListFiles, ListProblem, type ListDisk, type NamedLists } from "../listFiles";
import { effectiveSettings } from "../settings";
import { neutral } from "../untrusted";
import { fileUriOf, readSearchFile } from "./nodeFiles";

const nameOf = (file: string): string => `“${neutral(path.basename(file), 200)}”`;

const disk: ListDisk = {
  async stat(uri) {
    const found = await nodeDisk.stat(fileOf(uri));
    if (!found.isFile()) {
      throw new Error("It is not a file.");
    }
    return found;
  },
  read: (uri) => nodeDisk.readFile(fileOf(uri)),
  nameOf: (uri) => nameOf(fileOf(uri)),
  whyOf: (error) =>
    error instanceof CsvError || (error instanceof Error && !("code" in error))
      ? neutral(error.message)
      : `The system reported ${codeOf(error)}.`,
};

function fileOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    throw new ListProblem(
      "A leave-out list is not a file of this machine, so it cannot be read here. Nothing was sent.",
    );
  }
}

/** The lists for every search: those stored by a window, or else those of `prospect config`. */
async function listsOfEverySearch(store: Store): Promise<readonly string[]> {
  const setting = (await effectiveSettings(store)).find(({ name }) => name === "leaveOut.lists");
  return setting?.from === "config"
    ? configuredLists(setting)
    : (await store.leaveOut.lists()).filter((one) => one.everywhere).map(({ uri }) => uri);
}

/** `roots`: the folders whose lists a search may name. */
export function createLeaveOutLists(store: Store, roots: readonly string[]): AppLists {
  const files = new ListFiles(disk, store);
  const named = async (search: AppSearch | undefined): Promise<NamedLists> => ({
    ofSearch: await Promise.all((search?.document.leaveOut ?? []).map((one) => listOf(search, one, roots))),
    everywhere: await listsOfEverySearch(store),
  });
  return {
    read: async (search) => files.read(await named(search)),
    reload: async (search) => files.reload(await named(search)),
  };
}

/** A saved search with the current text of its file; `undefined` when it is missing or cannot be parsed. */
export async function searchFileAt(source: string | undefined): Promise<SearchDocument | undefined> {
  if (source?.startsWith("file:") !== true) {
    return undefined;
  }
  try {
    return parseSearch(await readSearchFile(fileURLToPath(source))).document;
  } catch {
    return undefined;
  }
}

/** The URI of a list that a search names. A downloaded search must not select files outside the folders. */
async function listOf(search: AppSearch | undefined, named: string, roots: readonly string[]): Promise<string> {
  const source = search?.source;
  const from = source?.startsWith("file:") === true ? path.dirname(fileURLToPath(source)) : roots[0];
  if (from === undefined) {
    throw new ListProblem("Open the folder of the leave-out lists first: they are relative to it.");
  }
  const file = path.resolve(from, named);
  const folders = roots.some((root) => isInside(root, from)) ? roots : [from];
  if (!(await isReallyInside(nodeDisk, folders, file))) {
    throw new ListProblem(`The leave-out list ${nameOf(named)} is outside the workspace. Nothing was sent.`);
  }
  return fileUriOf(file);
}
