// The actions on records of a results tab: copying, exporting, finding people at companies, opening links.
import { env, l10n, Uri } from "vscode";
import type { ResultsInput } from "../../../webview-ui/messages/results";
import { recordsByKey } from "../../app/readRecords";
import { onlyKeys, type RowSource } from "../../app/rowSource";
import { indentedJson } from "../../export/jsonFormats";
import { cellText, columnOf } from "../../rows/columns";
import { parseExact } from "../../service/exactJson";
import type { RecordExporter, RecordScope } from "../runActivity";
import { cellLink, isEmailLink } from "../../../webview-ui/messages/cellLink";
import type { RecordsToLeaveOut } from "../leaveOut/addToList";
import { companiesAtOnce } from "../../runs/companyGroups";
import { companyReference, personReference, type CompanyReference } from "../../rows/companyReference";
import { copyRows } from "./copyRows";
import type { CopySource } from "./copyText";
import type { ResultsRows } from "./resultsRows";
import { isPlain } from "../../app/rowsOrder";
import type { SelectedRows } from "./selectedRows";
import { openableUrl } from "../../../webview-ui/messages/openableUrl";

export interface RowActionsDeps {
  readonly store: CopySource["store"];
  readonly source: RowSource;
  /** Id of the earlier run that the rows are compared with. */
  readonly since?: string | undefined;
  readonly rows: ResultsRows;
  readonly selection: SelectedRows;
  readonly exporter: RecordExporter;
  /** Opens the lookup box with this text and looks it up; what is already fetched answers first. */
  readonly lookUp: (kind: "company" | "person", text: string) => Promise<void>;
  /** Adds companies or people of these records to a leave-out list; resolves to what was done, in words. */
  readonly leaveOut: (records: RecordsToLeaveOut) => Promise<string | undefined>;
  /** Opens a search for people at these companies, which are values of one filter. */
  readonly openPeopleSearch: (companies: readonly CompanyReference[]) => Promise<void>;
  /** Asks for a search and runs it at these companies, in groups. */
  readonly findPeopleAt: (source: RowSource) => Promise<void>;
  /** ms since 1970. */
  readonly now: () => number;
  readonly notice: (text: string, isProblem?: boolean) => void;
}

export class RowActions {
  constructor(private readonly deps: RowActionsDeps) {}

  /** The JSON of the record at this position. */
  async recordAt(at: number): Promise<string | undefined> {
    const keys = await this.deps.rows.keysAt([[at, at + 1]]);
    return keys.length === 0 ? undefined : (await this.deps.store.records.jsonOf(keys))[0];
  }

  /** `columns` are the ids of those shown. */
  async copy(message: ResultsInput<"copy">, columns: readonly string[]): Promise<void> {
    const { store, source, rows, now, notice } = this.deps;
    const result = await copyRows({ store, source, columns, now: now() }, rows, message);
    if (result !== undefined) {
      notice(result.sentence, result.isProblem);
    }
  }

  async copyRaw(at: number): Promise<void> {
    const json = await this.recordAt(at);
    if (json !== undefined) {
      await env.clipboard.writeText(indentedJson(json));
      this.deps.notice(l10n.t("Record copied as JSON."));
    }
  }

  async exportRows(scope: ResultsInput<"export">["scope"]): Promise<void> {
    const { exporter, source, rows, selection } = this.deps;
    await selection.settled;
    await exporter.export(source, this.recordScope(scope, rows, selection));
  }

  private recordScope(
    scope: ResultsInput<"export">["scope"],
    { order, count }: ResultsRows,
    { keys }: SelectedRows,
  ): RecordScope {
    if (scope === "everything" || (scope === "all" && isPlain(order))) {
      return { kind: scope };
    }
    return scope === "selected"
      ? { kind: "selected", keys }
      : { kind: "filtered", shown: { ...order, since: this.deps.since }, count };
  }

  /** At the companies that are selected, or at that of the row at this position. */
  async findPeople(at?: number): Promise<void> {
    const { selection, rows, source, store, notice } = this.deps;
    await selection.settled;
    const keys = at === undefined ? selection.keys : await rows.keysAt([[at, at + 1]]);
    if (keys.length > companiesAtOnce) {
      await this.deps.findPeopleAt(onlyKeys(source, keys));
      return;
    }
    const companies: CompanyReference[] = [];
    for await (const record of recordsByKey(store, keys)) {
      companies.push(...(record === undefined ? [] : [companyReference(source.recordKind, record)]));
    }
    if (companies.every((company) => Object.keys(company).length === 0)) {
      notice(l10n.t("This record names no company."), true);
      return;
    }
    await this.deps.openPeopleSearch(companies);
  }

  /** Looks up the company or the person of the row at this position. */
  async lookUp(at: number, what: "company" | "person"): Promise<void> {
    const json = await this.recordAt(at);
    if (json === undefined) {
      return;
    }
    const record = parseExact(json);
    const { recordKind } = this.deps.source;
    const company = companyReference(recordKind, record);
    const text = what === "person" ? personReference(recordKind, record) : (company.domain ?? company.url);
    if (text === undefined) {
      this.deps.notice(
        what === "person"
          ? l10n.t("This record has no profile address to look up.")
          : l10n.t("This record has no domain or profile address of a company to look up."),
        true,
      );
      return;
    }
    await this.deps.lookUp(what, text);
  }

  /** The record at this position, or all selected ones if it is one of them. */
  async leaveOut(at: number): Promise<void> {
    const { selection, rows, source, notice, leaveOut } = this.deps;
    await selection.settled;
    const [key] = await rows.keysAt([[at, at + 1]]);
    const keys = key !== undefined && selection.keys.includes(key) ? selection.keys : key === undefined ? [] : [key];
    const sentence = await leaveOut({ kind: source.recordKind, keys, run: source.run?.header.id });
    if (sentence !== undefined) {
      notice(sentence);
    }
  }

  /** Opens the address that a cell contains. */
  async openCell(at: number, column: string): Promise<void> {
    const json = await this.recordAt(at);
    const { recordKind } = this.deps.source;
    const shown = columnOf(recordKind, column);
    if (json === undefined || shown === undefined) {
      return;
    }
    const text = cellText(shown.value(parseExact(json)));
    await this.openLink(cellLink(shown.type, column, text) ?? text);
  }

  async openLink(url: string): Promise<void> {
    const address = openableUrl(url);
    if (isEmailLink(url)) {
      await env.openExternal(Uri.parse(url, true));
    } else if (address === undefined) {
      this.deps.notice(l10n.t("The address was not opened, because it is not a plain http or https address."), true);
    } else {
      await env.openExternal(Uri.parse(address, true));
    }
  }
}
