// What every door has: the place where the scenario happens, and the questions in one shape.
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { newFolder } from "../../unit/store/rig";
import type { Action, Scenario } from "./scenario";

/** A user's computer in one scenario. */
export interface Place {
  /** The workspace, with the files of the scenario. */
  readonly folder: string;
  /** The folder of the data. */
  readonly home: string;
  readonly origin: string;
  readonly connection: "first" | "other" | "none";
}

export const databaseOf = ({ home }: Place): string => path.join(home, "store", "desk.db");
/** A copy of the database, because SQLite writes beside a database even if it only reads. */
export function copyOfDatabase(place: Place): DatabaseSync {
  const copy = newFolder();
  const file = databaseOf(place);
  // Without the copies of the week, which may be in the making.
  for (const end of ["", "-wal"]) {
    if (existsSync(file + end)) {
      cpSync(file + end, path.join(copy, path.basename(file) + end));
    }
  }
  return new DatabaseSync(path.join(copy, path.basename(file)));
}

export const connectionIds = { first: "c1", other: "c2" } as const;

export interface Door {
  /** Resolves to everything that was shown, printed or answered, without the questions. */
  perform(place: Place, action: Action, answers: Answers): Promise<readonly string[]>;
}

export class Answers {
  readonly asked: string[] = [];
  /** The questions as they were shown. */
  readonly texts: string[] = [];
  readonly #answers: ("yes" | "no")[];

  constructor({ answers = [] }: Pick<Scenario, "answers">) {
    this.#answers = [...answers];
  }

  /** The answer to a question in these words. */
  to(shown: string): boolean {
    // A terminal has replaced its progress by the question.
    const text = shown.split("\r").at(-1) ?? "";
    this.asked.push(shortQuestion(text));
    this.texts.push(text);
    return (this.#answers.shift() ?? "yes") === "yes";
  }
}

const kinds: readonly (readonly [kind: string, words: RegExp])[] = [
  ["replace", /already exists. Replace it/u],
  ["in progress", /already in progress/u],
  ["has it", /of the last 24 hours has all|with the same filters/u],
  ["unknown cost", /unknown cost/u],
  ["maybe twice", /may have been charged|charged again|a second time|twice/u],
  ["spend", /./u],
];

/** "spend: Fetch 20 records, about 20 credits." */
function shortQuestion(text: string): string {
  const [kind = ""] = kinds.find(([, words]) => words.test(text)) ?? [];
  const plan = /Fetch [^.]*(?:\.\d[^.]*)*\.(?: The price is not known yet[^.]*\.)?/u.exec(text)?.[0];
  return plan === undefined ? kind : `${kind}: ${plan}`;
}
