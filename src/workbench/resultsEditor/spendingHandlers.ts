// What costs credits in a results tab. It is done only as the page offered it: another window may have continued the
// run, or a message may be older than what the page shows now.
import { l10n } from "vscode";
import type { ResultsProcedures, RunStatus } from "../../../webview-ui/messages/results";
import type { Handlers } from "../../../webview-ui/messages/procedures";
import type { SearchRunner } from "../runActivity";
import type { RowActions } from "./rowActions";

export interface SpendingHandlersDeps {
  readonly run: string;
  readonly runner: Pick<SearchRunner, "fetchMore" | "resume" | "tryNow">;
  /** Reads the run again, shows it to the page, and resolves to what the page offers from now on. */
  readonly readStatus: () => Promise<RunStatus>;
  readonly actions: Pick<RowActions, "exportRows">;
  /** Tells the page why nothing was done. */
  readonly notice: (text: string) => void;
}

export function spendingHandlers(
  deps: SpendingHandlersDeps,
): Pick<Handlers<ResultsProcedures>, "export" | "fetchMore" | "resume" | "tryNow"> {
  const ifOffered = async (isOffered: (status: RunStatus) => boolean, act: () => Promise<void>): Promise<void> => {
    if (isOffered(await deps.readStatus())) {
      await act();
    } else {
      deps.notice(l10n.t("Nothing was fetched: this run has changed. Check what it offers now and try again."));
    }
  };
  return {
    fetchMore: ({ state, records, creditsAbout }) =>
      ifOffered(
        (now) =>
          now.state === state &&
          now.actions.includes("fetchMore") &&
          now.more === records &&
          now.moreCreditsAbout === creditsAbout,
        () => deps.runner.fetchMore(deps.run, records),
      ),
    resume: ({ state }) =>
      ifOffered(
        (now) => now.state === state && now.actions.some((action) => action === "resume" || action === "continue"),
        () => deps.runner.resume(deps.run),
      ),
    tryNow: ({ state }) =>
      ifOffered(
        (now) => now.state === state && now.actions.includes("tryNow"),
        () => deps.runner.tryNow(deps.run),
      ),
    export: (input) =>
      input.scope === "everything"
        ? ifOffered(
            ({ state, everything }) =>
              state === input.state &&
              everything?.total === input.records &&
              everything.creditsAbout === input.creditsAbout,
            () => deps.actions.exportRows(input.scope),
          )
        : deps.actions.exportRows(input.scope),
  };
}
