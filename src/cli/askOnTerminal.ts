// Asks on a terminal: yes or no, or one of several choices by its number.
import type { Answer, Question } from "../app/question";
import type { Terminal } from "./terminal";

/** An abort rejects. */
export async function askOnTerminal(
  terminal: Terminal,
  { about, title, sentences, choices }: Question,
  signal: AbortSignal,
): Promise<Answer> {
  if (!terminal.canAsk) {
    return "cannot";
  }
  const text = [title, ...sentences].join("\n");
  const [only, ...others] = choices;
  if (only !== undefined && others.length === 0) {
    const prompt =
      only.credits === 0
        ? `${only.label}?`
        : about === "unknownCost"
          ? "Continue at an unknown cost?"
          : "Spend these credits?";
    return (await terminal.confirm(text, prompt, signal)) ? only.id : "no";
  }
  const list = choices.map(({ label }, nth) => `${nth + 1}: ${label}`);
  const prompt = `1 to ${choices.length}, or Enter for neither:`;
  const typed = await terminal.answer([text, ...list].join("\n"), prompt, signal);
  return choices[Number(typed.trim()) - 1]?.id ?? "no";
}
