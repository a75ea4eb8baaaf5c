// What the user does with the records of a results tab: copies them, exports them, looks for people at them, opens their links.
import { env, l10n, Uri } from "vscode";
import type { ResultsInput } from "../../../webview-ui/messages/results";
import { indentedJson } from "../../export/jsonFormats";
import type { RunHeader } from "../../runs/run";
import { parseExact } from "../../service/exactJson";
import { formatCount } from "../numbers";
import type { RunExporter } from "../runActivity";
import { companyChoice, type CompanyChoice } from "./companyChoice";
import { copyRows } from "./copyRows";
import type { CopySource } from "./copyText";
import type { ResultsRows } from "./resultsRows";
import { isPlain } from "./rowsOrder";
import type { SelectedRows } from "./selectedRows";
import { openableUrl } from "../../../webview-ui/messages/openableUrl";

export interface RowActionsDeps {
  readonly store: CopySource["store"];
  readonly run: Pick<RunHeader, "id" | "recordKind">;
  readonly rows: ResultsRows;
  readonly selection: SelectedRows;
  readonly exporter: RunExporter;
  /** Opens a people search at these companies. */
  readonly openPeopleSearch: (companies: readonly CompanyChoice[]) => Promise<void>;
  /** ms since 1970. */
  readonly now: () => number;
  readonly notice: (text: string, isProblem?: boolean) => void;
}

const mostCompanies = 500;
/** Records that are parsed at once: more would hold the extension host's thread. */
const parsedAtOnce = 50;

export class RowActions {
  constructor(private readonly deps: RowActionsDeps) {}

  /** The JSON of the record at this position. */
  async recordAt(at: number): Promise<string | undefined> {
    const keys = await this.deps.rows.keysAt([[at, at + 1]]);
    return keys.length === 0 ? undefined : (await this.deps.store.records.jsonOf(keys))[0];
  }

  /** `columns` are the ids of those shown. */
  async copy(message: ResultsInput<"copy">, columns: readonly string[]): Promise<void> {
    const { store, run, rows, now, notice } = this.deps;
    const said = await copyRows({ store, recordKind: run.recordKind, columns, now: now() }, rows, message);
    if (said !== undefined) {
      notice(said.sentence, said.isProblem);
    }
  }

  async copyRaw(at: number): Promise<void> {
    const json = await this.recordAt(at);
    if (json !== undefined) {
      await env.clipboard.writeText(indentedJson(json));
      this.deps.notice(l10n.t("The record was copied as JSON."));
    }
  }

  async exportRows(scope: ResultsInput<"export">["scope"]): Promise<void> {
    const { exporter, run, rows, selection } = this.deps;
    await selection.settled;
    const { order, count } = rows;
    if (scope === "everything" || (scope === "all" && isPlain(order))) {
      await exporter.exportRun(run.id, { kind: scope });
    } else {
      await exporter.exportRun(
        run.id,
        scope === "selected" ? { kind: "selected", keys: selection.keys } : { kind: "filtered", shown: order, count },
      );
    }
  }

  async findPeople(): Promise<void> {
    await this.deps.selection.settled;
    const { keys } = this.deps.selection;
    const companies: CompanyChoice[] = [];
    for (let start = 0; start < Math.min(keys.length, mostCompanies); start += parsedAtOnce) {
      const records = await this.deps.store.records.jsonOf(
        keys.slice(start, Math.min(start + parsedAtOnce, mostCompanies)),
      );
      companies.push(...records.filter((json) => json !== undefined).map((json) => companyChoice(parseExact(json))));
    }
    if (keys.length > mostCompanies) {
      this.deps.notice(
        l10n.t(
          "Only the first {0} companies were taken: a search with more filters than that is refused.",
          formatCount(mostCompanies),
        ),
        true,
      );
    }
    await this.deps.openPeopleSearch(companies);
  }

  async openLink(url: string): Promise<void> {
    const address = openableUrl(url);
    if (address === undefined) {
      this.deps.notice(l10n.t("This address was not opened: it is not a plain http or https address."), true);
    } else {
      await env.openExternal(Uri.parse(address, true));
    }
  }
}
