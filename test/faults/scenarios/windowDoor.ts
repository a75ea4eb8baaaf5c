// The whole extension in a window whose dialogs are answered by the scenario.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Uri } from "vscode";
import { commandIds, type CommandId } from "../../../src/workbench/commandIds";
import { until } from "../../support/until";
import { newVscode, staysOpen } from "../../support/vscode";
import { startExtension, type WholeExtension } from "../../support/wholeExtension";
import { connectionIds, copyOfDatabase, type Answers, type Door, type Place } from "./door";
import type { Action } from "./scenario";
import { key, otherKey } from "./service";

interface Modal {
  readonly modal?: boolean;
  readonly detail?: string;
}

interface PickItem {
  readonly label: string;
  readonly kind?: number;
}

interface PickBox {
  value: string;
  readonly title?: string;
  readonly placeholder?: string;
  readonly busy: boolean;
  items: readonly PickItem[];
  selectedItems: readonly PickItem[];
  fire(event: string, value?: unknown): void;
  hide(): void;
}

/** Lists that ask for something else than the scenario has. */
const dismissed = /^Connection: |^No row of |nothing to search/u;
/** What is picked from lists; otherwise the first item. */
const chosen = /^(?:domain|Companies|Continue|People|All people.*|companies\.csv \d.*)$/u;

const labels = { c1: "Work", c2: "Other" } as const;

function secretsOf(origin: string): ReadonlyMap<string, string> {
  const stored = Object.entries({ c1: key, c2: otherKey }).map(([id, secret]) => {
    const workspaceId = id === "c1" ? "w" : "other";
    const entry = { version: 1, id, label: labels[id as keyof typeof labels], origin, workspaceId, key: secret };
    return [`prospectDesk.connection.${id}`, JSON.stringify(entry)] as const;
  });
  return new Map(stored);
}

/** A person first sees the number that is known. */
const isAgain = (action: Action): boolean => action.do === "count" && action.refresh === true;

export function windowDoor(): Door {
  const vscode = newVscode({ readsDisk: true });
  const { answers: scripted, commands, documents, shown, settings } = vscode;

  /** Answers what the window asks, and collects what it shows. */
  function follow(answers: Answers, action: Action, typed: string | undefined): string[] {
    const said: string[] = [];
    scripted.clear();
    for (const what of ["showInformationMessage", "showWarningMessage", "showErrorMessage"]) {
      scripted.set(what, (text: string, ...rest: readonly unknown[]) => {
        const options = rest.find((one): one is Modal => typeof one === "object" && one !== null);
        const buttons = rest.filter((one) => typeof one === "string");
        if (options?.modal !== true) {
          said.push(text);
          return isAgain(action) ? buttons.find((button) => button === "Count Again") : undefined;
        }
        const yes = buttons.find((button) => button === "Replace") ?? buttons.at(-1);
        return answers.to(`${text}\n${options.detail ?? ""}`) ? yes : undefined;
      });
    }
    scripted.set("showInputBox", ({ value }: { readonly value?: string }) => typed ?? value);
    scripted.set("createQuickPick", (box: PickBox) => {
      if (action.do === "lookUp" && box.title !== "Connection") {
        setImmediate(() => void lookUpIn(box, action.text, said));
        return staysOpen;
      }
      if (action.do === "track" && box.title !== "Connection") {
        setImmediate(() => void pickTyped(box, action.id));
        return staysOpen;
      }
      said.push(`${box.title ?? ""}: ${box.placeholder ?? ""}`);
      return dismissed.test(`${box.title}: ${box.placeholder}`)
        ? undefined
        : (box.items.find(({ label }) => chosen.test(label)) ?? box.items[0]);
    });
    scripted.set("createInputBox", ({ value }: { readonly value: string }) =>
      action.do === "export" ? action.file : action.do === "contacts" ? "contacts.csv" : value,
    );
    scripted.set("showQuickPick", ([first]: readonly unknown[]) => (action.do === "contacts" ? first : undefined));
    return said;
  }

  async function start(place: Place, action: Action, extension: WholeExtension): Promise<void> {
    const call = async (id: CommandId, ...args: readonly unknown[]): Promise<void> =>
      void (await commands.get(id)?.(...args));
    const search = Uri.file(path.join(place.folder, "People.prospect.json"));
    const table = Uri.file(path.join(place.folder, "companies.csv"));
    switch (action.do) {
      case "run":
        return call(commandIds.runSearch, search);
      case "count":
        return call(commandIds.countSearch, search);
      case "resume":
        return action.rejected === true ? call(commandIds.resumeRun) : call(commandIds.resumeRun, newestRun(place));
      case "lookUp":
        return call(commandIds.lookUp);
      case "table":
        return call(commandIds.lookUpCsv, table);
      case "peopleAt":
        return call(commandIds.findPeopleAtCompanies, table);
      case "export":
        return call(commandIds.exportRun, newestRun(place));
      case "exportAgain":
        return call(commandIds.exportAgain, newestRun(place));
      case "track":
        await (action.again === true
          ? call(commandIds.refreshEnrichment, newestEnrichment(place))
          : call(commandIds.trackEnrichment));
        // The window asks in the background.
        await until(() => wasAsked(extension));
        return;
      case "contacts":
        await call(commandIds.refreshEnrichment, newestEnrichment(place));
        return call(commandIds.exportEnrichment, newestEnrichment(place));
    }
  }

  return {
    async perform(place, action, answers) {
      shown.length = 0;
      documents.clear();
      settings.clear();
      settings.set("agents.creditsPerDay", 25);
      vscode.folders = [Uri.file(place.folder)];
      const files = readdirSync(place.folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => Uri.file(path.join(place.folder, name)));
      files.forEach((uri) => documents.set(uri.toString(), readFileSync(uri.fsPath, "utf8")));
      vscode.workspace["findFiles"] = async () => files.filter((uri) => uri.path.endsWith(".prospect.json"));
      const said = follow(answers, action, limitOf(place, action));
      const active = place.connection === "none" ? undefined : connectionIds[place.connection];
      const extension = await startExtension({
        storage: place.home,
        secrets: place.connection === "none" ? new Map() : secretsOf(place.origin),
        state: { "prospectDesk.activeConnection": active },
      });
      try {
        await commands.get(commandIds.refreshAccount)?.();
        await start(place, action, extension);
        await settled(() => commands.get(commandIds.openList)?.({ list: { id: "none" } }));
      } finally {
        await extension.deactivate();
      }
      return said.filter((text) => text !== "This list was deleted.");
    },
  };
}

/** What is typed as the new limit of a run: records to fetch in addition, or credits in all. */
function limitOf(place: Place, action: Action): string | undefined {
  if (action.do !== "resume" || action.moreCredits === undefined) {
    return action.do === "resume" ? action.moreRecords?.toString() : undefined;
  }
  const newest = newestOf(place, "select credits from run order by no desc limit 1");
  return String(Number(newest?.["credits"]) + action.moreCredits);
}

function newestOf(place: Place, sql: string): Readonly<Record<string, unknown>> | undefined {
  const database = copyOfDatabase(place);
  const newest = database.prepare(sql).get();
  database.close();
  return newest;
}

/** As the Runs view names it. */
function newestRun(place: Place): object {
  const newest = newestOf(place, "select id from run order by no desc limit 1");
  return { run: { header: { id: newest?.["id"] } } };
}

/** As the Enrichments view names it. */
function newestEnrichment(place: Place): object {
  const newest = newestOf(place, "select key from enrichment order by added_at desc limit 1");
  return { enrichment: { key: newest?.["key"] } };
}

const wasAsked = (extension: WholeExtension): boolean =>
  extension.query("select 1 from enrichment where entry ->> '$.askedAt' is null").length === 0;

/** What follows the end of a run reads the database a few times: those calls are answered before these. */
async function settled(readDatabase: () => unknown): Promise<void> {
  for (let nth = 0; nth < 6; nth += 1) {
    await readDatabase();
  }
}

/** Types a text, and takes the first item that is offered for it. */
async function pickTyped(box: PickBox, text: string): Promise<void> {
  box.value = text;
  box.fire("value", text);
  await until(() => !box.busy && box.items.length > 0);
  const [first] = box.items;
  assert.ok(first !== undefined);
  box.selectedItems = [first];
  box.fire("accept");
}

async function lookUpIn(box: PickBox, text: string, said: string[]): Promise<void> {
  await pickTyped(box, text);
  await until(() => !box.busy);
  said.push(...box.items.map(({ label }) => label));
  box.hide();
}
