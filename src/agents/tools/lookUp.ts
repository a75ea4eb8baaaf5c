// The tool `look_up`.
import * as z from "zod";
import { Refusal, type App, type Call } from "../../app/app";
import { certainQuestion, lookUp, planLookUp, questionOfText, type LookUpOutcome } from "../../app/lookUp";
import { lookUpTable, type TableToLookUp } from "../../app/lookUpTable";
import { columnsToRead } from "../../app/readRecords";
import { costFacts, runFacts, tableFacts } from "../../app/runFacts";
import { mappingFor } from "../../app/tableColumns";
import { neutral } from "../../app/untrusted";
import { defaultResultColumns, nowhere, writeTable } from "../../app/writeTable";
import { agoText } from "../../runs/amounts";
import { rowCountsText } from "../../runs/batchTexts";
import { doubtOf, lookupTask, type LookupInput } from "../../runs/lookUpOnce";
import { planRun } from "../../runs/plan";
import { costText } from "../../runs/runState";
import { parseExact } from "../../service/exactJson";
import { parseLookup } from "../../tables/parseLookup";
import { openCsvTable } from "../../tables/table";
import { bytesSource } from "../../tables/textLines";
import { csvPresets, lineWriter } from "../../tables/writer";
import { joinedSentences } from "../../text/phrases";
import { tool, type ToolPreview, type ToolResult } from "../tool";
import { columnsField, pathField } from "./fields";
import { recordFacts } from "./recordText";

const longestText = 500;
const mostItems = 100;

const lookUpInput = z.strictObject({
  kind: z.enum(["company", "person"]).describe("What is looked up."),
  items: z
    .array(z.string().min(1).max(longestText))
    .min(1)
    .max(mostItems)
    .optional()
    .describe(
      "Of a company its domain, web page, email address, or professional-network profile, not its name; of a person " +
        `“Ada Lovelace @ acme.example”, or the profile. At most ${mostItems}.`,
    ),
  file: pathField("A CSV file instead of items: each of its rows is looked up.").optional(),
  column: z.string().min(1).max(200).optional().describe("The column of the file that identifies them."),
  columns: columnsField,
  again: z.boolean().optional().describe("Of one item: ask the service and pay again."),
});
type LookUpInput = z.infer<typeof lookUpInput>;

export const lookUpTool = tool({
  name: "look_up",
  title: "Look Up",
  description:
    "Looks up companies or people: one, several, or a table. A stored answer is free, another costs credits; the " +
    "same call again continues.",
  input: lookUpInput,
  effect: "spends",
  async preview(app, given): Promise<ToolPreview> {
    const { kind, again: refresh } = given;
    const text = singleOf(given);
    if (text === undefined) {
      return tablePreview(app, given);
    }
    const question = await questionOfText(app, kind, text);
    const planned = await planLookUp(app, { question, refresh });
    const words = neutral(question.words, 200);
    if (planned.saved !== undefined) {
      return { sentence: `${words}: the stored answer is free.`, credits: 0 };
    }
    const { sentence, credits } = planRun(planned.input);
    return { sentence: `Look up ${words}: ${sentence}`, credits };
  },
  async run(app, given, call) {
    const { kind, again: refresh } = given;
    const text = singleOf(given);
    if (text === undefined) {
      return lookUpMany(app, given, call);
    }
    const columns = columnsToRead(kind, given.columns);
    const question = await questionOfText(app, kind, text);
    return resultOf(app, question, await lookUp(app, { question, refresh }, { kind: "agent" }, call), columns);
  },
});

/** The only item; `undefined` for several items or a file. Throws a `Refusal` that says what to send. */
function singleOf({ items, file, again }: LookUpInput): string | undefined {
  if ((items === undefined) === (file === undefined)) {
    throw new Refusal("Add “items”, what to look up, or “file”, a table; not both.");
  }
  const [first, ...others] = items ?? [];
  if (first !== undefined && others.length === 0) {
    return first;
  }
  if (again === true) {
    throw new Refusal("again is for one item.");
  }
  return undefined;
}

async function tableOf(app: App, { kind, items, file, column, columns }: LookUpInput): Promise<TableToLookUp> {
  const chosen = columns === undefined ? defaultResultColumns(kind) : columnsToRead(kind, columns);
  if (file !== undefined) {
    const { uri, bytes } = await app.files.readTable(file);
    const table = await openCsvTable(bytesSource(bytes));
    return {
      title: file,
      source: uri,
      table,
      mapping: mappingFor(kind, table, column === undefined ? undefined : [column]),
      columns: chosen,
    };
  }
  const lines = (items ?? []).map((item) => item.replace(/\s+/gu, " ").trim());
  lines.forEach((line) => certainQuestion(kind, parseLookup(kind, line)));
  const write = lineWriter<string>(1, (line) => line, csvPresets.Plain);
  const input = Buffer.from(["Looked up", ...lines].map(write).join(""));
  const table = await openCsvTable(bytesSource(input));
  const title = `${lines.length} ${kind === "company" ? "companies" : "people"}`;
  return { title, source: "", input, table, mapping: mappingFor(kind, table, ["1"]), columns: chosen };
}

async function tablePreview(app: App, given: LookUpInput): Promise<ToolPreview> {
  const { table, title } = await tableOf(app, given);
  const connection = await app.connection();
  const records = given.items?.length ?? (await rowsOf(table));
  const price = await app.budgets.price(connection.info, lookupTask(given.kind, {}).kind);
  const plan = planRun({
    limits: { records },
    total: records,
    rows: "lookups",
    now: app.clock.now(),
    price,
    balance: connection.balance?.credits,
    balanceAt: connection.balance?.at,
  });
  return { sentence: `Look up ${neutral(title, 80)}, at most: ${plan.sentence}`, credits: plan.credits };
}

async function rowsOf(table: TableToLookUp["table"]): Promise<number> {
  let count = 0;
  for await (const rows of table.rows()) {
    count += rows.filter(({ kind }) => kind === "data").length;
  }
  return count;
}

async function lookUpMany(app: App, given: LookUpInput, call: Call): Promise<ToolResult> {
  const summary = await lookUpTable(app, await tableOf(app, given), { kind: "agent" }, call);
  const { counts } = await writeTable(app, summary.header.id, nowhere);
  const facts = runFacts(summary, app.clock.now());
  const read = `read_records with run ${facts.run} reads what was found for free`;
  return {
    text: `${rowCountsText(counts)}.`,
    details: [facts.stop?.sentence ?? ""],
    cost: costText(summary),
    next:
      facts.resumable && counts.open > 0 ? `run_search with resume ${facts.run} continues it; ${read}.` : `${read}.`,
    data: { ...facts, ...tableFacts(counts) },
  };
}

function resultOf(app: App, question: LookupInput, outcome: LookUpOutcome, columns: readonly string[]): ToolResult {
  const words = neutral(question.words, 200);
  switch (outcome.kind) {
    case "found":
    case "noMatch": {
      const { answer, paid } = outcome;
      const age = agoText(app.clock.now() - answer.receivedAt);
      const cost = paid === undefined ? `stored, received ${age}, free` : `paid ${costText(paid)}`;
      const paidCost = paid && costText(paid);
      const facts = { question: words, paid: paid !== undefined, ...costFacts(paid), run: answer.run };
      if (answer.kind === "noMatch" || answer.json === undefined) {
        return {
          text: `${words}: the service has no match (${cost}).`,
          cost: paidCost,
          next: "tell the user, or look up another domain, address or profile of the same.",
          data: { ...facts, found: false, record: null },
        };
      }
      const record = recordFacts(question.kind, answer.json, columns);
      const isByName = question.isByNameAlone === true || Object.keys(question.identifiers).join() === "person_name";
      const doubt = doubtOf(question, parseExact(answer.json));
      const otherDomain = doubt === undefined ? "" : `Found ${neutral(doubt, 200)}.`;
      const remark = isByName ? `Matched by the name alone: it may be another ${question.kind}.` : otherDomain;
      return {
        text: joinedSentences(`${words} (${cost}).`, remark),
        cost: paidCost,
        next: "use the record; columns names more of its fields, and asking again is free.",
        records: [JSON.stringify(record)],
        data: { ...facts, found: true, matchedByNameOnly: isByName, doubt: doubt && neutral(doubt, 200), record },
      };
    }
    case "leftOut":
      throw new Refusal(
        outcome.paid !== undefined
          ? `The record found for ${words} is in a leave-out list, so it is not shown. ` +
              `It cost ${costText(outcome.paid)}.`
          : `${words} is in a leave-out list, so nothing was requested.`,
        "list",
      );
    case "stopped": {
      const facts = runFacts(outcome.summary, app.clock.now());
      return {
        text: `${words}: no answer.`,
        details: [facts.stop?.sentence ?? ""],
        cost: costText(outcome.summary),
        next: "tell the user; do not repeat the call without a word from the user, because it may be charged again.",
        data: { question: words, found: false, ...facts },
      };
    }
  }
}
