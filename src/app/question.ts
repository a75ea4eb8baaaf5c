// What an action asks a person, as data: the window shows it as a dialog, an MCP client as a form, a terminal as a
// prompt, and a script refuses it.

/**
 * What a question is about: a sum, a cost that the service does not say, a page that may be charged twice, a recent
 * result of the same search, the same search in progress elsewhere, a lookup of the same table that stopped, an export
 * of selected records that cannot be repeated; or what costs nothing and changes what others use.
 */
export type QuestionSubject =
  | ("sum" | "unknownCost" | "twice" | "recent" | "inProgress" | "unfinished" | "selection")
  | ("deletion" | "restore" | "install");

export interface Choice {
  readonly id: string;
  /** Verb first, as on a button. */
  readonly label: string;
  /** What this choice may cost at most. */
  readonly credits: number;
}

export interface Question {
  readonly about: QuestionSubject;
  /** "Run “Fintech in Berlin”?" */
  readonly title: string;
  /** The plan, the balance, the connection: each on a line of its own. */
  readonly sentences: readonly string[];
  /** Beside declining. */
  readonly choices: readonly Choice[];
}

/** The id of a choice; "no": declined; "cannot": nobody can be asked here. */
export type Answer = string;

/** The most that an answer may cost. */
export const mostCredits = ({ choices }: Question): number => Math.max(...choices.map(({ credits }) => credits));
