// The card in the chat: a plan that can be run by a click, or the first rows of a result. It draws what the server has
// made for it, and all texts as text. It talks to its host as "MCP Apps" say: by JSON-RPC in messages to its parent.
import { cardKey, type CardWords } from "../../src/agents/cardWords";
import type { Card, CardOffer, CardTable } from "../../src/agents/tool";

type Params = Readonly<Record<string, unknown>>;

/** A result of a tool, as far as a card reads it. */
interface ToolAnswer {
  readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[];
  readonly structuredContent?: Params;
  readonly isError?: boolean;
  readonly _meta?: Params;
}

interface HostContext {
  readonly theme?: unknown;
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> };
}

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: unknown };
}

const protocolVersion = "2026-01-26";
const methodNotFound = -32_601;

const styles = `
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

/** Beside this script, from the server. */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "") as CardWords;

const main = document.createElement("main");
/** Stays while the card changes, so that it is read out. */
const status = element("p");
status.setAttribute("role", "status");

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text = "",
  className = "",
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

function tableOf({ caption, columns, rows }: CardTable): HTMLElement {
  const table = element("table");
  table.append(element("caption", caption));
  table.createTHead().append(rowOf("th", columns));
  table.createTBody().append(...rows.map((cells) => rowOf("td", cells)));
  const scrolled = element("div", "", "rows");
  scrolled.tabIndex = 0;
  scrolled.setAttribute("role", "region");
  scrolled.setAttribute("aria-label", caption);
  scrolled.append(table);
  return scrolled;
}

function rowOf(tag: "th" | "td", texts: readonly string[]): HTMLElement {
  const row = element("tr");
  for (const text of texts) {
    const cell = element(tag, text);
    cell.title = text;
    if (tag === "th") {
      cell.setAttribute("scope", "col");
    }
    row.append(cell);
  }
  return row;
}

// The host

const host = window.parent;
/** Whether it calls tools for the page, and takes what the model shall read. */
let abilities: { readonly serverTools?: unknown; readonly updateModelContext?: unknown } = {};
const waiting = new Map<unknown, (message: Message) => void>();
let lastId = 0;

const send = (message: Message): void => host.postMessage({ jsonrpc: "2.0", ...message }, "*");

async function request(method: string, params: Params): Promise<unknown> {
  const id = (lastId += 1);
  const { result, error } = await new Promise<Message>((resolve) => {
    waiting.set(id, resolve);
    send({ id, method, params });
  });
  if (error !== undefined) {
    throw new Error(String(error.message));
  }
  return result;
}

function received({ id, method, params = {} }: Message): void {
  switch (method) {
    case "ui/notifications/tool-result":
      return showResult(params);
    case "ui/notifications/tool-cancelled":
      status.textContent = words.canceled;
      return;
    case "ui/notifications/host-context-changed":
      return wear(params);
    case "ping":
    case "ui/resource-teardown":
      return send({ ...(id !== undefined && { id }), result: {} });
    default:
      return id === undefined ? undefined : send({ id, error: { code: methodNotFound, message: method ?? "" } });
  }
}

/** What the model reads with the user's next message, where the host can. */
function tellModel(text: string): void {
  if (abilities.updateModelContext !== undefined) {
    request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => undefined);
  }
}

// The card

let isRunning = false;

function show({ title, lines, table, offer }: Card): void {
  const heading = element("h1", title);
  heading.tabIndex = -1;
  main.replaceChildren(heading, ...lines.map((line) => element("p", line)));
  if (table !== undefined) {
    main.append(tableOf(table), element("p", words.strangers, "notice"));
  }
  if (offer !== undefined && abilities.serverTools !== undefined) {
    main.append(buttonsOf(offer));
  }
  status.textContent = "";
}

function buttonsOf(offer: CardOffer): HTMLElement {
  const buttons = element("div", "", "buttons");
  const run = element("button", offer.label, "primary");
  const decline = element("button", words.decline);
  run.addEventListener("click", () => void accept(offer, buttons));
  decline.addEventListener("click", () => {
    if (!isRunning) {
      tellModel(words.toModel.declined);
      end(buttons, words.declined);
    }
  });
  buttons.append(run, decline);
  return buttons;
}

async function accept({ tool, input }: CardOffer, buttons: HTMLElement): Promise<void> {
  if (isRunning) {
    return;
  }
  isRunning = true;
  buttons.childNodes.forEach((button) => (button as HTMLElement).setAttribute("aria-disabled", "true"));
  status.textContent = words.running;
  try {
    const result = (await request("tools/call", { name: tool, arguments: input })) as ToolAnswer;
    const sentence = result.structuredContent?.["sentence"];
    tellModel(`${words.toModel.ran} ${typeof sentence === "string" ? sentence : ""}`);
    if (result.isError === true) {
      end(buttons, textOf(result));
    } else {
      showResult(result);
      end(buttons, words.ended);
    }
  } catch {
    end(buttons, words.noAnswer);
  } finally {
    isRunning = false;
  }
}

/** A button that is gone loses the focus, so the heading gets it. */
function end(buttons: HTMLElement, text: string): void {
  buttons.remove();
  status.textContent = text;
  main.querySelector("h1")?.focus();
}

const textOf = ({ content = [] }: ToolAnswer): string =>
  content.map(({ type, text }) => (type === "text" ? String(text) : "")).join("\n");

/** The server made the card, so it is not validated; an answer without one is shown as its text. */
function showResult(result: ToolAnswer): void {
  show((result._meta?.[cardKey] as Card | undefined) ?? { title: document.title, lines: [textOf(result)] });
}

function wear({ theme, styles: { variables = {} } = {} }: HostContext): void {
  const { style } = document.documentElement;
  if (theme === "light" || theme === "dark") {
    style.colorScheme = theme;
  }
  for (const [name, value] of Object.entries(variables)) {
    if (name.startsWith("--") && typeof value === "string") {
      style.setProperty(name, value);
    }
  }
}

async function start(): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
  document.body.append(main, status);
  status.textContent = words.working;
  window.addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== host || data?.jsonrpc !== "2.0") {
      return;
    }
    if (data.method !== undefined) {
      received(data);
      return;
    }
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  const { hostCapabilities = {}, hostContext = {} } = (await request("ui/initialize", {
    appInfo: { name: "prospect-desk-card", version: "1" },
    appCapabilities: {},
    protocolVersion,
  })) as { readonly hostCapabilities?: typeof abilities; readonly hostContext?: HostContext };
  abilities = hostCapabilities;
  wear(hostContext);
  send({ method: "ui/notifications/initialized", params: {} });
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    send({
      method: "ui/notifications/size-changed",
      params: { width: Math.ceil(width), height: Math.ceil(height) },
    });
  }).observe(document.documentElement);
}

void start();
