// Asks what an export needs, step by step: format → columns → changes → preview → file. Each step answers, goes back,
// or cancels.
import { l10n, QuickPickItemKind, type QuickPickItem } from "vscode";
import {
  endingsOf,
  fileFormats,
  formatWith,
  isAppendable,
  isColumnKind,
  type ExportFormat,
  type FileFormat,
} from "../../export/formats";
import { csvPresets } from "../../csv/writer";
import type { RowChange } from "../../store/changes";
import type { RecordScope } from "../runActivity";
import { askChanges, changesText, onlyChanges, type ComparedRecords } from "./changesStep";
import { askColumns, type ColumnsAnswer, type ColumnsRequest } from "./columnsStep";
import { inOneDialog } from "../dialogSteps";
import { askForExportFile, type ChosenFile } from "./fileStep";
import { pickStep, type Back } from "../pickStep";
import { showPreview, type PreviewedRecords } from "./previewStep";

export interface ExportWizardRequest extends ColumnsRequest {
  /** "Fetch and export all 12,480 (about 3,120 credits)" when there is more to fetch. */
  readonly everything?: string | undefined;
  /** Of a comparison: which of its changes are written is asked. */
  readonly compared?: ComparedRecords | undefined;
  /** The file name to propose, with this ending. */
  fileName(ending: string): string;
}

export interface ExportPlan {
  readonly format: ExportFormat;
  readonly scope: RecordScope;
  readonly file: ChosenFile;
}

/** The answers so far. They stay when the user goes back, so that a step can start from its earlier answer. */
interface Draft {
  /** "everything": the rest is fetched first and no other step is needed. */
  readonly chosen?: FileFormat | "everything";
  /** Only for formats with columns. */
  readonly columns?: ColumnsAnswer;
  readonly changes?: readonly RowChange[] | undefined;
  readonly file?: ChosenFile;
}

interface Step {
  isNeeded(draft: Draft, request: ExportWizardRequest): boolean;
  /** `undefined` cancels. */
  ask(request: ExportWizardRequest, draft: Draft): Promise<Draft | Back | undefined>;
}

/** `undefined` when the user cancels; "everything" when the rest is to be fetched first. */
export function askExport(request: ExportWizardRequest): Promise<ExportPlan | "everything" | undefined> {
  return inOneDialog(() => askSteps(request));
}

async function askSteps(request: ExportWizardRequest): Promise<ExportPlan | "everything" | undefined> {
  await Promise.all([request.profiles.list(), request.profiles.search()]);
  let draft: Draft = {};
  let index = 0;
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    const answer = await step.ask(request, draft);
    if (answer === undefined) {
      return undefined;
    }
    draft = answer === "back" ? draft : answer;
    do {
      index += answer === "back" ? -1 : 1;
    } while (steps[index]?.isNeeded(draft, request) === false);
  }
  if (draft.chosen === "everything") {
    return "everything";
  }
  const format = formatOf(draft);
  return format && draft.file && { format, scope: recordsOf(request, draft).scope, file: draft.file };
}

const formatStep: Step = {
  isNeeded: () => true,
  async ask({ what, everything, remark }, { chosen }) {
    const items = formatItems(everything);
    const active = items.find(({ label }) => typeof chosen === "object" && label === chosen.label);
    const answer = await pickStep(items, {
      title: l10n.t("Export {0}: format", what),
      placeholder: remark,
      active,
    });
    return answer === undefined || answer === "back" ? answer : { chosen: answer.item.chosen ?? "everything" };
  },
};

const columnsStep: Step = {
  isNeeded: ({ chosen }) => typeof chosen === "object" && isColumnKind(chosen.kind),
  async ask(request, draft) {
    const { chosen, columns } = draft;
    const options = typeof chosen === "object" ? chosen.options : undefined;
    const answer = await askColumns(request, columns ?? { settings: { options }, previewFirst: false });
    return answer === undefined || answer === "back" ? answer : { ...draft, columns: answer };
  },
};

/** After the columns: what a CRM imports is not what others want. */
const changesStep: Step = {
  isNeeded: ({ chosen }, { compared }) => compared !== undefined && chosen !== "everything",
  async ask({ compared, records }, draft) {
    const format = formatOf(draft);
    const answer = compared && format && (await askChanges(compared, records.source.recordKind, format));
    return answer === undefined || answer === "back" ? answer : { ...draft, changes: answer };
  },
};

const previewStep: Step = {
  isNeeded: ({ chosen, columns }) => chosen !== "everything" && columns?.preview === true,
  async ask(request, draft) {
    const format = formatOf(draft);
    const answer = format && (await showPreview(recordsOf(request, draft), format));
    return answer === "continue" ? draft : answer;
  },
};

const fileStep: Step = {
  isNeeded: ({ chosen }) => chosen !== "everything",
  async ask(request, draft) {
    const { remark, fileName } = request;
    const what =
      request.compared !== undefined
        ? changesText(request.compared, draft.changes)
        : draft.columns?.scope === undefined
          ? request.what
          : request.shown.what;
    const format = formatOf(draft);
    if (format === undefined) {
      return undefined;
    }
    const answer = await askForExportFile({
      name: fileName(endingsOf(format.kind)[0]),
      records: what,
      remark,
      appendable: isAppendable(format.kind),
      preview: () => showPreview(recordsOf(request, draft), format),
    });
    return answer === undefined || answer === "back" ? answer : { ...draft, file: answer };
  },
};

const steps: readonly Step[] = [formatStep, columnsStep, changesStep, previewStep, fileStep];

function recordsOf({ records }: ExportWizardRequest, { columns, changes }: Draft): PreviewedRecords {
  const scope = columns?.scope ?? records.scope;
  return { ...records, scope: changes === undefined ? scope : onlyChanges(scope, changes) };
}

function formatOf({ chosen, columns }: Draft): ExportFormat | undefined {
  if (typeof chosen !== "object") {
    return undefined;
  }
  if (columns === undefined) {
    return isColumnKind(chosen.kind) ? undefined : { kind: chosen.kind };
  }
  const { profile, settings } = columns;
  const lists = settings.lists ?? profile.lists;
  return formatWith(chosen.kind, { profile: { ...profile, lists }, options: settings.options ?? csvPresets.Plain });
}

type FormatItem = QuickPickItem & { readonly chosen?: FileFormat };

function formatItems(everything: string | undefined): readonly FormatItem[] {
  return [
    ...fileFormats().map((chosen) => {
      const { label, description, detail } = chosen;
      return { label, description, detail, chosen };
    }),
    ...(everything === undefined
      ? []
      : [{ label: l10n.t("There is more to fetch"), kind: QuickPickItemKind.Separator }, { label: everything }]),
  ];
}
