// Sets the context keys that tick the steps of the walkthrough, once what a step is about has happened.
import { commands, workspace, type Disposable } from "vscode";
import type { App } from "../app/app";
import { searchFileEnding } from "../searches/searchDocument";
import type { FirstSteps } from "../store/runSources";
import { coalesce } from "./coalesce";
import { contextKeys } from "./commandIds";
import { errorForLog } from "./errorText";

/** A step happened; it never becomes undone. */
export const stepHappened = (step: keyof FirstSteps): void =>
  void commands.executeCommand("setContext", contextKeys[step], true);

export interface FirstStepsDeps {
  readonly app: App;
  readonly log: (line: string) => void;
}

/** Tells what the database knows of earlier windows, and what happens to runs and files of searches from now on. */
export function followFirstSteps({ app, log }: FirstStepsDeps): Disposable {
  const read = async (): Promise<void> => {
    const steps = Object.entries(await app.store.runs.firstSteps()) as [keyof FirstSteps, boolean][];
    steps.filter(([, isDone]) => isDone).forEach(([step]) => stepHappened(step));
    if (steps.every(([, isDone]) => isDone)) {
      stop();
    }
  };
  const soon = coalesce(
    () => void read().catch((error: unknown) => log(`The first steps could not be read: ${errorForLog(error)}`)),
  );
  const stop = app.runs.onDidChange(soon.soon);
  const saves = workspace.onDidSaveTextDocument((document) =>
    document.uri.path.endsWith(searchFileEnding) ? stepHappened("hasSavedSearch") : undefined,
  );
  soon.soon();
  return {
    dispose: () => {
      stop();
      [soon, saves].forEach((one) => one.dispose());
    },
  };
}
