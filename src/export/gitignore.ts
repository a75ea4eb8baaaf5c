// The line of a .gitignore for a folder with exported personal data.
import { codeOf, diskFailure, writeFileAtomically, type Disk } from "../searches/atomicFile";

/** In bytes; its lines are compared at once. */
const largestIgnoreFile = 1_000_000;

/** Whether a line can name the folder: a line break in its name would begin another pattern. */
export function canBeIgnored(folder: string): boolean {
  return folder !== "" && !/\p{Cc}/u.test(folder);
}

/**
 * The text of a .gitignore; "" if there is none. Rejects with a `DiskFailure`: EFTYPE for anything but a regular
 * file, because a link, which a cloned repository can contain, may lead out of the workspace; EFBIG for a huge file;
 * EILSEQ for text that is not UTF-8, which writing it again would change.
 */
export async function readIgnoreFile(disk: Disk, file: string): Promise<string> {
  try {
    const { mode, size } = await disk.lstat(file);
    if ((mode & 0o170000) !== 0o100000) {
      throw diskFailure({ code: "EFTYPE" }, file);
    }
    if (size > largestIgnoreFile) {
      throw diskFailure({ code: "EFBIG" }, file);
    }
    const text = await disk.readFile(file, "utf8");
    if (text.includes("\ufffd")) {
      throw diskFailure({ code: "EILSEQ" }, file);
    }
    return text;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return "";
    }
    throw diskFailure(error, file);
  }
}

/** Adds the folder's line to a .gitignore, never by way of a link. Rejects with a `DiskFailure`. */
export async function addIgnoreLine(disk: Disk, file: string, folder: string): Promise<void> {
  const text = await readIgnoreFile(disk, file);
  await writeFileAtomically(disk, file, withIgnoreLine(text, ignoreLine(folder)), { followLink: false, mode: 0o644 });
}

/** The line for a folder, given relative to the workspace: `exports`, `data/out`. @internal */
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
  const names = parts.map(literal);
  for (const raw of text.split("\n")) {
    // Before the patterns below: they would take a second for a million lines.
    if (!names.some((name) => raw.includes(name))) {
      continue;
    }
    const line = raw.replace(/(?<![\\\s])\s+$|(?<=\\\s)\s+$/, "");
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

/** Adds the line at the end, with the line endings of the text. @internal */
export function withIgnoreLine(text: string, line: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const begin = text === "" || text.endsWith("\n") ? text : text + end;
  return `${begin}# Exported records contain personal data.${end}${line}${end}`;
}
