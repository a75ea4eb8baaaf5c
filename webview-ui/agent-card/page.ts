// The card in the chat: a plan that can be run by a click, or the first rows of a result. It draws what the server has
// made for it, and all texts as text.
import { cardKey, type CardWords } from "../../src/agents/cardWords";
import type { Card, CardOffer, CardTable } from "../../src/agents/tool";
import { connectToHost, type AppBridge, type HostContext, type ToolAnswer } from "./appBridge";
import { styles } from "./styles";

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

/** `undefined` until the host has answered. */
let bridge: AppBridge | undefined;
let isRunning = false;

function show({ title, lines, table, offer }: Card): void {
  const heading = element("h1", title);
  heading.tabIndex = -1;
  main.replaceChildren(heading, ...lines.map((line) => element("p", line)));
  if (table !== undefined) {
    main.append(tableOf(table), element("p", words.strangers, "notice"));
  }
  if (offer !== undefined && bridge?.canCall === true) {
    main.append(buttonsOf(offer, bridge));
  }
  status.textContent = "";
}

function buttonsOf(offer: CardOffer, host: AppBridge): HTMLElement {
  const buttons = element("div", "", "buttons");
  const run = element("button", offer.label, "primary");
  const decline = element("button", words.decline);
  run.addEventListener("click", () => void accept(offer, host, buttons));
  decline.addEventListener("click", () => {
    if (!isRunning) {
      host.tellModel(words.toModel.declined);
      end(buttons, words.declined);
    }
  });
  buttons.append(run, decline);
  return buttons;
}

async function accept({ tool, input }: CardOffer, host: AppBridge, buttons: HTMLElement): Promise<void> {
  if (isRunning) {
    return;
  }
  isRunning = true;
  buttons.childNodes.forEach((button) => (button as HTMLElement).setAttribute("aria-disabled", "true"));
  status.textContent = words.running;
  try {
    const result = await host.callTool(tool, input);
    const sentence = result.structuredContent?.["sentence"];
    host.tellModel(`${words.toModel.ran} ${typeof sentence === "string" ? sentence : ""}`);
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
  bridge = await connectToHost({
    onResult: showResult,
    onCanceled: () => (status.textContent = words.canceled),
    onContext: wear,
  });
  const { sizeChanged } = bridge;
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    sizeChanged(Math.ceil(width), Math.ceil(height));
  }).observe(document.documentElement);
}

void start();
