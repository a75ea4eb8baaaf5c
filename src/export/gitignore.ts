// The line of a .gitignore for a folder with exported personal data.

/** The line for a folder, given relative to the workspace: `exports`, `data/out`. */
export function ignoreLine(folder: string): string {
  return `/${literal(folder)}/`;
}

/** Escapes characters with a meaning in patterns, and a space at the end, which git would ignore. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]]/g, "\\$&").replace(/ $/, "\\ ");
}

/** Whether some line ignores the folder already. Patterns with wildcards are not evaluated. */
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

/** Adds the line at the end, with the line endings of the text. */
export function withIgnoreLine(text: string, line: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const begin = text === "" || text.endsWith("\n") ? text : text + end;
  return `${begin}# Exported records contain personal data.${end}${line}${end}`;
}
