// The help texts of the command line.

const general = `Searches, plans, runs and exports with Prospect Desk, from scripts.

  prospect run FILE|-          runs a saved search (*.prospect.json; - reads it from standard input)
  prospect run --resume RUN    continues a run where it stopped
  prospect plan FILE|-         says what a run would fetch and cost; sends no paid request
  prospect count FILE|-        how many records match; may cost as much as one record
  prospect lookup company TEXT one company by domain, name, or address; free if it is stored already
  prospect lookup person TEXT  one person by profile address, email, or name and company
  prospect runs                the latest runs
  prospect export RUN          writes the records of a run; costs nothing
  prospect backup FILE         writes the whole database to one file and checks it
  prospect restore FILE        replaces the database with a backup, after a question; the database before is kept
  prospect account             balance, spent today, and what may still be spent without asking
  prospect mcp                 serves the tools for agents over standard input and output (MCP)
  prospect schema              the JSON schema of saved searches
  prospect help COMMAND        the options of one command

Connection: PROSPECT_DESK_ORIGIN and PROSPECT_DESK_KEY in the environment, never as arguments. --sandbox uses the
embedded service with synthetic data instead. PROSPECT_DESK_HOME is the folder of the database (~/.prospect-desk).
PROSPECT_DESK_WAIT_SECONDS is how long to wait for a slow service, 30 to 300 (prospectDesk.service.waitSeconds).

Exit codes: 0 complete, 1 failed, 2 wrong arguments or a document with errors, 3 needs more budget (nothing or no more
was sent), 4 stopped early ("resumable" in the JSON: "run --resume" continues), 5 key rejected, 130 canceled (what was
paid for is saved). A count ends with 0 only with a number.
`;

const spendingText = `  --max-credits N   spend at most N credits now, without asking
  --yes             spend what the plan says, without asking; also ask again for a page that may be charged twice
  --accept-unknown-costs
                    continue although the service does not say what its pages cost; needs --max-credits or --yes, too
--max-credits is a limit. It agrees neither to unknown costs nor to a page that may be charged twice and costs more than
the limit. Only the page in flight when the price rises can cost more than was allowed.
Without --max-credits and --yes, a command costs at most what agents may spend per day
(prospectDesk.agents.creditsPerDay) or what needs no confirmation (prospectDesk.spending.confirmAbove); above it, the
command asks on a terminal and ends with 3 elsewhere, as it does about unknown costs and pages that may be charged
twice.`;

const tryNowText = `  --try-now         end the wait that the service asked for, for all windows and processes`;

const outputText = `  --out FILE        the file to write; it is replaced whole or not at all
  --format FORMAT   csv, json, ndjson, xlsx, sqlite, or parquet; from the ending of FILE when absent
  --columns LIST    names of columns separated by commas, or the name of a column profile`;

const commonText = `  --json            the last line of standard output is one JSON object
  --sandbox         the embedded service with synthetic data`;

const details: Readonly<Record<string, string>> = {
  run: `prospect run FILE|- [options]
prospect run --resume RUN [options]

  --records N       fetch N records instead of the number in the document; with --resume, N more
${tryNowText}
${spendingText}
${outputText}
With --out, the file is written when the run fetched what was asked or stopped at its credits; otherwise, also when the
service ended the list early, the old file stays, and "prospect export RUN" writes what there is.
${commonText}
`,
  plan: `prospect plan FILE|- [options]

  --records N       plan for N records instead of the number in the document
${commonText}
`,
  count: `prospect count FILE|- [options]

${tryNowText}
${spendingText}
${commonText}
`,
  lookup: `prospect lookup company|person TEXT… [options]

${tryNowText}
${spendingText}
${commonText}
`,
  account: `prospect account [options]

${tryNowText}
${commonText}
`,
  backup: `prospect backup FILE [options]

  --replace         replace FILE if it exists
  --json            the last line of standard output is one JSON object
Windows and other commands read and write the database meanwhile. FILE contains personal data.
`,
  restore: `prospect restore FILE [options]

  --yes             restore it without a question
  --json            the last line of standard output is one JSON object
FILE is checked first. Nothing is restored while a run, batch, or enrichment is in progress. Payments made since the
backup stay in the ledger, and "restore" names the file with the database as it was before.
`,
  export: `prospect export RUN [options]

${outputText}
  --replace         replace FILE if it exists
Without --out, the records are printed to standard output as CSV or in --format csv, json, or ndjson.
${commonText}
`,
};

/** The help about a command, or the overview. */
export function helpText(about: string | undefined): string {
  return about !== undefined && Object.hasOwn(details, about) ? (details[about] ?? general) : general;
}
