// The user's steps of a batch: count and cost, progress with Cancel, the file, and how to continue after a stop.
import { commands, ProgressLocation, window, workspace } from "vscode";
import { Declined, type App, type Call } from "../../app/app";
import { lookUpTable, NoIdentifiers, resumeTable, type TableToLookUp } from "../../app/lookUpTable";
import { convertedSentence, writeTable } from "../../app/writeTable";
import { doneOf, isFinished, unansweredOf } from "../../runs/batchRun";
import {
  noIdentifierText,
  rowCountsText,
  rowsSentence,
  unansweredSentences,
  writeFileText,
} from "../../runs/batchTexts";
import { youCanceledText } from "../../runs/ends";
import { windowClosing } from "../../runs/execution";
import type { RunSummary } from "../../runs/run";
import { describeRun } from "../../runs/runState";
import { countText } from "../../text/numbers";
import { openText, resumeText } from "../buttonTexts";
import { connectionToUse } from "../connections/connectionToUse";
import type { DeskCore } from "../deskCore";
import { errorForLog, errorText } from "../errorText";
import { inProgressText } from "../goneTexts";
import { withLateProgress } from "../lateProgress";
import type { OpenResults } from "../resultsEditor/openResults";
import { safeText } from "../safeText";
import { rateLimitWaitText } from "../times";
import type { MappedTable } from "./batchQuestions";
import { deliverTo } from "./tableFiles";

/** A table with all choices for its batch. */
export interface BatchJob extends TableToLookUp {
  /** Asks for other columns when no row has an identifier in the selected ones. */
  readonly remap?: (() => Promise<MappedTable | undefined>) | undefined;
}

type Work = (app: App, call: Call) => Promise<RunSummary>;

const person = { kind: "person" } as const;

export class BatchFlow {
  private readonly closing = new AbortController();
  private readonly pending = new Set<Promise<unknown>>();

  constructor(
    private readonly core: DeskCore,
    private readonly openResults: OpenResults,
  ) {}

  /** Runs a batch from the count of its rows to the file. Never rejects. */
  async run(job: BatchJob): Promise<void> {
    const outcome = await this.lookUp(job.title, (app, call) => lookUpTable(app, job, person, call));
    if (outcome === "noIdentifiers" && job.remap === undefined) {
      void window.showInformationMessage(noIdentifierText(safeText(job.title)));
    } else if (outcome === "noIdentifiers") {
      const mapped = await job.remap?.();
      if (mapped !== undefined) {
        await this.run({ ...job, ...mapped });
      }
    }
  }

  /**
   * Looks up the rows of a batch without an answer and writes its file, or says why that is not possible. `rejectedToo`
   * includes the rows that the service rejected.
   */
  async resume(id: string, rejectedToo = false): Promise<void> {
    const { account, app } = this.core;
    // Another window may have deleted or finished the batch while the user was choosing.
    const [batch, before] = await Promise.all([app.store.batches.get(id, app.clock.now()), app.runs.summary(id)]);
    if (batch === undefined || before === undefined) {
      void window.showErrorMessage("This batch was deleted.");
    } else if (!rejectedToo && isFinished(batch)) {
      void window.showInformationMessage(`${safeText(batch.run.title)} is already finished.`);
    } else if (batch.run.isLive) {
      void window.showInformationMessage(inProgressText);
    } else if ((await connectionToUse(account, before.header.connection)) !== undefined) {
      await this.lookUpRest(before, rejectedToo);
    }
  }

  /** Never rejects. */
  private async lookUpRest(before: RunSummary, rejectedToo: boolean): Promise<void> {
    const { title } = before.header;
    const outcome = await this.lookUp(title, (app, call) =>
      resumeTable(app, before, { rejectedToo, spender: person }, call),
    );
    if (outcome === "noIdentifiers") {
      void window.showInformationMessage(noIdentifierText(safeText(title)));
    }
  }

  /** Writes the file of a batch with the answers received so far. Never rejects. */
  write(id: string, title: string): Promise<void> {
    return this.guarded(title, () => this.writeFile(id, title));
  }

  /** Stops all running work and resolves when all answers are saved. */
  async close(): Promise<void> {
    this.closing.abort(windowClosing);
    await Promise.allSettled(this.pending);
  }

  private async lookUp(title: string, work: Work): Promise<"noIdentifiers" | undefined> {
    let isWithout = false;
    await this.guarded(title, async () => {
      const { app, call, end } = showProgress(title, this.core.app, this.closing.signal);
      const working = work(app, call).finally(end);
      this.pending.add(working);
      try {
        await this.finish(await working);
      } catch (error) {
        isWithout = error instanceof NoIdentifiers;
        if (!isWithout && !(error instanceof Declined) && !call.signal.aborted) {
          throw error;
        }
      } finally {
        this.pending.delete(working);
      }
    });
    return isWithout ? "noIdentifiers" : undefined;
  }

  private async writeFile(id: string, title: string): Promise<void> {
    const { openResults } = this;
    const { app } = this.core;
    const batch = await app.store.batches.get(id, app.clock.now());
    const { place, counts, encoding } = await writeTable(app, id, deliverTo(batch?.source ?? ""));
    const isFile = batch?.source !== "";
    const { rows, found } = counts;
    const counted = rowCountsText(counts);
    const sentences = [rowsSentence(rows, counted)];
    if (isFile) {
      sentences.push(`Saved to ${safeText(workspace.asRelativePath(place))}.`);
    }
    if (encoding !== "utf-8") {
      sentences.push(convertedSentence(encoding));
    }
    const actions: { readonly label: string; readonly act: () => unknown }[] = [];
    if (isFile) {
      actions.push({ label: openText, act: () => commands.executeCommand("vscode.open", place) });
    }
    if (found > 0) {
      actions.push({ label: "Show Records", act: () => openResults({ id, title }) });
    }
    if (unansweredOf(counts) > 0) {
      actions.push({ label: resumeText, act: () => this.resume(id) });
    }
    void window
      .showInformationMessage(sentences.join(" "), ...actions.map(({ label }) => label))
      .then((picked) => actions.find(({ label }) => label === picked)?.act());
  }

  private async finish(summary: RunSummary): Promise<void> {
    const { credits, header, records, stop } = summary;
    this.core.log(`A lookup batch ended (${stop?.kind ?? "interrupted"}): ${records} records, ${credits} credits.`);
    if (stop?.kind === "complete" || stop?.kind === "unanswered") {
      await this.writeFile(header.id, header.title);
    } else if (stop?.kind !== "windowClosed") {
      void this.guarded(header.title, () => this.showStop(summary));
    }
  }

  private async showStop(summary: RunSummary): Promise<void> {
    const { clock, store } = this.core.app;
    const { id, title } = summary.header;
    const batch = await store.batches.get(id, clock.now());
    if (batch === undefined) {
      return;
    }
    const isCanceled = summary.stop?.kind === "cancelled";
    const reason = isCanceled ? youCanceledText : safeText(describeRun(summary, clock.now()).sentence);
    const resume = resumeText;
    const writeNow = writeFileText;
    const text =
      `${safeText(title)} stopped after ${countText(doneOf(batch))} of ${countText(batch.questions)} lookups. The ` +
      `answers are saved. ${[reason, ...unansweredSentences(batch)].join(" ")}`;
    const show = isCanceled ? window.showInformationMessage : window.showWarningMessage;
    const picked = await show(text, resume, writeNow);
    if (picked === resume) {
      await this.resume(id);
    } else if (picked === writeNow) {
      await this.write(id, title);
    }
  }

  private async guarded(title: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.core.log(`A lookup batch failed: ${errorForLog(error)}`);
      void window.showErrorMessage(`${safeText(title)}: ${errorText(error)} The answers received so far are saved.`);
    }
  }
}

/** Shows progress while the table is read, if that is slow, and during the lookups; neither while the user is asked. */
function showProgress(name: string, app: App, closing: AbortSignal) {
  const stop = new AbortController();
  const reading = Promise.withResolvers<void>();
  const lookingUp = Promise.withResolvers<void>();
  let report: ((message: string) => void) | undefined;
  void withLateProgress(`Reading ${safeText(name)}`, async (_report, signal) => {
    signal.addEventListener("abort", () => stop.abort(), { once: true });
    await reading.promise;
  });
  const openLookups = (): typeof report => {
    let show = (_message: string): void => undefined;
    const title = `Looking up ${safeText(name)}`;
    void window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        show = (message) => progress.report({ message });
        token.onCancellationRequested(() => {
          stop.abort();
          show("stopping after the lookups in flight…");
        });
        return lookingUp.promise;
      },
    );
    return (message) => show(message);
  };
  const asking: App = {
    ...app,
    ask: (question, signal) => {
      reading.resolve();
      return app.ask(question, signal);
    },
  };
  const call: Call = {
    signal: AbortSignal.any([stop.signal, closing]),
    onProgress: (done, total, _message, run) => {
      if (run?.kind === "waiting") {
        report?.(rateLimitWaitText(run.until));
      } else if (run?.kind === "unsaved") {
        report?.(safeText(run.sentences));
      } else if (total !== undefined) {
        reading.resolve();
        report ??= openLookups();
        report?.(`${countText(done)} of ${countText(total)}`);
      }
    },
  };
  const end = (): void => [reading, lookingUp].forEach((one) => one.resolve());
  return { app: asking, call, end };
}
