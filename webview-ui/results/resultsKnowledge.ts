// What the results page knows: what the host has told, what is kept, and what is awaited. Its actions and looks are apart.
import { LitElement } from "lit";
import { connectHost, initialState, type Host } from "../messages/host";
import type {
  FromResultsPage,
  QuickChoice,
  ResultsInitial,
  ResultsState,
  ToResultsPage,
  ViewState,
} from "../messages/results";
import type { DetailRecord } from "./detailsPane";
import type { GridElement, GridPlace } from "./grid/gridElement";
import { freshState, type KeptState } from "./keptState";
import type { PageModel } from "./pageParts";
import { strings } from "./strings";
import type { SummaryFigures } from "./summaryPane";

const detailsPauseMs = 60;
/** A sort this short needs no word. */
const arrangingShownMs = 300;
const noticeMs = 8000;

export class ResultsKnowledge extends LitElement {
  static override properties = {
    initial: { state: true },
    kept: { state: true },
    shown: { state: true },
    loading: { state: true },
    figures: { state: true },
    notice: { state: true },
    said: { state: true },
    slow: { state: true },
    now: { state: true },
    filter: { state: true },
    quick: { state: true },
  };
  declare initial: ResultsInitial | undefined;
  declare kept: KeptState;
  declare shown: DetailRecord | undefined;
  declare loading: boolean;
  declare figures: SummaryFigures | undefined;
  declare notice: PageModel["notice"];
  /** For screen readers. */
  declare said: string;
  declare slow: boolean;
  declare now: number;
  /** As typed; the view's is what the host has applied. */
  declare filter: string;
  /** As pressed; a second press must not wait for the host to have applied the first. */
  declare quick: readonly QuickChoice[];

  protected readonly host: Host<ToResultsPage, FromResultsPage, KeptState> = connectHost();
  protected toRestore: GridPlace | undefined;
  #detailsId = 0;
  #summaryId = 0;
  #detailsTimer: ReturnType<typeof setTimeout> | undefined;
  #slowTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.initial = undefined;
    this.kept = { ...freshState, ...this.host.kept };
    this.shown = undefined;
    this.loading = false;
    this.figures = undefined;
    this.notice = undefined;
    this.said = "";
    this.slow = false;
    this.now = Date.now();
    this.filter = this.kept.filter;
    this.quick = this.kept.quick;
    this.toRestore = this.host.kept?.place;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.initial = initialState<ResultsInitial>();
    this.host.onMessage((message) => this.#receive(message));
    const { sort, filter, facet, quick, selection, records } = this.kept;
    this.host.post(
      this.host.kept === undefined
        ? { kind: "ready" }
        : {
            kind: "ready",
            kept: {
              sort,
              filter,
              facet,
              quick: [...quick],
              selection: selection.map(([from, to]) => [from, to]),
              records,
            },
          },
    );
  }

  protected state(): ResultsState | undefined {
    return this.initial?.kind === "open" ? this.initial.state : undefined;
  }

  protected grid(): GridElement | undefined {
    return this.renderRoot.querySelector<GridElement>("prospect-grid") ?? undefined;
  }

  #receive(message: ToResultsPage): void {
    switch (message.kind) {
      case "initial":
        this.initial = message.initial;
        this.#afterReady();
        break;
      case "run":
        this.change({ run: message.run });
        break;
      case "view":
        this.change({ view: message.view });
        this.#afterView();
        break;
      case "layout":
        this.change({ layout: message.layout, view: message.view });
        break;
      case "rows":
        this.grid()?.receiveRows(message.id, message.revision, message.rows);
        break;
      case "rowsFailed":
        this.grid()?.rowsFailed(message.id);
        this.#tell(message.sentence, true);
        break;
      case "details":
        if (message.id === this.#detailsId) {
          this.shown = message;
          this.loading = false;
        }
        break;
      case "summary":
        if (message.id === this.#summaryId) {
          this.figures = message;
        }
        break;
      case "notice":
        this.#tell(message.text, message.problem);
        break;
    }
  }

  /** From here on the host's order counts, whatever was kept. */
  #afterReady(): void {
    const view = this.state()?.view;
    if (view !== undefined) {
      this.filter = view.filter;
      this.quick = view.quick;
      if (!sameOrder(view, this.kept)) {
        this.toRestore = undefined;
      }
    }
    this.#afterView();
  }

  protected change(part: Partial<ResultsState>): void {
    const state = this.state();
    if (state !== undefined) {
      this.initial = { kind: "open", state: { ...state, ...part } };
      this.#tick();
    }
  }

  /** A countdown needs a clock only while one is shown. */
  #tick(): void {
    const waiting = this.state()?.run.activity?.waitingUntil !== undefined;
    if (waiting && this.#clock === undefined) {
      this.said = strings.run.waitingSoon;
      this.now = Date.now();
      this.#clock = setInterval(() => (this.now = Date.now()), 1000);
    } else if (!waiting) {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
  }

  #afterView(): void {
    const state = this.state();
    if (state === undefined) {
      return;
    }
    const { view } = state;
    clearTimeout(this.#slowTimer);
    if (view.arranging) {
      this.#slowTimer = setTimeout(() => (this.slow = true), arrangingShownMs);
    } else {
      this.slow = false;
    }
    this.#tick();
    if (this.toRestore === undefined || sameOrder(view, this.kept)) {
      if (
        !view.arranging &&
        (view.filter !== this.kept.filter ||
          view.facet?.bucket !== this.kept.facet?.bucket ||
          view.quick.join() !== this.kept.quick.join())
      ) {
        this.said =
          view.filter === "" && view.facet === undefined && view.quick.length === 0
            ? strings.grid.unfiltered(view.records)
            : strings.grid.filtered(view.count, view.records);
      }
      this.keep({
        sort: view.sort,
        facet: view.facet,
        quick: view.quick,
        filter: view.filter,
        selection: view.selection,
        records: view.records,
      });
    }
    if (this.kept.tab === "summary" && !view.arranging) {
      this.askSummary();
    }
    if (!view.arranging) {
      this.askDetails();
    }
  }

  protected askDetails(): void {
    clearTimeout(this.#detailsTimer);
    if (!this.kept.details) {
      return;
    }
    this.#detailsTimer = setTimeout(() => {
      const state = this.state();
      const at = this.grid()?.focusedRow ?? -1;
      if (state === undefined || at < 0) {
        this.shown = undefined;
        return;
      }
      this.loading = true;
      this.#detailsId++;
      this.host.post({ kind: "getDetails", id: this.#detailsId, revision: state.view.revision, at });
    }, detailsPauseMs);
  }

  protected askSummary(): void {
    this.#summaryId++;
    this.host.post({ kind: "getSummary", id: this.#summaryId });
  }

  #tell(text: string, problem: boolean): void {
    this.notice = { text, problem };
    this.said = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = undefined), noticeMs);
  }

  protected keep(part: Partial<KeptState>): void {
    this.kept = { ...this.kept, ...part };
    this.host.keep(this.kept);
  }
}

/** Whether the rows stand as they did when the place was kept. */
export function sameOrder(view: ViewState, kept: KeptState): boolean {
  return (
    !view.arranging &&
    view.sort?.column === kept.sort?.column &&
    view.sort?.descending === kept.sort?.descending &&
    view.filter === kept.filter &&
    view.facet?.bucket === kept.facet?.bucket &&
    view.quick.join() === kept.quick.join()
  );
}
