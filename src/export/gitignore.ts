// The line of a .gitignore for a folder with exported personal data.
import { codeOf, diskFailure, writeFileAtomically, type Disk } from "../searches/atomicFile";

/** Whether a line can name the folder: a line break in its name would begin another pattern. */
export function canBeIgnored(folder: string): boolean {
  return folder !== "" && !/\p{Cc}/u.test(folder);
}

/**
 * The text of a .gitignore; "" if there is none. Rejects with a `DiskFailure` for anything but a regular file: a cloned
 * repository can contain a link that leads out of the workspace. Also rejects for text that is not UTF-8, because
 * rewriting it would change it.
 */
export async function readIgnoreFile(disk: Disk, file: string): Promise<string> {
  try {
    if (((await disk.lstat(file)).mode & 0o170000) !== 0o100000) {
      throw diskFailure({ code: "EFTYPE" }, file);
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

/** Adds the folder's line to a .gitignore, never through a link. Rejects with a `DiskFailure`. */
export async function addIgnoreLine(disk: Disk, file: string, folder: string): Promise<void> {
  const text = await readIgnoreFile(disk, file);
  await writeFileAtomically(disk, file, withIgnoreLine(text, folder), { followLink: false, mode: 0o644 });
}

/** Escapes characters with a meaning in patterns, and a space at the end, which git would ignore. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]]/g, "\\$&").replace(/ $/, "\\ ");
}

/** Whether a line names the folder or one above it. Other patterns are not evaluated. */
export function isIgnored(text: string, folder: string): boolean {
  const names = folder.split("/").map(literal);
  const covering = new Set(names.map((_name, nth) => names.slice(0, nth + 1).join("/")));
  return text.split(/\r?\n/).some((line) => covering.has(line.replace(/^\/|\/$/g, "")));
}

/** Adds the line of a folder at the end, with the line endings of the text. @internal */
export function withIgnoreLine(text: string, folder: string): string {
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const begin = text === "" || text.endsWith("\n") ? text : text + end;
  return `${begin}# Exported records contain personal data.${end}/${literal(folder)}/${end}`;
}
