// Texts that must stay texts: markup, links, icons, formulas, invisible and bidirectional characters, long ones.

const call = (how: string): string => `pwned('${how}')`;

const markup = [
  (how: string) => `<img src=x onerror="${call(how)}">`,
  (how: string) => `<script>${call(how)}</script>`,
  (how: string) => `<svg onload="${call(how)}">`,
  (how: string) => `<iframe srcdoc="<script>parent.${call(how)}</script>"></iframe>`,
  (how: string) => `"><body onload=${call(how)}>`,
  (how: string) => `<a href="javascript:${call(how)}">open me</a>`,
  (how: string) => `<a href="command:workbench.action.quit">${how}</a>`,
  (how: string) => `[${how}](command:workbench.action.terminal.new)`,
  (how: string) => `javascript:${call(how)}`,
  (how: string) => `command:workbench.action.quit?${how}`,
  (how: string) => `vscode://file/etc/passwd?${how}`,
  (how: string) => `https://user:secret@host.example/${how}`,
  (how: string) => `$(trash) ${how} $(sync~spin)`,
  (how: string) => `\${${call(how)}}`,
  (how: string) => `{{constructor.constructor("${call(how)}")()}}`,
  (how: string) => `=HYPERLINK("http://evil.example/${how}")`,
  (how: string) => `\u202Egnp.exe ${how}\u202C`,
  (how: string) => `in\u200Bvis\u2060ible\uFEFF ${how}`,
  (how: string) => `line one ${how}\r\nline two\nline three\u2028four`,
  (how: string) => `\u0000\u0007\u001b[31m${how}\u009f`,
  (how: string) => `👩‍👩‍👧‍👦🏳️‍🌈🇦🇹 ${how}`,
  (how: string) => `Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349 ${how}`.repeat(3),
  (how: string) => `<style>*{display:none}</style>${how}`,
  (how: string) => `</script><script>${call(how)}</script>`,
  (how: string) => `\ud800 lone ${how} \udc00`,
];

/** Each kind of markup names itself when it is executed; the last texts are up to 100 kB long. */
export const hostileTexts: readonly string[] = [
  ...markup.map((textOf, at) => textOf(`h${at}`)),
  "W".repeat(100_000),
  "<b>".repeat(33_000),
  "long words ".repeat(9_000),
  "\u202E".repeat(2_000),
];
