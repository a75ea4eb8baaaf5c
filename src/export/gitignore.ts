// The line of a .gitignore that keeps exported personal data out of a repository.

/** The line for a folder of the workspace: `exports`, `data/out`. */
export function ignoreLine(folder: string): string {
  return `/${literal(folder)}/`;
}

/** Signs with a meaning in patterns are taken as they are; so is a space at the end, which git would drop. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]]/g, "\\$&").replace(/ $/, "\\ ");
}

/** Whether some line leaves the folder out already. Patterns with wildcards are not judged: what they cover may be offered once. */
export function isIgnored(text: string, folder: string): boolean {
  const parts = folder.split("/");
  let ignored = false;
  for (const line of text.split(/\r?\n/).map((raw) => raw.replace(/(?<!\\)\s+$/, ""))) {
    const negated = line.startsWith("!");
    const pattern = negated ? line.slice(1) : line;
    const bare = pattern.replace(/^\//, "").replace(/\/(\*\*?)?$/, "");
    const anchored = pattern.startsWith("/") || bare.includes("/");
    const covers = parts.some((name, index) => literal(anchored ? parts.slice(0, index + 1).join("/") : name) === bare);
    if (bare !== "" && !line.startsWith("#") && covers) {
      ignored = !negated;
    }
  }
  return ignored;
}

/** The text with the line added at its end, in its own kind of line ends. */
export function withIgnoreLine(text: string, line: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text}${text === "" || text.endsWith("\n") ? "" : end}# Exported records hold personal data.${end}${line}${end}`;
}
