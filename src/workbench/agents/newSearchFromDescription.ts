// Asks for a description in words, makes a search of it, with a language model where there is one, and opens it unsaved
// in the filter builder. Nothing is sent to the service.
import {
  CancellationError,
  LanguageModelChatMessage,
  LanguageModelError,
  lm,
  ProgressLocation,
  window,
  type CancellationToken,
  type LanguageModelChat,
} from "vscode";
import { describeWithModel, type ModelReading, type AskModel } from "../../app/describe/describeWithModel";
import { quoted } from "../../language/phrases";
import { describeSearch } from "../../searches/describeSearch";
import { longestDescription, readDescription } from "../../searches/description/readDescription";
import { defaultRecords } from "../../searches/searchDocument";
import { newSearchText } from "../../searches/searchEdits";
import { errorForLog } from "../errorText";
import { safeText } from "../safeText";
import { newSearchFrom, type NewSearchDeps } from "../searchFiles/newSearchDocument";

type Reading = Omit<ModelReading, "by"> & {
  readonly by: ModelReading["by"] | "noModel" | "modelFailed";
};

/** `proposed`: a text to start from, for key bindings and other extensions. */
export async function newSearchFromDescription(
  deps: NewSearchDeps,
  log: (line: string) => void,
  proposed?: unknown,
): Promise<void> {
  const description = await window.showInputBox({
    title: "New Search from a Description",
    prompt: "Describe the companies or people. Nothing is fetched yet.",
    placeHolder: "CTOs at software companies in Germany with 50 to 200 employees",
    ignoreFocusOut: true,
    value: typeof proposed === "string" ? proposed.slice(0, longestDescription) : "",
    validateInput: (text) =>
      text.length > longestDescription ? `Shorten the description to ${longestDescription} characters.` : undefined,
  });
  if (description === undefined || description.trim() === "") {
    return;
  }
  const found = await read(description, log);
  if (found === undefined) {
    return;
  }
  const { search, filters, fetch } = found;
  await newSearchFrom(deps, search, newSearchText(search, filters, { records: defaultRecords, ...fetch }));
  showReading(found);
}

/** `undefined` when the user canceled. */
async function read(description: string, log: (line: string) => void): Promise<Reading | undefined> {
  const byWords = readDescription(description);
  const [model] = await Promise.resolve(lm.selectChatModels()).catch(() => []);
  if (model === undefined) {
    return { ...byWords, by: "noModel" };
  }
  return window.withProgress(
    { location: ProgressLocation.Notification, title: "Reading the description…", cancellable: true },
    async (_progress, token) => {
      try {
        return await describeWithModel(description, askerOf(model, token));
      } catch (error) {
        if (token.isCancellationRequested || error instanceof CancellationError) {
          return undefined;
        }
        const code = error instanceof LanguageModelError ? error.code : errorForLog(error);
        log(`A language model could not be asked: ${code}.`);
        return { ...byWords, by: "modelFailed" as const };
      }
    },
  );
}

/** In characters: what a model writes after these is not read. */
const longestAnswer = 60_000;

function askerOf(model: LanguageModelChat, token: CancellationToken): AskModel {
  return async (messages) => {
    const chat = messages.map(({ from, text }) =>
      from === "user" ? LanguageModelChatMessage.User(text) : LanguageModelChatMessage.Assistant(text),
    );
    const justification = "Prospect Desk turns your description into filters of a search.";
    const response = await model.sendRequest(chat, { justification }, token);
    let answer = "";
    for await (const part of response.text) {
      answer += part;
      if (answer.length > longestAnswer) {
        break;
      }
    }
    return answer;
  };
}

/** Says what was understood and what was not. */
function showReading({ search, filters, fetch, notUsed, by }: Reading): void {
  const isEmpty = Object.keys(filters).length === 0;
  const texts = [
    ...remarkAbout(by),
    isEmpty
      ? "Nothing in the description matches a filter. Add filters in the form."
      : `Understood: ${safeText(describeSearch({ search, filters, fetch }))}`,
    ...(notUsed.length === 0 ? [] : [`Not used: ${safeText(notUsed.map(quoted).join(", "))}.`]),
  ];
  const show = isEmpty || notUsed.length > 0 ? window.showWarningMessage : window.showInformationMessage;
  void show(texts.join(" "));
}

function remarkAbout(by: Reading["by"]): readonly string[] {
  switch (by) {
    case "model":
      return [];
    case "noModel":
      return ["There is no language model here, so only words of the filter catalog were matched."];
    case "modelFailed":
      return ["The language model could not be asked, so only words of the filter catalog were matched."];
    case "words":
      return ["The language model's answer could not be used, so only words of the filter catalog were matched."];
  }
}
