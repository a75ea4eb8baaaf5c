// Sanitizes text from the service or a file before VS Code's own controls show it.
import { beginningOf } from "../text/beginningOf";

const longestText = 300;
const longestSentence = 2_000;

/**
 * Makes text inert in notifications, quick picks, trees and the status bar: no `$(icon)`, no `[link](…)`, no control,
 * zero-width, directional, tag, or blank-looking characters, no more than 300 characters. Addresses do not change,
 * because none of these controls makes a bare one clickable. Markdown does; see `literalMarkdown`.
 */
export const safeText = (text: string): string => inert(text, longestText);

/** The same for a sentence of ours that contains such text. */
export const safeSentence = (text: string): string => inert(text, longestSentence);

function inert(text: string, longest: number): string {
  // A name of a megabyte would take half a second to sanitize.
  const beginning = Array.from(text.slice(0, 10 * longest));
  const plain = beginning.map((character) => (isInvisible(character) ? " " : character)).join("");
  const shown = plain
    .replace(/\$\(/g, "$\u2009(")
    .replace(/\]\(/g, "]\u2009(")
    .replace(/\s+/g, (space) => (space.includes("\u2009") ? space : " "))
    .trim();
  return shown.length > longest ? `${beginningOf(shown, longest - 1)}…` : shown;
}

/** Markdown that shows the text literally: without formatting, icons, links, or clickable addresses. */
export function literalMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&").replace(/\n/g, "\n\n");
}

/** Blank characters that Unicode classifies as letters, marks, or symbols. */
const blankLooking = /\u034f|\u17b4|\u17b5|[\u115f\u1160\u2800\u3164\uffa0]/u;

/** Control and format characters: zero-width, directional, and tag characters. */
function isInvisible(character: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character) || blankLooking.test(character);
}
