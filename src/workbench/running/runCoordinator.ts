// The runs that the user starts in this window: shows their progress and results, and why they stopped.
import { window, type Uri } from "vscode";
import type { PlanPreview } from "../../../webview-ui/messages/filterBuilder";
import { Declined, type App, type AppSearch, type Call } from "../../app/app";
import { planSearch, previewSearch, type PlanOptions } from "../../app/planSearch";
import { acceptEnd } from "../../app/resume";
import { creditsOfRest, resumeSearch, runPlanned, totalOf, type RunOutcome } from "../../app/searchRuns";
import { isSearch, type RunSummary } from "../../runs/run";
import { defaultRecords, type SearchDocument } from "../../searches/searchDocument";
import { ServiceFailure } from "../../service/errors";
import { nothingSent } from "../../service/errorSentences";
import { operations } from "../../service/operations";
import type { RunPurpose } from "../../store/kinds";
import type { CompanyList } from "../../tables/companyList";
import type { CompaniesOfSearches } from "../companiesOfSearches";
import { balanceOf, connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { runConnection } from "../connections/connectionToUse";
import type { DeskCore } from "../deskCore";
import { errorForLog, errorText } from "../errorText";
import { inProgressText, runDeletedText } from "../goneTexts";
import type { OpenResults } from "../resultsEditor/openResults";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import type { FoundTotal, SearchHistory, SearchRunner } from "../runActivity";
import { searchNameOf } from "../searchFiles/searchFiles";
import { askForLimits, offerOtherConnection } from "./continueRun";
import { LiveRuns } from "./liveRuns";
import { alreadyRunningText, showCompaniesNotice, showStopNotice } from "./stopNotice";

/** How to continue runs that are neither searches nor counts; the features for these runs register themselves. */
export type Resumers = Map<Exclude<RunPurpose, "search" | "count">, (run: RunSummary) => Promise<void>>;

/** A people search at the companies of a list. */
export interface SearchAtCompanies {
  readonly title: string;
  /** The URI of the saved search: paths of leave-out lists are relative to it. */
  readonly source: Uri;
  readonly document: SearchDocument;
  readonly list: CompanyList;
  readonly mostPerCompany?: number | undefined;
  /** The most people in all. */
  readonly records: number;
}

interface Continuation {
  /** Records in addition to the saved ones; if absent, up to the run's own limit. */
  readonly more?: number | undefined;
  /** Credits that the user has just agreed to. */
  readonly agreed?: number | undefined;
}

const searchOf = (source: Uri, document: SearchDocument): AppSearch => ({
  title: searchNameOf(source),
  document,
  source: source.toString(),
});

const person = { kind: "person" } as const;

export class RunCoordinator extends LiveRuns implements SearchRunner {
  private readonly app: App;
  private readonly account: AccountMonitor;

  constructor(
    { app, account, log }: DeskCore,
    shown: ResultsTabs,
    openResults: OpenResults,
    private readonly companiesOfSearches: CompaniesOfSearches,
    private readonly resumers: Resumers,
  ) {
    super(shown, openResults, log);
    this.app = app;
    this.account = account;
  }

  async run(source: Uri, document: SearchDocument): Promise<void> {
    const at = this.companiesOfSearches.of(source);
    if (at === undefined) {
      await this.startSaved(source, document);
      return;
    }
    const { name, list, mostPerCompany } = at;
    await this.start(
      { ...searchOf(source, document), title: `${searchNameOf(source)} at ${name}` },
      { records: document.fetch.records ?? defaultRecords, at: { list, most: mostPerCompany, isOfSearch: true } },
    );
  }

  async count(source: Uri, document: SearchDocument, refresh: boolean): ReturnType<SearchRunner["count"]> {
    const counted = await this.startSaved(source, document, { isCount: true }, refresh);
    const total = counted && totalOf(counted);
    return counted && total !== undefined ? { total, at: counted.updatedAt } : undefined;
  }

  async runAtCompanies({ title, source, document, list, mostPerCompany, records }: SearchAtCompanies): Promise<void> {
    await this.start({ ...searchOf(source, document), title }, { records, at: { list, most: mostPerCompany } });
  }

  resume(runId: string): Promise<void> {
    return this.continueRun(runId);
  }

  async tryNow(runId: string): Promise<void> {
    await this.perform(async () => {
      const { client } = await this.app.connection();
      await client.endPause();
      await this.resume(runId);
      return undefined;
    });
  }

  /** Accepts the records of a run that ended early as its full result. */
  async acceptEnd(runId: string): Promise<void> {
    await this.perform(async () => {
      await acceptEnd(this.app, runId);
      return undefined;
    });
  }

  fetchMore(runId: string, records: number): Promise<void> {
    return this.continueRun(runId, { more: records });
  }

  plan(source: Uri, document: SearchDocument): Promise<PlanPreview> {
    const { app, account } = this;
    const connection = connectionOf(account.current);
    const basis = connection && { info: runConnection(connection), balance: balanceOf(account.current) };
    const at = this.companiesOfSearches.of(source);
    return previewSearch(app, searchOf(source, document), basis, at && { list: at.list, most: at.mostPerCompany });
  }

  async historyOf(source: Uri): Promise<SearchHistory> {
    const runs = await this.app.runs.list({ source: source.toString(), purposes: ["search", "count"] });
    const connection = connectionOf(this.account.current)?.id;
    const totals = runs.flatMap(({ header, lastTotal, updatedAt }): readonly FoundTotal[] => {
      const { task } = header;
      // In a run at companies, the total only counts one group.
      const isOfAll = isSearch(task) && task.companies === undefined;
      return lastTotal !== undefined && isOfAll && header.connection.id === connection
        ? [{ asked: { search: operations[task.kind].search, filters: task.filters }, total: lastTotal, at: updatedAt }]
        : [];
    });
    const searches = runs.filter(({ header }) => header.purpose === "search");
    return {
      totals: totals.sort((one, other) => other.at - one.at),
      lastRun: searches[0],
      lastResult: searches.find(({ records }) => records > 0),
    };
  }

  private async startSaved(
    source: Uri,
    document: SearchDocument,
    options: PlanOptions = {},
    again = false,
  ): Promise<RunSummary | undefined> {
    if (this.activityOf(source) !== undefined) {
      void window.showInformationMessage(alreadyRunningText(searchNameOf(source)));
      return undefined;
    }
    return this.start(searchOf(source, document), options, again);
  }

  /** Resolves to the run with the requested records, which may be an existing one. */
  private async start(search: AppSearch, options: PlanOptions, again = false): Promise<RunSummary | undefined> {
    const { app, openResults } = this;
    let outcome: RunOutcome | undefined;
    await this.perform(async (call) => {
      const planned = await planSearch(app, search, options);
      const { inProgress } = planned;
      if (inProgress !== undefined && this.activity(inProgress.header.id) !== undefined) {
        void window.showInformationMessage(alreadyRunningText(inProgress.header.title));
        return undefined;
      }
      outcome = await runPlanned(app, planned, { spender: person, again }, call);
      const { summary, kind } = outcome;
      // A count with a known result opens nothing: the number is shown where the user asked for it.
      if (kind === "inProgress" || (kind === "recent" && options.isCount !== true)) {
        const first = kind === "recent" ? planned.order.limits.records : undefined;
        await openResults(summary.header, { first });
      }
      return kind === "ran" ? summary : undefined;
    });
    return outcome?.summary;
  }

  /** Continues runs of every kind; there is no other way. */
  private async continueRun(runId: string, { more, agreed }: Continuation = {}): Promise<void> {
    const { app, resumers } = this;
    await this.perform(async (call) => {
      const before = await app.runs.summary(runId);
      if (before?.stop === undefined) {
        if (before === undefined) {
          void window.showErrorMessage(runDeletedText);
        } else {
          void window.showInformationMessage(inProgressText);
        }
        return undefined;
      }
      const { purpose, connection: paid } = before.header;
      if (purpose !== "search" && purpose !== "count") {
        await resumers.get(purpose)?.(before);
        return undefined;
      }
      const { info } = await app.connection(paid);
      if (info.origin !== paid.origin) {
        void offerOtherConnection(paid.label);
        return undefined;
      }
      const limits = await askForLimits(before, more);
      if (limits === undefined) {
        return undefined;
      }
      const request = { run: runId, spender: person, agreed, ...limits };
      return resumeSearch(app, request, call);
    });
  }

  /** Follows a run, shows why it stopped, and shows errors that prevent it from starting, such as a full disk. */
  private async perform(work: (call: Call) => Promise<RunSummary | undefined>): Promise<void> {
    const stop = new AbortController();
    const { call, end } = this.follow(stop, "shown");
    try {
      const summary = await work(call).finally(end);
      if (summary !== undefined) {
        // In the background, because a hidden notification never resolves.
        this.askAfterStop(summary).catch((error: unknown) =>
          this.log(`The end of a run could not be shown: ${errorForLog(error)}.`),
        );
      }
    } catch (error) {
      if (!(error instanceof Declined) && !stop.signal.aborted) {
        // Without the title, which may contain a person's name.
        this.log(`A run could not be started: ${errorForLog(error)}.`);
        const text = errorText(error);
        // The service's error says which requests were sent.
        void window.showErrorMessage(error instanceof ServiceFailure ? text : nothingSent(text));
      }
    }
  }

  private async askAfterStop(summary: RunSummary): Promise<void> {
    const { app, shown } = this;
    const { header } = summary;
    // A run that stops at once needs no notification, because its tab is about to open.
    await this.opened(header.id);
    void showCompaniesNotice(app, summary);
    const restCredits = creditsOfRest(summary);
    const chosen = await showStopNotice(summary, shown.visibilityOf(header.id), app.clock.now(), restCredits);
    if (chosen === "tryNow") {
      await this.tryNow(header.id);
    } else if (chosen === "acceptEnd") {
      await this.acceptEnd(header.id);
    } else if (chosen !== undefined) {
      await this.continueRun(header.id, { agreed: chosen === "continue" ? restCredits : undefined });
    }
  }
}
