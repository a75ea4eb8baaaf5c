// Cleans names of people: removes pronouns, degrees, titles, emoji, and typographic hyphens.

const generations = /^(?:jr|sr|i{2,3}|iv|v)\.?$/iu;
/** A maiden name and the word before it. */
const maidenName = /\s(?:née|nee|geb\.|geborene)\s.*$/iu;

/** Degrees and certificates, without dots and in lower case. */
const degrees: ReadonlySet<string> = new Set(
  (
    "phd md mba emba msc bsc ma ba meng beng ms bs llm llb jd dba edd dds dvm pharmd rn esq cpa cfa acca aca fca ca " +
    "pmp csm cspo cissp cism cisa pe cpp phr sphr shrm-cp shrm-scp gphr cipd mcipd acipd fcipd prince2 itil cscp " +
    "cpim cma cfp cfe frm chfc clu cae cmp fmva dr dipl-ing ing hon obe mbe cbe frsa caia frics mrics bsn msn dphil " +
    "edm peng ceng cphr fcpa fcma cgma cia crisc ccie togaf csc 2nd 3rd 4th"
  ).split(" "),
);

const titleWords =
  "mr|mrs|ms|miss|mx|dr|prof|professor|herr|frau|mme|mlle|monsieur|madame|dipl|ing|dipl-ing|mag|med|dott|ir|sir|dame";
/** Titles that are names when no dot follows. */
const dottedTitles = "sr|sra|srta|sig|hr|rer|nat|jur|phil|oec|pol|habil|h\\.c|kfm|univ|arch|avv|lic|eng";
/** `Dr. Ada Lovelace`, `Dr.-Ing.`, `Dr.med.`, `Mag.a`; alone before one name only when it can be no given name. */
const titles = new RegExp(
  `^(?:(?:(?:${titleWords})(?:\\.(?:-?\\p{L}{1,6}\\b\\.?)*)?|(?:${dottedTitles})\\.)\\s+(?=\\S+\\s+\\S)` +
    "|(?:mr|mrs|ms|dr|prof|herr|frau)\\.?\\s+)",
  "iu",
);
const pronouns = /(?<![\p{L}/])(?:she|he|they|ze|xe|any)(?:\s*\/\s*\p{L}+){1,2}(?![\p{L}/])/giu;
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu;
const symbols = /[\p{So}\p{Cf}\p{Emoji_Modifier}\p{Variation_Selector}\u20e3]/gu;

const isDegree = (text: string): boolean => degrees.has(text.toLowerCase().replaceAll(".", "").replaceAll(" ", ""));

/** `PMP`, `M.Sc.`, `SHRM-CP`: capitals, or a degree. */
const isAddition = (text: string): boolean =>
  isDegree(text) || (/^[\p{Lu}\d.&/ -]{2,12}$/u.test(text) && /\p{Lu}.*\p{Lu}/u.test(text));

/** Whether the text after a name and a comma is neither a company nor a given name. */
export function isNameAddition(text: string): boolean {
  const bare = withoutAdditions(text);
  return bare === "" || generations.test(bare) || isDegree(bare);
}

/** Removes additions that are never part of a name; keeps commas. */
export function withoutAdditions(text: string): string {
  return text
    .replace(symbols, " ")
    .replace(/[´`]/gu, "'")
    .normalize("NFKC")
    .replace(hyphens, "-")
    .replace(/[([{][^()[\]{}]*[)\]}]/gu, " ")
    .replace(/(?<=\s)["“„][^"“”„]*["”“](?=\s)/gu, " ")
    .replace(/(?<=\s)['‘][^'’‘]{2,}['’](?=\s)/gu, " ")
    .replace(pronouns, " ")
    .replace(maidenName, "")
    .replace(/["“”„«»]+/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/[,;|•·\s@]+$|\s-+\s*$/u, "")
    .trim();
}

/** What exports have in place of a name. */
export const isPlaceholder = (name: string): boolean =>
  /^(?:linkedin member|private profile|not available|(?:unknown|deleted) (?:user|name|unknown|contact))$/iu.test(name);

/** Cleans a value from a column of given or family names, where text after a comma is an addition. */
export const namePart = (text: string): string => withoutAdditions(text).split(/\s*[,;|]\s*/u)[0] ?? "";

/** Removes remarks after a whole name: `Ada Lovelace | Hiring!`, `Ada Lovelace - CEO`, `Ada Lovelace #OpenToWork`. */
function withoutRemark(text: string): string {
  const [before = ""] = text.split(/\s+-+\s+|\s*[|•·;]\s*|\s+\/\s+|\s+#/u);
  return before.includes(" ") ? before : text;
}

/** A whole name, the given name first: `Lovelace, Ada, MBA`, `Dr. Ada Lovelace, PMP®`. */
export function wholeName(text: string): string {
  const parts = withoutRemark(withoutAdditions(text))
    .split(/\s*,[\s,]*/u)
    .filter((part) => part !== "");
  const [first = "", ...others] = parts;
  const generation = others.filter((part) => generations.test(part));
  const isFull = first.includes(" ");
  // Initials can be a given name, and so can a degree that is not in capitals: `Smith, AJ`, `Le, Ba`.
  const isAdded = (part: string): boolean =>
    isFull ? isAddition(part) : isDegree(part) && !/^\p{Lu}\p{Ll}$/u.test(part);
  const given = others.filter((part) => !generations.test(part) && !isAdded(part));
  let name = [...given.slice(0, 1), first, ...given.slice(1), ...generation].join(" ");
  while (titles.test(name)) {
    name = name.replace(titles, "");
  }
  const words = name.split(" ");
  while (words.length > 2 && /\p{Lu}.*\p{Lu}|\.|^\d/u.test(words.at(-1) ?? "") && isDegree(words.at(-1) ?? "")) {
    words.pop();
  }
  return words.join(" ");
}
