// The paths of leave-out lists in a saved search: relative to the document, `/` between folders, inside the workspace.
import * as z from "zod";

const longestPath = 1_000;

const noList = {
  error: () => '“leaveOut” must be a list of files: "leaveOut": ["customers.csv"].',
};

/** The leave-out lists of a search. */
export const leaveOutSchema = z.array(
  z.string(noList).check(({ value: input, issues }) => {
    const message = leaveOutPathProblem(input);
    if (message !== undefined) {
      issues.push({ code: "custom", message, input });
    }
  }),
  noList,
);

/** The problem with a path, as a sentence that says what to do; `undefined` when it can be used. @internal */
export function leaveOutPathProblem(path: string): string | undefined {
  if (path.trim() === "") {
    return "This path is empty. Enter the path of a leave-out list or remove the entry.";
  }
  if (path.length > longestPath || /\p{Cc}/u.test(path)) {
    return "This is not the path of a file. Correct or remove it.";
  }
  if (path.includes("\\")) {
    return "Separate folders with “/” instead of “\\”.";
  }
  if (path.startsWith("/") || /^[a-z][a-z0-9+.-]*:/iu.test(path)) {
    return "A leave-out list must be in the workspace: write its path relative to this search.";
  }
  return namesOf(path).at(-1) === ".." || path.endsWith("/")
    ? "This is a folder. Enter the path of a leave-out list."
    : undefined;
}

/** How a search in `folder` names the list at `path`; both within the same workspace folder. */
export function leaveOutPathFrom(folder: string, path: string): string {
  const from = namesOf(folder);
  const to = namesOf(path);
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) {
    same += 1;
  }
  return [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/");
}

const namesOf = (path: string): string[] => path.split("/").filter((name) => name !== "" && name !== ".");
