// Reads the saved search that a command names.
import path from "node:path";
import type { AppSearch } from "../app/app";
import { diagnosticText, searchOfText } from "../app/readSearch";
import { searchFileEnding } from "../searches/searchDocument";
import type { CommandContext } from "./arguments";
import { isStream, largestSearch, readInput, standardInput, textOfBytes } from "./commandFiles";
import { CommandFailure } from "./results";

export const searchArgument = "a saved search, or - for standard input";

/** Reads a saved search from a file or standard input. */
export async function readSearch(context: CommandContext, file: string): Promise<AppSearch> {
  if (await isStream(context.cwd, file)) {
    const place = standardInput.includes(file) ? "standard input" : file;
    const bytes = await readInput(context, file, largestSearch);
    return understoodSearch(context, textOfBytes(bytes, place), { place });
  }
  const { uri, text } = await context.app.files.readSearch(file);
  return understoodSearch(context, text, { place: file, title: titleOf(file), source: uri });
}

/** Errors of the document are listed with line and column. */
function understoodSearch(
  { terminal }: CommandContext,
  text: string,
  { place, title, source }: { readonly place: string; readonly title?: string; readonly source?: string },
): AppSearch {
  const { search, diagnostics } = searchOfText(text, { title, source });
  for (const diagnostic of diagnostics) {
    terminal.note(`${diagnosticText(place, diagnostic)} (${diagnostic.severity})`);
  }
  if (search === undefined) {
    throw new CommandFailure("usage", "The saved search has errors, so nothing was sent.");
  }
  return search;
}

const titleOf = (file: string): string => path.basename(file).replace(searchFileEnding, "");
