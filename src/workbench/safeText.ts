// Sanitizes text of the service or of a file before VS Code's own controls show it.

const longest = 300;

/**
 * Makes text inert in notifications, quick picks, trees and the status bar: no `$(icon)`, no `[link](…)` or bare
 * address that a notification would make clickable, no control, zero-width or bidirectional-override characters, no
 * more than 300 characters.
 */
export function safeText(text: string): string {
  const plain = Array.from(text, (character) => (isInvisible(character) ? " " : character)).join("");
  const inert = plain
    .replace(/\$\(/g, "$\u2009(")
    .replace(/\]\(/g, "]\u2009(")
    .replace(/(https?|command|vscode|file|mailto):/gi, "$1\u2009:")
    .replace(/\s+/g, (space) => (space.includes("\u2009") ? space : " "))
    .trim();
  return inert.length > longest ? `${inert.slice(0, longest - 1)}…` : inert;
}

function isInvisible(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff ||
    code === 0xad
  );
}
