// The states of the filter builder, for looking at each. Their data is not in any language of the pages.
import { newSearchText } from "../../src/searches/searchEdits";
import { documentState } from "../../src/workbench/searchEditor/documentState";
import type { InitialBuilderState, SearchRunState, ShownAccount } from "../../webview-ui/messages/filterBuilder";
import { quietRun, showBuilder } from "./builderInBrowser";
import type { Open, Then } from "./pageStates";

/** While the disk is full. */
export const unsaved =
  "The disk is full, so nothing more could be saved to /home/ada/.config/Code/User/globalStorage/prospect-desk/store/" +
  "desk.db. Free some space and try again. The last reply is paid for and only in memory: saving it is tried again " +
  "every 5 seconds. Stop the run to keep it in a file.";

const later = Date.now() + 3_600_000;
const accounts = {
  none: { kind: "noConnection" },
  checking: { kind: "checking", label: "甲", sandbox: false },
  rejected: { kind: "keyRejected", label: "甲", reason: "乙" },
  offline: { kind: "offline", label: "甲", reason: "乙" },
  limited: { kind: "rateLimited", label: "甲", until: later },
  locked: { kind: "secretsUnavailable", reason: "乙" },
  sandbox: { kind: "ready", label: "甲", sandbox: true, balance: 1_204, balanceAt: 0 },
} as const satisfies Readonly<Record<string, ShownAccount>>;
const noRuns: SearchRunState = { hasResult: false, hints: [], counting: false };
const quiet: SearchRunState = { ...quietRun, refreshNote: "12.480" };
const filled = JSON.stringify({
  search: "company",
  notes: "柏林",
  leaveOut: ["柏林", "维也纳"],
  filters: {
    industries: [{ value: "柏林" }, { value: "维也纳", exclude: true }, { value: "苏黎世", exact_match: true }],
    domains: [{ value: "柏林" }],
    professional_network_ids: [{ value: 7 }],
    headcounts: [{ min: 11, max: 50 }, { min: 10_001 }, { min: 3, exclude: true }],
    unheard_of: [{ value: "柏林" }],
  },
  fetch: { records: 200 },
});
const position = JSON.stringify({
  search: "people",
  filters: {
    current_position_years_in: [{ max: 0 }],
    current_company_days_since_last_job_change: [{ max: 30 }],
    person_ids: [],
    person_skills: Array.from({ length: 70 }, (_, at) => ({ value: `柏林${at}` })),
  },
});

/** Sentences of the host are its own matter. */
function stateOf(text: string): ReturnType<typeof documentState> {
  const state = documentState("检索", text);
  const sentences = new Set(state.problems.map(({ message }) => message));
  return JSON.parse(JSON.stringify(state), (_key, value: unknown) =>
    typeof value === "string" && sentences.has(value) ? "乙" : value,
  ) as typeof state;
}

function builder(text: string, start: Partial<InitialBuilderState> = {}, then: Then = async () => undefined): Open {
  return async (browser, look) => {
    const { page } = await showBuilder(
      browser,
      text,
      { state: stateOf(text), account: accounts.sandbox, run: quiet, ...start },
      { ...look, name: "检索.prospect.json", hasMotion: true }, // else progress rings are hidden
    );
    await then(page);
    return page;
  };
}

export const builderStates: Readonly<Record<string, Open>> = {
  "an empty company search": builder(newSearchText("company"), { account: accounts.none, run: noRuns }),
  "an empty people search": builder(newSearchText("people"), { account: accounts.checking }),
  "a filled search": builder(filled, {
    account: accounts.rejected,
    run: { ...quiet, plan: { records: 50, credits: 5000, priceKnown: false, exceedsBalance: true } },
  }),
  "a people search": builder(position, { account: accounts.offline, run: { ...quiet, plan: undefined } }),
  "a search that counts": builder(filled, { account: accounts.limited, run: { ...quiet, counting: true } }),
  "a search that runs": builder(filled, {
    run: { ...quiet, activity: { fetched: 100, wanted: 12_480, waitingUntil: later, stopping: false } },
  }),
  "a search that stops": builder(filled, {
    run: { ...quiet, activity: { fetched: 100, wanted: 12_480, stopping: true } },
  }),
  "a search with a page that is only in memory": builder(filled, {
    run: { ...quiet, activity: { fetched: 100, wanted: 12_480, unsaved, stopping: false } },
  }),
  "a search that finds nothing": builder(filled, {
    account: accounts.locked,
    run: {
      ...quiet,
      found: { total: 0, at: 0, isOutdated: false },
      hints: [{ field: "industries", value: "柏林", near: ["维也纳"] }],
    },
  }),
  "a search with leave-out lists": builder(filled, {
    run: {
      ...quiet,
      plan: {
        records: 100,
        credits: 25,
        priceKnown: true,
        exceedsBalance: false,
        leaveOut: { sent: 100, local: 1_152 },
      },
      leaveOut: [
        { name: "柏林", everywhere: false, summary: "1.240" },
        { name: "维也纳", everywhere: false, problem: "乙" },
        { name: "苏黎世", everywhere: true, summary: "12" },
      ],
    },
  }),
  "a search that cannot be read": builder("{"),
  "a search with invalid values": builder(
    JSON.stringify({
      search: "company",
      filters: {
        industries: Array.from({ length: 7 }, () => ({ value: 7, exclude: true })),
        headcounts: [{ min: 9, max: 3 }],
      },
      fetch: { records: 0, credits: "柏", leaveOutKnown: "柏" },
    }),
  ),
  "a search half typed": builder(filled, {}, async (page) => {
    await page.locator("prospect-run-bar input").first().fill("柏");
    await page.locator("prospect-run-bar input").nth(1).fill("9".repeat(12));
    await page.locator("prospect-range-field input").first().fill("柏");
    await page.locator("[data-field=industries] input").fill("柏");
    await page.locator("[data-field=professional_network_ids] input").fill("柏");
    await page.keyboard.press("Enter");
    await page.locator("prospect-value-field .problem").waitFor();
  }),
  "the list of filters": builder(newSearchText("people"), {}, async (page) => {
    await page.locator(".add input").click();
    await page.locator("[role=listbox]").waitFor();
  }),
  "suggested ranges": builder(filled, {}, async (page) => {
    await page.locator("prospect-range-field input").first().click();
    await page.locator(".presets button").first().waitFor();
  }),
  "rare commands of a search": builder(filled, {}, async (page) => {
    await page.locator("prospect-run-bar prospect-menu button").click();
    await page.locator("prospect-run-bar [role=menuitem]").first().waitFor();
  }),
};
