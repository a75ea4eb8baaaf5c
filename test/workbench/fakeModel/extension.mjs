// A language model for tests of the workbench. Its answers are scripted: tests call what `activate` returns.
import * as vscode from "vscode";

/** Answers in order; the last one is repeated. */
let answers = [];
const asked = [];

export function activate({ subscriptions }) {
  const model = {
    id: "fake",
    name: "Fake model",
    family: "fake",
    version: "1",
    maxInputTokens: 100_000,
    maxOutputTokens: 100_000,
    capabilities: {},
  };
  const provider = {
    provideLanguageModelChatInformation: () => [model],
    provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
      asked.push(messages.map(({ content }) => content.map(({ value }) => value ?? "").join("")));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined) {
        throw new Error("The fake model fails.");
      }
      progress.report(new vscode.LanguageModelTextPart(answer));
    },
    provideTokenCount: async () => 1,
  };
  subscriptions.push(vscode.lm.registerLanguageModelChatProvider("prospect-desk-tests", provider));
  return {
    script: (given) => {
      answers = [...given];
      asked.length = 0;
    },
    asked: () => asked,
  };
}
