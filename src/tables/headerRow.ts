// Finds the row that names the columns, by comparing it with the rows below: their width, and the kinds of values
// in each column. A single cell says little: `Node.js`, `2024`, and `properties.email` are names of columns, too.
import { endsWithLegalForm } from "./legalForms";
import { parseWebAddress } from "./webAddress";

export interface NumberedRow {
  readonly cells: readonly string[];
  readonly row: number;
}

/** Words in the names of columns, in several languages. */
const nameWords: ReadonlySet<string> = new Set(
  (
    "account accounts address adresse amount anrede apellido apellidos arr attendee azienda billing birthday " +
    "business campaign category city click clicked client code comment comments company companies contact contacts " +
    "count country courriel created customer date datum department description dirección domain domaine domäne " +
    "dominio e email emails employees empresa entreprise event facebook family fax field file firm firma first " +
    "firstname follow founded fname full fullname gender given handle head headcount headline headquarters home " +
    "homepage id ids image indirizzo industry insta instagram jobtitle job key kontakt kunde kunden label language " +
    "last lastname lead leads level line link linked linkedin list lname location locations logo mail mails manager " +
    "member members middle mobile mobiltelefon model modified name named nachname names network nom nombre nome note " +
    "notes notiz number nummer office on or ort organisation organization organizer owner page paese pais país " +
    "parent pays people person persons phone phones photo plz position postal postcode prénom prenom priority " +
    "profession professional profile profiles properties property prospect raw record region registered remarks " +
    "result results revenue role salutation sector segment seniority seq shipping signup site sitio size social " +
    "source stage start state status straße strasse street submitted subscribed surname tags team tel telefon " +
    "telefono téléfono telephone téléphone tenure tier title titel twitter type unternehmen updated url urls user " +
    "username value vertical ville vorname web website websites webseite webpage work xing year years zip " +
    "会社 会社名 企業名 氏名 名前 住所 電話 電話番号 メール メールアドレス ドメイン 公司 公司名称 公司名 名称 姓名 " +
    "域名 网站 邮箱 电子邮件 网址 電郵 網站 회사 회사명 이름 도메인 이메일 компания название имя фамилия сайт домен " +
    "почта телефон город адрес spółka firma imię nazwisko miasto strona společnost jméno příjmení web şirket ad soyad"
  ).split(" "),
);

type Kind = "address" | "email" | "number" | "date" | "phone" | "name" | "text";

function kindOf(cell: string): Kind {
  const text = cell.trim();
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text)) {
    return "email";
  }
  if (text.includes("://") || (text.includes(".") && parseWebAddress(text) !== undefined)) {
    return "address";
  }
  if (/^[-+]?[\d.,\s%€$£]*\d[\d.,\s%€$£]*$/u.test(text) && !/^\+/u.test(text)) {
    return "number";
  }
  if (/^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T].*)?$/u.test(text) || /^\d{1,2}\.? \p{L}{3,} \d{2,4}$/u.test(text)) {
    return "date";
  }
  if (/^\+?[\d\s()./-]{6,}$/u.test(text)) {
    return "phone";
  }
  return /^\p{Lu}[\p{L}'’.-]+(?: \p{L}[\p{L}'’.-]*){1,3}$/u.test(text) ? "name" : "text";
}

const wordsOf = (cell: string): readonly string[] =>
  cell
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== "");

/** Whether most words of a cell are typical of column names. */
function isNameOfColumn(cell: string): boolean {
  // A remark can have an example: "Website (https://…)".
  const name = cell.replace(/\([^()]*\)/gu, " ");
  const words = wordsOf(name);
  const known = words.filter((word) => nameWords.has(word)).length;
  const isEnough = kindOf(name) === "address" ? known === words.length : known * 2 >= words.length;
  return known > 0 && isEnough && name.length <= 60 && !name.includes("@") && !name.includes("://");
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== "").length;
const rowsCompared = 200;
const mostAbove = 30;

/** The row that names the columns; `undefined` when there is none. */
export function findHeaderRow(rows: readonly NumberedRow[]): NumberedRow | undefined {
  const isComment = ([first = ""]: readonly string[]): boolean => /^#(?:\s|$)/u.test(first);
  const compared = rows.slice(0, rowsCompared).filter(({ cells }) => !isComment(cells) || filled(cells) > 2);
  // A short table can have more lines of notes than of data.
  const usual = upperQuartile(compared.map(({ cells }) => filled(cells)));
  // Some programs write the numbers of the rows first, in a column without a name.
  const isFull = ([first = "", ...others]: readonly string[]): boolean =>
    (first === "" ? filled(others) + 1 : filled([first, ...others])) > usual / 2;
  const candidates = compared.slice(0, mostAbove).filter(({ cells }) => isFull(cells));
  const named = ({ cells }: NumberedRow): number => cells.filter(isNameOfColumn).length;
  const [first] = candidates;
  if (first === undefined) {
    return undefined;
  }
  // A title or groups of columns can be above the names of columns.
  const isBetter = (row: NumberedRow): boolean =>
    named(first) === 0 || (named(row) > named(first) && filled(row.cells) > filled(first.cells));
  const best = candidates.slice(1, 5).find((row) => isBetter(row) && named(row) >= Math.max(2, usual / 2));
  const header = best ?? first;
  return isHeader(header.cells, compared.slice(compared.indexOf(header) + 1)) ? header : undefined;
}

function isHeader(cells: readonly string[], below: readonly NumberedRow[]): boolean {
  let score = 0;
  for (const [column, cell] of cells.entries()) {
    const name = cell.trim();
    const values = below.map((row) => (row.cells[column] ?? "").trim()).filter((value) => value !== "");
    if (name === "") {
      // Columns without a name are rare, and so are rows without any value in a full column.
      continue;
    }
    if (isNameOfColumn(name)) {
      score += Math.max(2, 1 + likeValues(name, values));
    } else if (endsWithLegalForm(name)) {
      score -= 3;
    } else {
      score += likeValues(name, values);
    }
  }
  const isBare = cells.every((cell) => ["text", "name", "number"].includes(kindOf(cell)));
  return score > 0 || (score === 0 && isBare && cells.some((cell) => kindOf(cell) !== "number"));
}

/** Negative when a cell is similar to the values below it, positive when it is not. */
function likeValues(name: string, values: readonly string[]): number {
  const kind = kindOf(name);
  const usual = usualKind(values);
  // A property of a vocabulary, such as https://schema.org/url, can name a column.
  const isTerm = name.includes("://") && isNameOfColumn(/[^/#]*$/u.exec(name)?.[0] ?? "");
  if (usual === undefined) {
    return ["email", "address"].includes(kind) ? -2 : 0;
  }
  if (isTerm && !values.includes(name)) {
    return kind === usual ? 0 : 2;
  }
  if (kind === usual) {
    const weight = { email: 4, address: 4, phone: 2, date: 2, number: 1, name: 1, text: 0 }[kind];
    return values.includes(name) ? -Math.max(1, weight) : -weight;
  }
  if (values.includes(name)) {
    return -1;
  }
  if (kind === "email" || name.includes("://")) {
    return -2;
  }
  return { email: 2, address: 2, phone: 2, date: 2, number: 2, name: 0, text: 0 }[usual];
}

/** The kind of most values. */
function usualKind(values: readonly string[]): Kind | undefined {
  const counts = new Map<Kind, number>();
  for (const value of values) {
    const kind = kindOf(value);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > values.length * 0.6)?.[0];
}

function upperQuartile(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * 0.75)] ?? 0;
}
