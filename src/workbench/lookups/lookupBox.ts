// The lookup box: a quick pick for typing or selecting a question, which then shows the answer.
import {
  env,
  QuickPickItemKind,
  ThemeIcon,
  Uri,
  window,
  workspace,
  type QuickInputButton,
  type QuickPick,
  type TextEditor,
} from "vscode";
import type { App, AppConnection } from "../../app/app";
import { rowsOfRun } from "../../app/rowSource";
import { indentedJson } from "../../export/jsonFormats";
import type { LookupInput } from "../../runs/lookUpOnce";
import { isLookup, recordKindOf, type RunSummary } from "../../runs/run";
import { peopleAtCompanies, type CompanyToSearch } from "../../searches/peopleAtCompanies";
import { parseExact } from "../../service/exactJson";
import type { LookupKind } from "../../service/operations";
import { guessLookupKind } from "../../tables/parseLookup";
import { countText } from "../../text/numbers";
import { refreshText } from "../buttonTexts";
import type { DeskWork } from "../deskWork";
import { addNote, addToList } from "../lists/changeLists";
import { safeText } from "../safeText";
import { newSearchDocument } from "../searchFiles/newSearchDocument";
import { setContext } from "../setContext";
import { secondText } from "../times";
import {
  answerItems,
  answerTitle,
  canRefresh,
  costOfRefresh,
  insertButton,
  openButton,
  websiteOf,
  type LookupItem,
} from "./answerItems";
import { insertAtCursors, linesIn, textAtCursor } from "./editorText";
import { answerTo, costOfLookup, fetchedNamed, type AnsweredLookup } from "./lookupAnswers";
import { lookUpClipboard } from "./lookUpLines";
import {
  certainQuestion,
  defaultItem,
  namesToFind,
  questionItems,
  type FetchedForText,
  type LookupSuggestions,
} from "./questionItems";

/** An action below an answer, both as an item and as a button in the title. */
interface Action {
  readonly label: string;
  readonly iconPath: ThemeIcon;
  readonly description: string;
  readonly act: () => unknown;
}

const action = (label: string, icon: string, act: () => unknown, description = ""): Action => ({
  label,
  iconPath: new ThemeIcon(icon),
  description,
  act,
});

const recentCount = 10;

const placeholders = {
  any: "Domain, email, web page, profile, id, company name, or name @ company",
  company: "Domain, web page, email address, profile address, id, or name",
  person: "Name @ domain, name @ company, profile address, or id",
} as const;

/** Resolves when the box closes. A question, or a text that can only be one, is looked up at once. */
export function openLookupBox(desk: DeskWork, kind?: LookupKind, given?: string | LookupInput): Promise<void> {
  const box = new LookupBox(kind, desk, (lines) => lookUpClipboard(lines, desk));
  desk.lookupBox.current = box;
  return box.open(given);
}

/** Opens the box with the question of a run and looks it up. */
export async function lookUpAgain({ header: { task, title } }: RunSummary, desk: DeskWork): Promise<void> {
  const kind = isLookup(task) ? recordKindOf(task) : "contact";
  if (isLookup(task) && kind !== "contact") {
    await openLookupBox(desk, kind, { kind, identifiers: task.identifiers, words: title });
  }
}

/** @internal */
export class LookupBox {
  private readonly box: QuickPick<LookupItem> = window.createQuickPick<LookupItem>();
  private readonly editor = window.activeTextEditor;
  private readonly desk: DeskWork;
  private suggestions: LookupSuggestions = { texts: [], recent: [], now: 0 };
  /** The clipboard's lines if there are several, else empty. */
  private lines: readonly string[] = [];
  private answer: AnsweredLookup | undefined;
  /** Stored records with the typed name. */
  private fetched: FetchedForText = { text: "", records: [], costs: new Map() };
  private current = new AbortController();
  private isConnecting = false;
  private wasHidden = false;

  /** Without a kind, the box guesses it from the typed text, and offers both. */
  constructor(
    private readonly given: LookupKind | undefined,
    desk: DeskWork,
    /** Looks up a text of several lines as a table. */
    private readonly lookUpLines: (lines: readonly string[]) => Promise<void>,
  ) {
    this.desk = { ...desk, app: { ...desk.app, connection: () => this.connect(desk.app) } };
    this.box.ignoreFocusOut = true;
    this.box.matchOnDescription = true;
  }

  async open(given?: string | LookupInput): Promise<void> {
    const typed = typeof given === "object" ? Object.values(given.identifiers).join(" @ ") : given;
    const { clock, origin, store } = this.desk.app;
    const of = origin();
    this.suggestions = {
      texts: typed === undefined ? await suggestedTexts(this.editor) : [],
      recent: of === undefined ? [] : await store.lookups.recentLookups(of, recentCount, this.given).catch(() => []),
      now: clock.now(),
    };
    this.lines = await linesOfClipboard();
    const closed = this.listen();
    this.showQuestion(typed ?? "");
    this.box.show();
    let question = typeof given === "object" ? given : undefined;
    if (typeof given === "string") {
      question = certainQuestion(this.kindOf(given), given);
    }
    if (question !== undefined) {
      void this.lookUp(question, false);
    }
    await closed;
  }

  /** Adds the record of the answer to a list; nothing happens while a question is shown. */
  async addToList(): Promise<void> {
    const { answer, box } = this;
    if (answer?.answer.kind !== "found" || box.busy) {
      return;
    }
    const record = { kind: answer.question.kind, keys: [answer.answer.key] };
    const sentence = await this.continueWith(() => addToList(record, this.desk.recordLists));
    if (sentence !== undefined) {
      void window.showInformationMessage(sentence);
    }
  }

  /** The next box replaces this one: if it was hidden first, the page below would take the focus from the other. */
  private async continueWith<T>(askMore: () => Promise<T>): Promise<T> {
    this.box.enabled = false;
    try {
      return await askMore();
    } finally {
      this.box.hide();
    }
  }

  private kindOf(text: string): LookupKind {
    return this.given ?? guessLookupKind(text);
  }

  private listen(): Promise<void> {
    const { box } = this;
    box.onDidChangeValue((text) => {
      if (this.answer === undefined && !box.busy) {
        this.showQuestionItems(text);
        void this.readPasted(text);
      }
    });
    box.onDidAccept(() => {
      if (!box.busy) {
        void this.accept();
      }
    });
    box.onDidTriggerItemButton(({ item, button }) => {
      if (button === insertButton && item.value !== undefined) {
        void this.insert(item.value);
      } else if (button === openButton && item.link !== undefined) {
        void env.openExternal(Uri.parse(item.link, true));
      }
    });
    box.onDidTriggerButton((button: QuickInputButton & { readonly act?: () => unknown }) => {
      if (!box.busy) {
        button.act?.();
      }
    });
    return new Promise((resolve) => {
      box.onDidHide(() => {
        if (this.isConnecting) {
          this.wasHidden = true;
          return;
        }
        this.current.abort();
        setContext("isAnswerShown", false);
        box.dispose();
        resolve();
      });
    });
  }

  private showQuestion(text: string): void {
    const { box, given } = this;
    this.answer = undefined;
    setContext("isAnswerShown", false);
    box.title = given === undefined ? "Look up company or person" : `Look up ${given}`;
    box.placeholder = placeholders[given ?? "any"];
    box.buttons = [];
    box.value = text;
    this.showQuestionItems(text);
  }

  private showQuestionItems(text: string): void {
    const { box, given, fetched } = this;
    const areLines = this.areLinesMeant(text);
    if (areLines && text.trim() !== "") {
      // The box joins pasted lines to one text, which means nothing.
      const lines = this.linesItem();
      box.items = [lines];
      this.activate(lines);
      return;
    }
    const items = questionItems(given, text, this.suggestions, fetched.text === text ? fetched : undefined);
    box.items = areLines ? [this.linesItem(), ...items] : items;
    this.activate(defaultItem(items));
    if (fetched.text !== text) {
      void this.findFetched(text);
    }
  }

  /** Whether the text is the pasted lines, which the box joins to one, or nothing is typed. */
  private areLinesMeant(text: string): boolean {
    return this.lines.length > 1 && (text.trim() === "" || withoutSpaces(text) === withoutSpaces(this.lines.join("")));
  }

  /** The clipboard may have changed since the box was opened. */
  private async readPasted(text: string): Promise<void> {
    if (text.length < 3 || this.areLinesMeant(text)) {
      return;
    }
    this.lines = await linesOfClipboard();
    if (this.areLinesMeant(text) && this.box.value === text && this.answer === undefined && !this.box.busy) {
      this.showQuestionItems(text);
    }
  }

  private linesItem(): LookupItem {
    const { lines } = this;
    return {
      label: `Look Up ${countText(lines.length)} Lines as a Table…`,
      description: "from the clipboard",
      iconPath: new ThemeIcon("table"),
      alwaysShow: true,
      act: () => this.continueWith(() => this.lookUpLines(lines)),
    };
  }

  private activate(item: LookupItem | undefined): void {
    this.box.activeItems = item === undefined ? [] : [item];
  }

  private async findFetched(text: string): Promise<void> {
    const questions = this.box.items.flatMap(({ question }) => question ?? []);
    const wanted = namesToFind(this.given, text);
    const [found, costs] = await Promise.all([
      Promise.all(wanted.map(({ kind, name }) => fetchedNamed(this.desk, kind, name))),
      Promise.all(questions.map(async (one) => [one.words, await costOfLookup(this.desk, one)] as const)),
    ]);
    if (this.box.value === text && this.answer === undefined && !this.box.busy) {
      const [active] = this.box.activeItems;
      const hasMoved = active !== defaultItem(this.box.items);
      this.fetched = { text, records: found.flat(), costs: new Map(costs) };
      this.showQuestionItems(text);
      if (hasMoved) {
        this.activate(this.box.items.find(({ label }) => label === active?.label));
      }
    }
  }

  private showAnswer(answer: AnsweredLookup): void {
    const { box } = this;
    const canInsert = this.editor !== undefined;
    const isFound = answer.answer.kind === "found";
    this.answer = answer;
    setContext("isAnswerShown", isFound);
    box.title = answerTitle(answer);
    box.placeholder = isFound
      ? "Press Enter to copy the value. Type to find a field."
      : "Press Enter to look up something else.";
    box.value = "";
    const back = action("Look Up Something Else", "arrow-left", () => this.showQuestion(""));
    const actions = this.actionsOn(answer);
    box.buttons = [back, ...actions].map(({ label, description, ...button }) => ({
      ...button,
      tooltip: description === "" ? label : `${label}: ${description}`,
    }));
    const items: LookupItem[] = [
      ...answerItems(answer, this.desk.app.clock.now(), canInsert),
      { label: "Actions", kind: QuickPickItemKind.Separator },
    ];
    if (isFound) {
      items.push(...actions, back);
    } else {
      items.push(back, ...actions);
    }
    box.items = items;
    if (!isFound) {
      this.activate(back);
    }
  }

  private showAgain(): void {
    this.box.busy = false;
    if (this.answer !== undefined) {
      this.showAnswer(this.answer);
    } else {
      this.showQuestion(this.box.value);
    }
  }

  /** VS Code shows one quick pick at a time: choosing a connection hides this one, so it is shown again afterwards. */
  private async connect(app: App): Promise<AppConnection> {
    this.isConnecting = true;
    try {
      return await app.connection();
    } finally {
      this.isConnecting = false;
      if (this.wasHidden) {
        this.wasHidden = false;
        this.box.show();
      }
    }
  }

  private async lookUp(question: LookupInput, refresh: boolean): Promise<void> {
    const { box } = this;
    this.current.abort();
    this.current = new AbortController();
    const { signal } = this.current;
    const words = safeText(question.words);
    box.busy = true;
    box.title = `Looking up ${words}…`;
    const result = await answerTo(this.desk, question, {
      refresh,
      signal,
      onWait: (until) => {
        box.title = `Waiting for the rate limit until ${secondText(until)}: ${words}`;
      },
    });
    if (signal.aborted) {
      return;
    }
    if (result?.kind === "answer") {
      this.answer = result;
    }
    this.showAgain();
    if (result?.kind === "failed") {
      void window.showWarningMessage(`${safeText(result.title)}. ${safeText(result.sentence)}`);
    }
  }

  private async insert(text: string): Promise<void> {
    this.box.hide();
    if (this.editor === undefined || !(await insertAtCursors(this.editor, text))) {
      await env.clipboard.writeText(text);
      void window.showInformationMessage("The editor cannot be changed, so the text was copied instead.");
    }
  }

  private async accept(): Promise<void> {
    const { box } = this;
    // After fast typing, the selected item may belong to an older list; Enter then uses the first question of the new
    // one.
    const item =
      box.selectedItems.find((selected) => box.items.includes(selected)) ??
      (this.answer === undefined ? defaultItem(box.items) : undefined);
    if (item?.fetched !== undefined) {
      this.showAnswer(item.fetched);
    } else if (item?.companyName !== undefined) {
      box.hide();
      await newSearchDocument(this.desk.app.runs, "company", { names: [{ value: item.companyName }] });
    } else if (item?.question !== undefined) {
      await this.lookUp(item.question, false);
    } else if (item?.value !== undefined) {
      await this.copy(item.value);
    } else {
      await item?.act?.();
    }
  }

  private async copy(value: string): Promise<void> {
    await env.clipboard.writeText(value);
    this.box.placeholder = `Copied: ${safeText(value)}`;
    this.box.value = "";
  }

  private actionsOn(shown: AnsweredLookup): readonly Action[] {
    const { app, exporter, openResults, recordLists } = this.desk;
    const { answer, question, runTitle } = shown;
    const refresh = canRefresh(shown)
      ? [action(refreshText, "refresh", () => this.lookUp(question, true), costOfRefresh(shown))]
      : [];
    if (answer.kind !== "found") {
      return refresh;
    }
    const { json = "", key } = answer;
    const leaving =
      (work: () => unknown): Action["act"] =>
      () => {
        this.box.hide();
        return work();
      };
    const openJson = async (): Promise<void> => {
      const document = await workspace.openTextDocument({ language: "json", content: `${indentedJson(json)}\n` });
      await window.showTextDocument(document);
    };
    const exportRecord = async (): Promise<void> => {
      const run = await app.runs.summary(answer.run);
      if (run !== undefined) {
        await exporter.export(rowsOfRun(run), { kind: "selected", keys: [key] });
      }
    };
    const openDetails = async (): Promise<void> => {
      const run = (await app.runs.summary(answer.run))?.header ?? { id: answer.run, title: runTitle };
      await openResults(run, { record: key });
    };
    const findPeople = () =>
      newSearchDocument(app.runs, "people", peopleAtCompanies([companyOf(json, answerTitle(shown))]));
    const website = websiteOf(shown);
    const actions: Action[] = [];
    if (this.editor !== undefined) {
      actions.push(action("Insert as JSON", "insert", () => this.insert(indentedJson(json))));
    }
    actions.push(
      action("Open Details", "go-to-file", leaving(openDetails)),
      action("Add to List…", "star-empty", () => this.addToList(), process.platform === "darwin" ? "⌘D" : "Ctrl+D"),
      action("Add Note…", "note", () => this.continueWith(() => addNote(question.kind, key, recordLists))),
      action("Open as JSON Document", "json", leaving(openJson)),
      action("Export…", "export", () => this.continueWith(exportRecord)),
    );
    if (website !== undefined) {
      actions.push(
        action("Open Website", "link-external", () => env.openExternal(Uri.parse(website, true)), safeText(website)),
      );
    }
    if (question.kind === "company") {
      actions.push(action("Find People Here", "person-add", leaving(findPeople)));
    }
    actions.push(...refresh);
    return actions;
  }
}

const withoutSpaces = (text: string): string => text.replace(/\s+/gu, "");

const longestClipboard = 5_000_000;

/** The clipboard's lines; empty if there is only one. */
async function linesOfClipboard(): Promise<readonly string[]> {
  const text = await env.clipboard.readText().then(
    (read) => read,
    () => "",
  );
  const lines = text.length > longestClipboard ? [] : linesIn([text]);
  return lines.length > 1 ? lines : [];
}

async function suggestedTexts(editor: TextEditor | undefined): Promise<LookupSuggestions["texts"]> {
  const clipboard = await env.clipboard.readText().then(
    (text) => text.slice(0, 500),
    () => "",
  );
  const isLine = clipboard.trim() !== "" && !/[\r\n]./u.test(clipboard.trim());
  const texts = [{ text: textAtCursor(editor), from: "from the editor" }];
  if (isLine) {
    texts.push({ text: clipboard, from: "from the clipboard" });
  }
  return texts.filter(({ text }) => text !== "");
}

function companyOf(json: string, name: string): CompanyToSearch {
  const company = parseExact(json) as { readonly id?: unknown; readonly domain?: unknown } | null;
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  return { id: text(company?.id), domain: text(company?.domain), name };
}
