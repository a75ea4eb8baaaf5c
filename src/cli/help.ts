// The help of the command line, generated from the tables of verbs and options.
import { filtersOf } from "../service/filterCatalogue";
import { optionOf, type OptionName } from "./arguments";
import { describedVerb, verbNames } from "./verbs";

const notes = `Connection: PROSPECT_DESK_ORIGIN and PROSPECT_DESK_KEY in the environment, never as arguments.
--sandbox uses the embedded service with synthetic data instead, which asks for nothing; with
PROSPECT_DESK_SANDBOX_ASKS=1 it asks before it spends, as a service does. PROSPECT_DESK_HOME is the folder of the
database (~/.prospect-desk).
PROSPECT_DESK_WAIT_SECONDS is how long to wait for a slow service, 30 to 300 (prospectDesk.service.waitSeconds).

Exit codes: 0 done, 1 failed, 2 wrong arguments or a document with errors, 3 needs an agreement to spend (nothing or no
more was sent), 4 stopped and resumable, also because the service asks to wait, 5 key rejected, 130 after Ctrl+C, 143
after SIGTERM (what was paid for is saved).

With --json standard output is one object, also after an error: "run", "title", "state", "stop" {"kind", "sentence"},
"retryAt", "records", "returned", "total", "credits", "creditsAtLeast", "resumable", "leftOut", "out", "notes".
"records" counts what the file of --out has, or what is saved; "creditsAtLeast" says that more may have been charged;
"resumable" says that "resume" continues; "retryAt" is when the service may be asked again; "notes" says why, as
standard error does. Where records are printed, standard output is NDJSON. Without --json, sentences go to a terminal or
to standard error.
`;

/** The help about a command or the filters, or the overview. */
export async function helpText(about: string | undefined): Promise<string> {
  if (about === "filters") {
    return filtersHelp();
  }
  return about !== undefined && verbNames.includes(about) ? helpOf(about) : overview();
}

const usage = (form: string): string => `prospect ${form}`;

async function overview(): Promise<string> {
  const verbs = await Promise.all(verbNames.map(describedVerb));
  const lines = verbs.flatMap((found) => entry(usage(found?.forms[0] ?? ""), [found?.about ?? ""], 28));
  const what = "Searches, plans, runs, looks up and exports with Prospect Desk, from scripts.";
  return `${what}\n\n${lines.join("\n")}\n\n${notes}`;
}

function filtersHelp(): string {
  const sections = (["company", "people"] as const).map((search) => {
    const filters = filtersOf(search);
    const lines = filters.flatMap(({ field, label, kind, meaning }) =>
      entry(field, [`${label} (${kind}): ${meaning}`], 45),
    );
    return `Filters of a ${search} search (${filters.length}):\n\n${lines.join("\n")}\n`;
  });
  return [...sections, "A record matches a filter if it fits any of its values. It must match all filters.\n"].join(
    "\n",
  );
}

async function helpOf(name: string): Promise<string> {
  const {
    forms = [],
    about = "",
    options = [],
    notes: paragraphs = [],
    examples = [],
  } = (await describedVerb(name)) ?? {};
  const parts = [
    forms.map((form) => `${usage(form)}${options.length === 0 ? "" : " [options]"}`).join("\n"),
    `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
    options.flatMap(optionLines).join("\n"),
    ...paragraphs,
    ["Examples:", ...examples.map((example) => `  ${example.includes("prospect ") ? example : usage(example)}`)].join(
      "\n",
    ),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function optionLines(name: OptionName): readonly string[] {
  const { value, about } = optionOf(name);
  return entry(`--${name}${value === undefined ? "" : ` ${value}`}`, about.split("\n"), 18);
}

/** A name and its explanation, on the same line if the name is short enough. */
function entry(name: string, about: readonly string[], width: number): readonly string[] {
  const rest = about.map((line) => `  ${" ".repeat(width)}${line}`);
  return name.length < width ? [`  ${name.padEnd(width)}${about[0] ?? ""}`, ...rest.slice(1)] : [`  ${name}`, ...rest];
}
