// Asks before what costs nothing and cannot be undone.
import { inEnglish } from "../language/language";
import { Declined, type App, type Question } from "./app";
import { declined } from "./spending";

/** `yes`: whoever calls has agreed. */
export interface Agreed {
  readonly yes?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** The id of the choice. `question` is made again in English for scripts. Rejects with a `Declined`. */
export async function agree(app: App, question: () => Question, { yes = false, signal }: Agreed): Promise<string> {
  const asked = question();
  const answer = yes ? asked.choices[0]?.id : await app.ask(asked, signal);
  signal.throwIfAborted();
  const choice = asked.choices.find(({ id }) => id === answer);
  if (choice === undefined) {
    const { title, sentences } = inEnglish(question);
    throw declined(answer ?? "no", [title, ...sentences, "To agree, add --yes."], "changed");
  }
  return choice.id;
}

/** `undefined` when whoever was asked has declined. */
export async function unlessDeclined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Declined) {
      return undefined;
    }
    throw error;
  }
}
