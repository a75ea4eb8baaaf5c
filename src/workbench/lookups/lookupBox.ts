// The look-up box: a question is typed or picked, its answer appears in the same place, all by keyboard.
import { env, l10n, window, workspace, type QuickInputButton, type TextEditor } from "vscode";
import { indentedJson } from "../../export/jsonFormats";
import type { Question } from "../../lookups/lookUpOnce";
import type { LookupKind } from "../../service/operations";
import { parseExact } from "../../service/exactJson";
import type { CompanyToSearch } from "../running/peopleAtCompanies";
import { safeText } from "../safeText";
import { secondText } from "../times";
import {
  answerItems,
  answerTitle,
  insertButton,
  titleButtons,
  type Answer,
  type AnswerAction,
  type AnswerItem,
} from "./answerItems";
import { insertAtCursors, textAtCursor } from "./editorText";
import type { LookupService } from "./lookupService";
import { questionItems, type Offers, type QuestionItem } from "./questionItems";

export interface LookupBoxDeps {
  readonly service: LookupService;
  readonly openDetails: (run: string, title: string) => Promise<void>;
  /** Exports one record of a run. */
  readonly exportRecord: (run: string, key: number) => Promise<void>;
  readonly findPeople: (company: CompanyToSearch) => Promise<void>;
}

type Item = (QuestionItem & { readonly does?: undefined }) | (AnswerItem & { readonly question?: undefined });

/** Opens the box. With `typed` that text is understood at once, and looked up when it is clear. */
export async function openLookupBox(
  kind: LookupKind,
  { service, ...deps }: LookupBoxDeps,
  typed?: string,
): Promise<void> {
  const editor = window.activeTextEditor;
  const offers: Offers = {
    texts: typed === undefined ? await offeredTexts(editor) : [],
    recent: await service.recent().catch(() => []),
    now: service.now(),
  };
  const box = window.createQuickPick<Item>();
  box.ignoreFocusOut = true;
  box.matchOnDescription = true;
  let answer: Answer | undefined;
  let enterInserts = false;
  let underWay = new AbortController();
  let connecting = false;
  let isHidden = false;

  const ask = (text: string): void => {
    answer = undefined;
    box.title = kind === "company" ? l10n.t("Look up company") : l10n.t("Look up person");
    box.placeholder =
      kind === "company"
        ? l10n.t("Domain, e-mail address, page, profile address or id")
        : l10n.t("Name @ domain, profile address or id");
    box.buttons = [];
    box.value = text;
    offer(text);
  };
  const offer = (text: string): void => {
    box.items = questionItems(kind, text, offers);
    const first = box.items.find((item) => item.question !== undefined);
    box.activeItems = first === undefined ? [] : [first];
  };

  const show = (next: Answer): void => {
    answer = next;
    box.title = answerTitle(next);
    const found = next.answer.kind === "found";
    box.placeholder = !found
      ? l10n.t("Enter looks up something else.")
      : enterInserts
        ? l10n.t("Enter inserts the value at the cursor. Type to find a field.")
        : l10n.t("Enter copies the value. Type to find a field.");
    box.value = "";
    box.buttons = titleButtons(next, editor !== undefined);
    box.items = answerItems(next, { now: service.now(), canInsert: editor !== undefined, enterInserts });
    const back = box.items.find(({ does }) => does === "back");
    if (!found && back !== undefined) {
      box.activeItems = [back];
    }
  };

  /** VS Code shows one box at a time: the question about a connection hides this one, which comes back after it. */
  const connectFirst = async (): Promise<boolean> => {
    connecting = true;
    const isConnected = await service.connect();
    connecting = false;
    if (isHidden) {
      isHidden = false;
      box.show();
    }
    return isConnected;
  };

  const showAgain = (): void => {
    box.busy = false;
    if (answer !== undefined) {
      show(answer);
    } else {
      ask(box.value);
    }
  };

  const lookUp = async (question: Question, anew: boolean): Promise<void> => {
    underWay.abort();
    underWay = new AbortController();
    const { signal } = underWay;
    const words = safeText(question.words);
    box.busy = true;
    box.title = l10n.t("Looking up {0}…", words);
    if (!(await connectFirst())) {
      showAgain();
      return;
    }
    const result = await service.lookUp(question, {
      anew,
      signal,
      onWait: (until) => {
        box.title = l10n.t("Waiting for the rate limit until {0}: {1}", secondText(until), words);
      },
    });
    if (signal.aborted) {
      return;
    }
    if (result.kind === "answer") {
      answer = result;
    }
    showAgain();
    if (result.kind === "trouble") {
      void window.showWarningMessage(`${safeText(result.title)}. ${safeText(result.sentence)}`);
    }
  };

  const insert = async (text: string): Promise<void> => {
    box.hide();
    if (editor === undefined || !(await insertAtCursors(editor, text))) {
      await env.clipboard.writeText(text);
      void window.showInformationMessage(l10n.t("The editor could not be changed, so the text was copied instead."));
    }
  };

  const act = async (action: AnswerAction): Promise<void> => {
    if (answer === undefined) {
      return;
    }
    const { answer: known, question, runTitle } = answer;
    const { json = "" } = known;
    switch (action) {
      case "back":
        ask("");
        return;
      case "refresh":
        await lookUp(question, true);
        return;
      case "toggleEnter":
        enterInserts = !enterInserts;
        show(answer);
        return;
      case "insertJson":
        await insert(indentedJson(json));
        return;
      case "openJson":
        box.hide();
        await window.showTextDocument(
          await workspace.openTextDocument({ language: "json", content: `${indentedJson(json)}\n` }),
        );
        return;
      case "openDetails":
        box.hide();
        await deps.openDetails(known.run, runTitle);
        return;
      case "export":
        box.hide();
        if (known.kind === "found") {
          await deps.exportRecord(known.run, known.key);
        }
        return;
      case "findPeople":
        box.hide();
        await deps.findPeople(companyOf(json, answerTitle(answer)));
        return;
    }
  };

  const accept = async (): Promise<void> => {
    // Enter may come before the list for what was typed last is drawn: then it means the first thing that was understood.
    const item =
      box.selectedItems.find((chosen) => box.items.includes(chosen)) ??
      (answer === undefined ? box.items.find(({ question }) => question !== undefined) : undefined);
    if (item?.question !== undefined) {
      await lookUp(item.question, false);
    } else if (item?.does === "copy") {
      if (enterInserts) {
        await insert(item.value);
      } else {
        await env.clipboard.writeText(item.value);
        box.placeholder = l10n.t("Copied: {0}", safeText(item.value));
        box.value = "";
      }
    } else if (item?.does !== undefined && item.does !== "nothing") {
      await act(item.does);
    }
  };

  const closed = new Promise<void>((resolve) => {
    box.onDidHide(() => {
      if (connecting) {
        isHidden = true;
        return;
      }
      underWay.abort();
      box.dispose();
      resolve();
    });
  });
  box.onDidChangeValue((text) => {
    if (answer === undefined && !box.busy) {
      offer(text);
    }
  });
  box.onDidAccept(() => {
    if (!box.busy) {
      void accept();
    }
  });
  box.onDidTriggerItemButton(({ item, button }) => {
    if (button === insertButton && item.does === "copy") {
      void insert(item.value);
    }
  });
  box.onDidTriggerButton((button: QuickInputButton & { readonly does?: AnswerAction }) => {
    if (button.does !== undefined && !box.busy) {
      void act(button.does);
    }
  });

  ask(typed ?? "");
  box.show();
  const clear = typed === undefined ? undefined : box.items[0]?.question;
  if (clear !== undefined) {
    void lookUp(clear, false);
  }
  await closed;
}

async function offeredTexts(editor: TextEditor | undefined): Promise<Offers["texts"]> {
  const clipboard = await env.clipboard.readText().then(
    (text) => text.slice(0, 500),
    () => "",
  );
  const isLine = clipboard.trim() !== "" && !/[\r\n]./u.test(clipboard.trim());
  return [
    { text: textAtCursor(editor), from: l10n.t("from the editor") },
    ...(isLine ? [{ text: clipboard, from: l10n.t("from the clipboard") }] : []),
  ].filter(({ text }) => text !== "");
}

function companyOf(json: string, name: string): CompanyToSearch {
  const company = parseExact(json) as { readonly id?: unknown; readonly domain?: unknown } | null;
  const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  return { id: text(company?.id), domain: text(company?.domain), name };
}
