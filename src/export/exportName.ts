// Names of exported files: the search and the date, valid on every system, and never a name that is taken.
import { numbered } from "../searches/atomicFile";

const longestStem = 120;
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:[. ]|$)/i;

/**
 * `Acme search new 2026-11-20.csv`; `part` names a subset of the records, "" means all. The date is in the user's
 * time zone.
 */
export function exportName(title: string, at: Date, ending: string, part = ""): string {
  const date = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  return `${[safeStem(title), part, date].filter((one) => one !== "").join(" ")}.${ending}`;
}

/** Latin letters that do not decompose into a letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  þ: "th",
  ı: "i",
};

/**
 * Only characters that every system, shell, and upload form accepts: Latin letters without marks, letters of other
 * scripts, digits, `_`, `.`, and `-`; no dots and spaces at the ends.
 */
function safeStem(title: string): string {
  const plain = title
    .replace(/\.prospect\.json$/i, "")
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, "")
    .normalize("NFC")
    .replace(/[ßæÆœŒøØłŁđĐðþı]/gu, (letter) => plainLetters[letter] ?? "")
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .replace(/[^\p{L}\p{M}\p{N} _.-]+/gu, " ")
    .replace(/\s+/g, " ");
  const short = [...plain].reduce(
    (stem, character) => (Buffer.byteLength(stem + character) <= longestStem ? stem + character : stem),
    "",
  );
  const stem = short.replace(/^[\s.]+|[\s.]+$/g, "");
  if (stem === "") {
    return "Export";
  }
  return reserved.test(stem) ? `_${stem}` : stem;
}

const defaultFolder = "exports";
/** Characters that a shell interprets or that some system refuses in names. */
const refusedInFolders = /[<>:"|?*$`;&(){}[\]'!#%^~\p{Cc}]/u;

/**
 * The export folder of the setting, relative to the workspace; "" is the workspace itself. The setting may come from a
 * cloned workspace, so that the default is used instead of absolute paths, parent folders, and names for a shell.
 */
export function exportFolder(setting: unknown): string {
  if (typeof setting !== "string") {
    return defaultFolder;
  }
  const path = setting.trim().replace(/\\/g, "/");
  const folder = path.replace(/(?<=[^/])\/+$/, "");
  const names = folder.split("/");
  const isRefused =
    path.startsWith("/") ||
    refusedInFolders.test(folder) ||
    names.some((name) => ["..", ".git"].includes(name.trim().toLowerCase()));
  return isRefused ? defaultFolder : folder;
}

/** The name, or the first of `… (2).csv`, `… (3).csv` that is not taken. */
export async function freeName(name: string, taken: (name: string) => boolean | Promise<boolean>): Promise<string> {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : numbered(name, number);
    if (!(await taken(candidate))) {
      return candidate;
    }
  }
}
