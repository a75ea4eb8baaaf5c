import { countText } from "../../src/text/numbers";

/** The rest of a wait: "35 s", "59 min 35 s". */
export function timeLeft(seconds: number): string {
  return seconds < 120 ? `${countText(seconds)} s` : `${countText(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}

/** Longer values are shortened in messages, in characters. */
const longestQuoted = 60;

export function shortened(text: string): string {
  return text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text;
}
