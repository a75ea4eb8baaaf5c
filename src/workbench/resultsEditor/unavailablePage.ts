// Answers a results page that has no records to show.
import type { Disposable, Webview } from "vscode";
import { listen, type Handlers } from "../../../webview-ui/messages/procedures";
import { resultsProcedures, type ResultsInitial, type ResultsProcedures } from "../../../webview-ui/messages/results";
import { errorForLog } from "../errorText";

/** `initial` is sent again whenever the page asks, because a page that was hidden starts again. */
export function answerUnavailable(
  webview: Webview,
  initial: ResultsInitial,
  handlers: Partial<Handlers<ResultsProcedures>>,
  log: (line: string) => void,
): Disposable {
  const none = (): undefined => undefined;
  const others = Object.fromEntries(Object.keys(resultsProcedures).map((name) => [name, none]));
  const ready = (): unknown => webview.postMessage({ name: "initial", payload: initial });
  return listen(
    webview,
    resultsProcedures,
    { ...(others as unknown as Handlers<ResultsProcedures>), ...handlers, ready },
    {
      onRefused: (problem) => log(`A results page sent an invalid message: ${problem}`),
      onFailure: (failure) => log(`Results without a run: ${errorForLog(failure)}`),
    },
  );
}
