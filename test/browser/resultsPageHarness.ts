// The built results page in a real browser, under the extension's CSP, with a fake host and generated rows.
import { chromium, type Browser, type Page } from "playwright-core";
import type { PageLanguage } from "../../src/language/language";
import type { Call } from "../../webview-ui/messages/procedures";
import type {
  GridColumn,
  ResultsInitial,
  ResultsInput,
  ResultsProcedures,
  ResultsUpdates,
  RunStatus,
} from "../../webview-ui/messages/results";
import { ensureChromium } from "../host/chromium.mjs";
import { languageScript } from "./languageScript";
import { pageOrigin, servePage } from "./pageFiles";
import { pageThemes, type PageTheme } from "./pageThemes";

export interface FakeRun {
  readonly rows: number;
  readonly columns: number;
  readonly kind: "company" | "person" | "contact";
  /** Used one after another wherever a record shows text. */
  readonly texts?: readonly string[];
  readonly run?: Partial<RunStatus>;
  readonly unavailable?: string;
  /** Rows are sent only when `window.fake.release()` is called. */
  readonly hold?: boolean;
  readonly filter?: string;
}

export interface OpenOptions {
  readonly run: FakeRun;
  readonly theme?: PageTheme;
  /** English when there is none. */
  readonly language?: PageLanguage;
  readonly width?: number;
  readonly height?: number;
  /** What the page saved before a reload. */
  readonly kept?: unknown;
  readonly reducedMotion?: boolean;
  /** Runs in the page before anything else. */
  readonly first?: () => void;
}

const nonce = "bm9uY2U";
const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
}

/** `onFault` is called for errors, dialogs and violations of the content-security policy. */
export async function openResultsPage(
  browser: Browser,
  options: OpenOptions,
  onFault: (fault: string) => void = () => undefined,
): Promise<Page> {
  const theme = options.theme ?? "vscode-dark";
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1200, height: options.height ?? 760 },
    reducedMotion: options.reducedMotion === true ? "reduce" : "no-preference",
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => onFault(error.message));
  page.on("console", (message) => (message.type() === "error" ? onFault(message.text()) : undefined));
  page.on("dialog", (dialog) => onFault(dialog.message()));
  const initial = initialOf(options.run);
  await servePage(page, htmlOf(initial, theme, options.language));
  await page.addInitScript(options.first ?? (() => undefined));
  await page.addInitScript(fakeHost, { run: options.run, initial, kept: options.kept });
  await page.goto(`${pageOrigin}/`);
  return page;
}

/** The inputs of the page's calls of a procedure so far. */
export async function callsOf<Name extends keyof ResultsProcedures>(
  page: Page,
  name: Name,
): Promise<readonly ResultsInput<Name>[]> {
  const calls = await page.evaluate(() => (window as unknown as { fake: { calls: unknown[] } }).fake.calls);
  return (calls as Call<ResultsProcedures>[])
    .filter((call) => call.name === name)
    .map(({ payload }) => payload as ResultsInput<Name>);
}

/** Sends an update to the page, as its host would. */
export async function sendUpdate<Name extends keyof ResultsUpdates>(
  page: Page,
  name: Name,
  payload: ResultsUpdates[Name],
): Promise<void> {
  await page.evaluate(
    (update) =>
      (window as unknown as { fake: { send(name: string, payload: unknown): void } }).fake.send(
        update.name,
        update.payload,
      ),
    { name, payload: payload as unknown },
  );
}

function columnsOf(count: number): readonly GridColumn[] {
  const names = [
    "Name",
    "Domain",
    "Industry",
    "Headcount",
    "City",
    "Country",
    "Founded",
    "Type",
    "Website",
    "Specialties",
  ];
  return Array.from({ length: count }, (_, at) => ({
    id: `column${at}`,
    label: at < names.length ? (names[at] ?? "") : `${names[at % names.length]} ${Math.floor(at / names.length) + 1}`,
    numeric: at % names.length === 3 || at % names.length === 6,
  }));
}

const quiet: RunStatus = { sentence: "", remarks: [], actions: [], finished: true, more: 100 };

function initialOf(run: FakeRun): ResultsInitial {
  if (run.unavailable !== undefined) {
    return { kind: "unavailable", title: "Acme search", sentence: run.unavailable };
  }
  const columns = columnsOf(run.columns);
  return {
    kind: "open",
    state: {
      title: "Acme search",
      recordKind: run.kind,
      columns,
      layout: columns.map((column) => ({ id: column.id, width: column.numeric ? 90 : 160, visible: true })),
      view: {
        revision: 1,
        count: run.rows,
        records: run.rows,
        filter: run.filter ?? "",
        quick: [],
        arranging: false,
        selection: [],
      },
      run: { ...quiet, sentence: `${run.rows.toLocaleString("en")} of 12,480 · 25 credits`, ...run.run },
      synthetic: false,
    },
  };
}

function htmlOf(initial: ResultsInitial, theme: PageTheme, language: PageLanguage | undefined): string {
  const fonts = {
    "--vscode-font-family": "'DejaVu Sans', sans-serif",
    "--vscode-font-size": "13px",
    "--vscode-editor-font-family": "'DejaVu Sans Mono', monospace",
    "--vscode-editor-font-size": "13px",
  };
  const variables = Object.entries({ ...fonts, ...pageThemes[theme] })
    .map(([name, value]) => `${name}: ${value};`)
    .join(" ");
  const json = JSON.stringify(initial).replaceAll("<", "\\u003c");
  return `<!DOCTYPE html><html lang="${language?.tag ?? "en"}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="${nonce}"><title>Prospect Desk</title>
<style nonce="${nonce}">html, body { height: 100%; margin: 0; padding: 0; } html { ${variables} }
body { background: var(--vscode-editor-background); color: var(--vscode-foreground); }</style>
</head><body class="${theme}" data-vscode-theme-kind="${theme}">
${languageScript(language, nonce)}
<script type="application/json" id="initial-state" nonce="${nonce}">${json}</script>
<script type="module" nonce="${nonce}" src="/results.js"></script></body></html>`;
}

interface FakeParameters {
  readonly run: FakeRun;
  readonly initial: ResultsInitial;
  readonly kept: unknown;
}

/** Runs in the page before its script, so it can use nothing but its parameter. */
function fakeHost({ run, initial, kept }: FakeParameters): void {
  const calls: Call<ResultsProcedures>[] = [];
  const held: (() => void)[] = [];
  let state: unknown = kept;
  let order = Array.from({ length: run.rows }, (_, row) => row);
  let view = initial.kind === "open" ? initial.state.view : undefined;
  const cell = (row: number, column: number): string => {
    if (run.texts !== undefined) {
      return run.texts[(row + column) % run.texts.length] ?? "";
    }
    return column % 10 === 3
      ? String((row * 7919) % 10000)
      : `${["Northwind", "Contoso", "Fabrikam", "Tailspin"][(row + column) % 4] ?? ""} ${row}·${column}`;
  };
  const send = <Name extends keyof ResultsUpdates>(name: Name, payload: ResultsUpdates[Name]): void => {
    setTimeout(() => window.dispatchEvent(new MessageEvent("message", { data: { name, payload } })), 0);
  };
  const record = (row: number): unknown => {
    const text = (at: number): string =>
      run.texts === undefined ? "" : (run.texts[(row + at) % run.texts.length] ?? "");
    const say = (at: number, otherwise: string): string => text(at) || otherwise;
    const company = {
      id: `c${row}`,
      name: say(0, `Northwind ${row}`),
      domain: say(1, "northwind.example"),
      website: say(2, "https://www.northwind.example/about"),
      description: say(3, "Makes tools for people who make tools.\nSince 2009."),
      year_founded: 2009,
      headcount: 0,
      headcount_range: say(4, "51-200"),
      company_type: say(5, "Privately Held"),
      locations: {
        headquarters: { line1: say(6, "1 Main Street"), line2: say(7, "Berlin, 10115, DE") },
        offices: [{ line1: say(8, "2 Side Street"), line2: say(9, "Vienna, AT") }],
      },
      social_profiles: {
        professional_network: {
          id: 7,
          url: say(10, "https://network.example/company/northwind"),
          handle: "northwind",
          connection_count: 1234,
        },
      },
      specialties: [say(11, "developer tools"), "cloud"],
      technologies: [{ name: say(12, "PostgreSQL") }],
      industry: { main_industry: say(13, "Software Development") },
      unheard_of: say(14, "kept all the same"),
    };
    const person = {
      id: `p${row}`,
      full_name: say(0, `Ada Example ${row}`),
      headline: say(1, "Head of Engineering"),
      description: say(2, "Builds teams."),
      location: { city: say(3, "Berlin"), country: say(4, "Germany") },
      social_profiles: {
        professional_network: { id: 9, url: say(5, "https://network.example/in/ada"), connection_count: 500 },
      },
      educations: [
        {
          school_name: say(6, "University of Vienna"),
          degree: say(7, "MSc"),
          start_at: "2004-10-01T00:00:00Z",
          end_at: "2009-06-30T00:00:00Z",
        },
      ],
      languages: [{ language: say(8, "German"), proficiency: "NATIVE_OR_BILINGUAL" }],
      skills: Array.from({ length: 70 }, (_, at) => `${say(9, "Skill")} ${at}`),
      employment: {
        all: [
          {
            title: say(10, "Head of Engineering"),
            seniority: say(11, "Head"),
            job_functions: [{ function: say(12, "Engineering"), sub_function: "Platform" }],
            description: say(13, "Runs the platform."),
            company,
            is_current: true,
            start_at: "2019-03-01T00:00:00Z",
          },
          {
            title: "Engineer",
            company: { name: "Contoso" },
            start_at: "2010-01-01T00:00:00Z",
            end_at: "2019-02-01T00:00:00Z",
          },
        ],
      },
    };
    return run.kind === "company"
      ? company
      : run.kind === "person"
        ? person
        : {
            input: { first_name: say(15, "Ada"), company_domain: "northwind.example" },
            custom: { tag: say(16, "spring") },
            contact_info: {
              most_probable_work_email: { email: say(17, "ada@northwind.example"), status: "DELIVERABLE" },
              work_emails: [{ email: "a@northwind.example", status: "CATCH_ALL" }],
              phones: [
                {
                  number: say(18, "+43 1 234567"),
                  region: "AT",
                  line_type: "MOBILE",
                  line_status: "ACTIVE",
                  ownership_match: "CONFIRMED",
                  ownership_match_confidence: 92,
                  connect_rate: "HIGHEST",
                },
              ],
            },
            profile: person,
          };
  };
  const arrange = ({ sort, filter, facet, quick }: ResultsInput<"arrange">): void => {
    if (view === undefined) {
      return;
    }
    const wanted = filter.toLowerCase();
    order = Array.from({ length: run.rows }, (_, row) => row).filter(
      (row) => wanted === "" || cell(row, 0).toLowerCase().includes(wanted),
    );
    if (sort !== undefined) {
      const column = Number(sort.column.slice("column".length));
      const direction = sort.descending ? -1 : 1;
      order.sort((a, b) => direction * cell(a, column).localeCompare(cell(b, column), "en", { numeric: true }));
    }
    view = {
      ...view,
      revision: view.revision + 1,
      count: order.length,
      sort,
      filter,
      facet,
      quick,
      selection: [],
    };
    send("view", view);
  };
  const onCall = (call: Call<ResultsProcedures>): void => {
    calls.push(call);
    switch (call.name) {
      case "ready":
        if (call.payload.saved !== undefined && view !== undefined) {
          arrange(call.payload.saved);
        } else {
          send("initial", initial);
        }
        break;
      case "getRows": {
        const { id, revision, start, count } = call.payload;
        const answer = (): void =>
          send("rows", {
            id,
            revision,
            start,
            rows: order.slice(start, start + count).map((row) => ({
              title: cell(row, 0),
              cells: Array.from({ length: run.columns }, (_, column) => cell(row, column)),
            })),
          });
        if (run.hold === true) {
          held.push(answer);
        } else {
          answer();
        }
        break;
      }
      case "arrange":
        arrange(call.payload);
        break;
      case "getDetails": {
        const row = order[call.payload.at] ?? 0;
        send("details", {
          id: call.payload.id,
          title: cell(row, 0),
          record: record(row),
          raw: JSON.stringify(record(row), undefined, 2),
          rawCut: false,
        });
        break;
      }
      case "getSummary":
        send("summary", {
          id: call.payload.id,
          records: order.length,
          filtered: false,
          distributions: [
            {
              id: "country",
              label: "Country",
              buckets: [
                { value: "Germany", label: run.texts?.[0] ?? "Germany", count: 60 },
                { value: "Austria", label: run.texts?.[1] ?? "Austria", count: 25 },
              ],
              other: 10,
              unknown: 5,
              total: 100,
            },
            {
              id: "headcount_range",
              label: "Headcount",
              buckets: [
                { value: "11-50", label: "11-50", count: 40 },
                { value: "51-200", label: "51-200", count: 55 },
              ],
              other: 0,
              unknown: 5,
              total: 100,
            },
            { id: "industry", label: "Industry", buckets: [], other: 0, unknown: 100, total: 100 },
          ],
        });
        break;
      default:
        break;
    }
  };
  const executed: string[] = [];
  Object.assign(window, {
    fake: {
      calls,
      send,
      executed,
      state: () => state,
      /** As in a new tab. */
      forget: () => (state = undefined),
      release: () => held.splice(0).forEach((answer) => answer()),
    },
    /** Hostile texts try to call it. */
    pwned: (how: string) => executed.push(how),
    acquireVsCodeApi: () => ({
      postMessage: (call: Call<ResultsProcedures>) => onCall(structuredClone(call)),
      getState: () => state,
      setState: (next: unknown) => (state = next),
    }),
  });
}
