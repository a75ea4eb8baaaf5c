// The look of a card: the host's variables, and the browser's own colors where it sends none.

export const styles = `
:root { color-scheme: light dark; }
body {
  margin: 0; padding: 12px;
  background: var(--color-background-primary, Canvas);
  color: var(--color-text-primary, CanvasText);
  font: var(--font-text-md-size, 13px)/1.5 var(--font-sans, system-ui, sans-serif);
}
h1 { margin: 0 0 4px; font-size: 1.15em; font-weight: var(--font-weight-semibold, 600); overflow-wrap: anywhere; }
p { margin: 0 0 4px; white-space: pre-line; overflow-wrap: anywhere; }
.rows { margin: 8px 0; overflow-x: auto; }
table { border-collapse: collapse; }
caption { padding: 4px 0; text-align: start; white-space: nowrap; }
th, td {
  max-width: 240px; padding: 3px 12px 3px 0; overflow: hidden;
  border-bottom: 1px solid var(--color-border-primary, CanvasText);
  text-align: start; text-overflow: ellipsis; vertical-align: top; white-space: nowrap;
}
th { font-weight: var(--font-weight-semibold, 600); }
.notice { color: var(--color-text-secondary, CanvasText); }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0 4px; }
button {
  padding: 5px 12px; border: 1px solid var(--color-border-inverse, currentcolor);
  border-radius: var(--border-radius-md, 4px);
  background: var(--color-background-primary, Canvas); color: inherit; font: inherit; cursor: pointer;
}
button.primary {
  background: var(--color-background-inverse, CanvasText); color: var(--color-text-inverse, Canvas);
}
button[aria-disabled="true"] { cursor: default; opacity: 0.7; }
:focus-visible { outline: 2px solid var(--color-ring-primary, Highlight); outline-offset: 2px; }
h1:focus { outline: none; }
`;
