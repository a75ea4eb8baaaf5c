// One step of a dialog as an input box: the typed text, or `undefined` when the user dismissed it.
import { window, type InputBox } from "vscode";
import { amountText } from "../text/numbers";
import { showStep } from "./dialogSteps";

export interface InputStepOptions {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Hides the typed text. */
  readonly password?: boolean;
  /** The problem of `value` when it was last tried, shown until the text changes. */
  readonly refused?: string | undefined;
  /** The problem with a text. */
  readonly problem: (text: string) => string | undefined;
}

export function inputStep(options: InputStepOptions): Promise<string | undefined> {
  const { title, prompt, value, placeholder, password = false, refused, problem } = options;
  const box = window.createInputBox();
  box.title = title;
  box.prompt = prompt;
  box.value = value;
  box.placeholder = placeholder;
  box.password = password;
  box.validationMessage = refused;
  return showStep(box, (finish: (answer: string) => void) => acceptValid(box, problem, finish));
}

/** Shows the problem of the text during typing, and accepts the text if there is none. */
export function acceptValid(
  box: InputBox,
  problem: (text: string) => string | undefined,
  onAccept: (text: string) => void,
): void {
  box.onDidChangeValue((text) => {
    box.validationMessage = problem(text);
  });
  box.onDidAccept(() => {
    box.validationMessage = problem(box.value);
    if (box.validationMessage === undefined) {
      onAccept(box.value);
    }
  });
}

export const typeFileName = "Type a file name.";
export const typeWholeNumberAbove = (bound: number): string => `Type a whole number above ${amountText(bound)}.`;
