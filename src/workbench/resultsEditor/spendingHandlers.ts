// What costs credits in a results tab. It is done only as the page offered it: another window may have continued the
// run, or a message may be older than what the page shows now.
import { l10n } from "vscode";
import type { ResultsProcedures, RunStatus } from "../../../webview-ui/messages/results";
import type { Handlers } from "../../../webview-ui/messages/procedures";
import type { ShownRecords } from "./resultsDesk";
import { exportRows } from "./rowActions";

/** `readStatus` reads the run again, shows it to the page, and resolves to what the page offers from now on. */
export function spendingHandlers(
  shown: ShownRecords,
  readStatus: () => Promise<RunStatus>,
): Pick<Handlers<ResultsProcedures>, "export" | "fetchMore" | "resume" | "tryNow"> {
  const { runner } = shown.desk;
  const { id } = shown.subject;
  const ifOffered = async (
    state: string,
    isOffered: (status: RunStatus) => boolean,
    act: () => Promise<void>,
  ): Promise<void> => {
    const now = await readStatus();
    if (now.state === state && isOffered(now)) {
      await act();
    } else {
      shown.notice(l10n.t("Nothing was fetched: this run has changed. Check what it offers now and try again."), true);
    }
  };
  return {
    fetchMore: ({ state, records, creditsAbout }) =>
      ifOffered(
        state,
        (now) => now.actions.includes("fetchMore") && now.more === records && now.moreCreditsAbout === creditsAbout,
        () => runner.fetchMore(id, records),
      ),
    resume: ({ state }) =>
      ifOffered(
        state,
        ({ actions }) => actions.includes("resume") || actions.includes("continue"),
        () => runner.resume(id),
      ),
    tryNow: ({ state }) =>
      ifOffered(
        state,
        ({ actions }) => actions.includes("tryNow"),
        () => runner.tryNow(id),
      ),
    export: (input) =>
      input.scope === "everything"
        ? ifOffered(
            input.state,
            ({ everything }) => everything?.total === input.records && everything.creditsAbout === input.creditsAbout,
            () => exportRows(shown, input.scope),
          )
        : exportRows(shown, input.scope),
  };
}
