// Simulates a user with windows, searches and a misbehaving service, and compares charges with confirmations.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { Uri } from "vscode";
import { companiesOf } from "../../../src/runs/atCompanies";
import type { RunSummary } from "../../../src/runs/run";
import { leaseMs } from "../../../src/runs/runStore";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import type { RateLimitGate } from "../../../src/service/rateLimitGate";
import { readCompanyLines } from "../../../src/tables/companyList";
import { aroundCalls } from "../../support/aroundCalls";
import { MemoryGate } from "../../support/memoryGate";
import { testClock } from "../../support/testClock";
import { newVscode, type ScriptedVscode } from "../../support/vscode";
import type { TestStore } from "../store/rig";
import { misbehavingService, type Behavior, type ServicePlan } from "./misbehavingService";
import { openUserData, openWindow, type UserData, type Window, type WindowOptions } from "./windowEntry";

/** A folder in memory where available, because the model writes thousands of databases. */
const temporary = (): string =>
  fs.mkdtempSync(path.join(fs.existsSync("/dev/shm") ? "/dev/shm" : os.tmpdir(), "windows-"));

export interface Windows {
  readonly data: UserData;
  setUser(user: User, confirmAbove?: number): void;
  close(): Promise<void>;
}

/** The windows of one simulated user after the other, with one database that is cleared for each user. */
export function openWindows(): Windows {
  const folder = temporary();
  const vscode = newVscode();
  const data = openUserData(path.join(folder, "desk.db"), 2);
  return {
    data,
    setUser: (user, confirmAbove = 25) => {
      vscode.shown.length = 0;
      vscode.settings.set("spending.confirmAbove", confirmAbove);
      letAnswer(vscode, user);
    },
    close: async () => {
      await data.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the user sees of a question or a notification. */
export interface Shown {
  readonly text: string;
  readonly detail: string;
  readonly modal: boolean;
  readonly items: readonly string[];
}

/** The user at all windows. */
export interface User {
  /** The selected button, if any. */
  choose(shown: Shown): string | undefined;
  /** The typed text, or `undefined` for Escape. */
  type(question: { readonly title: string; readonly value: string }): string | undefined;
}

function letAnswer({ answers }: ScriptedVscode, { choose, type }: User): void {
  for (const message of ["showInformationMessage", "showWarningMessage", "showErrorMessage"]) {
    answers.set(message, (text: string, ...rest: readonly (string | Partial<Shown>)[]) => {
      const { detail = "", modal = false } = rest.find((one) => typeof one === "object") ?? {};
      return choose({ text, detail, modal, items: rest.filter((one) => typeof one === "string") });
    });
  }
  answers.set("showInputBox", (box: InputBox) => {
    const typed = type({ title: box.title ?? "", value: box.value ?? "" });
    return typed !== undefined && box.validateInput?.(typed) === undefined ? typed : undefined;
  });
}

interface InputBox {
  readonly title?: string;
  readonly value?: string;
  readonly validateInput?: (text: string) => string | undefined;
}

/** One action of the user. */
export type Step = {
  readonly window: number;
  /** Whether the user confirms the questions that follow. */
  readonly answers: readonly boolean[];
  /** The paid request, counted from 1, during which the window is killed or reloaded. */
  readonly diesAt?: number | undefined;
} & (
  | {
      readonly kind: "run";
      readonly records: number;
      readonly credits?: number | undefined;
    }
  | { readonly kind: "count" }
  /** People at so many companies. */
  | { readonly kind: "at"; readonly records: number; readonly companies: number; readonly most?: number | undefined }
  | { readonly kind: "more"; readonly records: number }
  | { readonly kind: "resume" }
);

export interface Sequence {
  readonly plan: ServicePlan;
  readonly confirmAbove: number;
  readonly steps: readonly Step[];
  /** Whether pairs of steps run at the same time in two windows. */
  readonly concurrent: boolean;
}

const usually = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 3, arbitrary: fc.constantFrom(usual, ...others) });

const behavior: fc.Arbitrary<Behavior> = fc.record({
  price: fc.constantFrom(0, 0.1, 0.25, 0.25, 1, 5, 10, 0.333333),
  reportedCost: usually<Behavior["reportedCost"]>("correct", "missing", "string", "unusable", "negative"),
  size: usually<Behavior["size"]>("full", "short", "empty", "repeated", "overlong", "nullList"),
  cursor: usually<Behavior["cursor"]>("next", "none", "stuck", "fresh", "empty"),
  total: usually<Behavior["total"]>("true", "zero", "negative", "missing", "shrinking", "huge", "text"),
  fault: usually<Behavior["fault"]>(
    "none",
    "lostCharged",
    "lostFree",
    "402",
    "403",
    "429",
    "500charged",
    "500free",
    "notJson",
    "noList",
  ),
});

const always = {
  window: fc.constantFrom(0, 1),
  answers: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
  diesAt: usually<number | undefined>(undefined, 1, 2, 3, 5),
};
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ...always,
      kind: fc.constant("run" as const),
      records: fc.constantFrom(1, 10, 100, 250, 1000, 1_000_000),
      credits: fc.constantFrom(undefined, undefined, 0, 0.5, 5, 20, 300),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...always, kind: fc.constant("count" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...always,
      kind: fc.constant("at" as const),
      records: fc.constantFrom(1, 250, 1_000_000),
      companies: fc.constantFrom(1, 3, 30),
      most: fc.constantFrom(undefined, 1, 20, 20),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...always,
      kind: fc.constant("more" as const),
      records: fc.constantFrom(1, 10, 100, 500),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...always, kind: fc.constant("resume" as const) }) },
);

export const sequence: fc.Arbitrary<Sequence> = fc.record({
  plan: fc.record({
    records: fc.constantFrom(0, 1, 9, 100, 130, 350, 900),
    behaviors: fc.array(behavior, { minLength: 1, maxLength: 6 }),
    balance: usually<ServicePlan["balance"]>("whole", "fractional", "unreadable", "rising", "shared"),
    freeWhenReturnedBefore: fc.boolean(),
  }),
  confirmAbove: fc.constantFrom(0, 1, 25, 25, 100),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  concurrent: fc.boolean(),
});

/** The credits in a question, and whether it says that the cost is unknown. */
function creditsInQuestion(shown: Shown, picked: string): { readonly credits: number; readonly unknown: boolean } {
  const number = (text: string | undefined): number => Number((text ?? "NaN").replaceAll(",", ""));
  const label = /for up to ([\d.,]+) credits?/.exec(picked);
  const sentence = /asks again before it spends more than ([\d.,]+) credits?/.exec(shown.detail);
  // A question about one record contains its cost in the plan's sentence.
  const one = /(?:about|it is) ([\d.,]+) credits?/.exec(shown.detail);
  const credits = label ? number(label[1]) : sentence ? number(sentence[1]) : one ? number(one[1]) : 0;
  return { credits, unknown: /unknown cost/.test(shown.detail) };
}

interface MortalWindow extends Window {
  readonly death: Promise<void>;
  isDead(): boolean;
  /** It dies while the paid request of this number from now on is answered. */
  diesAt(request: number | undefined): void;
}

/** A window that ends like a process: what it waits for never comes, and nothing of it reaches disk or network. */
function mortalWindow(options: WindowOptions, onLost: (reply: Promise<unknown>) => Promise<void>): MortalWindow {
  const never = new Promise<never>(() => undefined);
  const held = new Set<() => Promise<void>>();
  let [isDead, requestsLeft] = [false, Number.POSITIVE_INFINITY];
  let die = (): void => undefined;
  const death = new Promise<void>((resolve) => {
    die = () => {
      isDead = true;
      held.forEach((release) => void release());
      resolve();
    };
  });
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = isDead ? never : await work().catch((error: unknown) => (isDead ? never : Promise.reject(error)));
    return isDead ? never : result;
  };
  const window = openWindow({
    ...options,
    store: aroundCalls(options.store, (_name, call) => alive(call)),
    transport: (request, signal) =>
      alive(async () => {
        const reply = options.transport(request, signal);
        requestsLeft -= request.path.endsWith("/credits") ? 0 : 1;
        if (requestsLeft === 0) {
          await onLost(reply.catch(() => undefined));
          die();
        }
        return reply;
      }),
    gate: new Proxy(options.gate, {
      get: (target, name: keyof RateLimitGate) =>
        name === "acquirePaidSlot"
          ? async (...given: Parameters<RateLimitGate["acquirePaidSlot"]>) => {
              const release = await target.acquirePaidSlot(...given);
              if (isDead) {
                await release();
                return never;
              }
              held.add(release);
              return release;
            }
          : target[name].bind(target),
    }),
  });
  return {
    ...window,
    death,
    isDead: () => isDead,
    diesAt: (request) => (requestsLeft = request ?? Number.POSITIVE_INFINITY),
  };
}

const tolerance = 1e-6;

/**
 * Plays a sequence. Rejects with an `AssertionError` when more was charged than confirmed plus the page in flight, when
 * a run shows a wrong cost without "at least", or when a run is shown as complete although it is not.
 */
export async function play(
  { data, setUser }: Windows,
  { plan, confirmAbove, steps, concurrent }: Sequence,
): Promise<{ readonly questions: number; readonly charged: number }> {
  const service = misbehavingService(plan);
  const clock = testClock(undefined, "idle");
  data.clear();
  let seed = 1;
  const random = (bytes: number): Uint8Array =>
    Uint8Array.from({ length: bytes }, () => (seed = (seed * 48_271) % 2_147_483_647) & 0xff);
  const gate = new MemoryGate(clock);
  let opened = 0;
  /** Charged for calls in flight when their window was killed: nobody knows how much their price had risen. */
  let lost = 0;
  const stated = (from = 0): readonly number[] =>
    service.charges.slice(from).flatMap(({ credits, isStated }) => (isStated ? [credits] : []));
  const sumOf = (credits: readonly number[]): number => credits.reduce((sum, one) => sum + one, 0);
  const open = (store: TestStore): MortalWindow =>
    mortalWindow(
      { store, clock, transport: service.transport, gate, owner: `window-${opened++}`, random },
      async (reply) => {
        const before = service.charges.length;
        await reply;
        lost += sumOf(stated(before));
      },
    );
  const windows = data.stores.map(open);
  let questions = 0;
  /** Stated charges since the last confirmation. */
  const unconfirmed: number[] = [];
  /** Of the companies of a run four are asked for at once, beside a page of the other window. */
  const inFlight = steps.some(({ kind }) => kind === "at") ? 5 : 1;
  const source = Uri.file("/searches/a.prospect.json");
  const other = Uri.file("/searches/b.prospect.json");

  const doStep = async (one: Step): Promise<void> => {
    const window = windows[one.window] as MortalWindow;
    const { runner, runs, refreshBalance } = window;
    await refreshBalance();
    window.diesAt(one.diesAt);
    const [latest] = (await runs.list({ purposes: ["search"] })).filter(
      ({ stop, header }) => stop !== undefined && header.limits.records > 1,
    );
    switch (one.kind) {
      case "run": {
        const document: SearchDocument = {
          search: "people",
          filters: {},
          fetch: { records: one.records, credits: one.credits },
        };
        return runner.run(one.window === 0 ? source : other, document);
      }
      case "count":
        return void (await runner.count(
          one.window === 0 ? source : other,
          { search: "people", filters: {}, fetch: {} },
          true,
        ));
      case "at": {
        const { records, companies, most: mostPerCompany } = one;
        const domains = Array.from({ length: companies }, (_, nth) => `c${nth}.example`);
        return runner.runAtCompanies({
          ...{ title: "People", source, document: { search: "people", filters: {}, fetch: {} } },
          ...{ list: await readCompanyLines(Buffer.from(domains.join("\n"))), records, mostPerCompany },
        });
      }
      case "more":
        return latest && runner.fetchMore(latest.header.id, one.records);
      case "resume":
        return latest && runner.resume(latest.header.id);
    }
  };

  /** Opens windows again that were killed, once it shows that they are gone. */
  const reopen = async (): Promise<void> => {
    if (windows.some(({ isDead }) => isDead())) {
      await clock.sleep(leaseMs + 1_000, new AbortController().signal);
    }
    windows.forEach(({ isDead }, nth) => isDead() && (windows[nth] = open(data.stores[nth] as TestStore)));
  };

  const listed = (): Promise<readonly RunSummary[]> => (windows[0] as MortalWindow).runs.list();

  const settle = async (): Promise<void> => {
    // Notifications are answered after the step that showed them, and may lead to further calls.
    for (let quiet = 0; quiet < 3;) {
      const before = service.charges.length + service.returned + questions;
      for (let tick = 0; tick < 12; tick += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await reopen();
      quiet = service.charges.length + service.returned + questions === before ? quiet + 1 : 0;
      // A run that waits for the rate limit does nothing for many iterations.
      if (quiet === 3 && (await listed()).some(({ stop }) => stop === undefined)) {
        quiet = 0;
      }
    }
  };

  const totals = async (): Promise<{ readonly credits: number; readonly atLeast: boolean }> => {
    const runs = await listed();
    return {
      credits: runs.reduce((sum, { credits }) => sum + credits, 0),
      atLeast: runs.some(({ possibleCredits, unknownCosts }) => possibleCredits > 0 || unknownCosts > 0),
    };
  };

  const groups: (readonly Step[])[] = concurrent
    ? Array.from({ length: Math.ceil(steps.length / 2) }, (_, nth) =>
        steps.slice(nth * 2, nth * 2 + 2).map((one, which) => ({ ...one, window: which })),
      )
    : steps.map((one) => [one]);
  for (const group of groups) {
    const before = {
      charges: service.charges.length,
      ...(await totals()),
    };
    const pending = group.flatMap(({ answers: list }) => list);
    const confirmed = { credits: 0, times: 0, unknown: false };
    const user: User = {
      choose: (shown) => {
        // Buttons that spend credits; the others open or connect something.
        const spends = shown.items.find((item) => /^(Run|Resume|Continue|Fetch Again)/.test(item));
        if (spends === undefined || pending.shift() !== true) {
          return undefined;
        }
        questions += 1;
        const question = creditsInQuestion(shown, spends);
        if (shown.modal || question.credits > 0) {
          confirmed.credits += question.credits;
          confirmed.times += 1;
          confirmed.unknown ||= question.unknown;
        }
        return spends;
      },
      type: ({ title, value }) => {
        const yes = pending.shift() === true;
        if (yes && /credit limit/.test(title)) {
          questions += 1;
          confirmed.times += 1;
          // The limit is for the whole run, so it confirms no more than the limit itself.
          confirmed.credits += Number(value === "" ? "7" : value.replaceAll(",", ""));
        }
        return yes ? (value === "" ? "7" : value) : undefined;
      },
    };
    setUser(user, confirmAbove);
    await Promise.all(group.map((one) => Promise.race([doStep(one), (windows[one.window] as MortalWindow).death])));
    windows.forEach(({ diesAt }) => diesAt(undefined));
    await settle();
    const now = stated(before.charges);
    const charged = sumOf(now);
    const shown = await totals();
    const windowCount = group.length;
    const trace = JSON.stringify({ group, now, confirmed, unconfirmed, shown, before });
    if (confirmed.times === 0) {
      unconfirmed.push(...now);
      // Only what is in flight may cost more than expected.
      assert.ok(
        sumOf(unconfirmed) - sumOf(unconfirmed.slice(-inFlight)) - lost <= confirmAbove + tolerance,
        `more was charged without a question than is allowed: ${trace}`,
      );
    } else {
      // A step may spend without a question before its first one, and so may another window at the same time.
      const times = confirmed.times + windowCount;
      const mostInFlight = Math.max(0, ...now) * inFlight;
      assert.ok(
        confirmed.unknown || charged <= confirmed.credits + (confirmAbove + mostInFlight) * times + tolerance,
        `more was charged than confirmed: ${trace}`,
      );
      // Unconfirmed spending of another window after the confirmation cannot be separated from confirmed spending.
      unconfirmed.length = 0;
      lost = 0;
    }
    const spent = service.charged;
    assert.ok(shown.credits <= spent + tolerance, `the shown cost is more than was charged: ${trace}`);
    assert.ok(
      spent - shown.credits <= tolerance || shown.atLeast,
      `the shown cost is less than was charged, without "at least": ${trace}`,
    );
  }
  for (const run of await listed()) {
    assertEnd(run, plan);
  }
  return { questions, charged: service.charged };
}

/** Every run must have an end and possible numbers. */
function assertEnd(run: RunSummary, plan: ServicePlan): void {
  assert.ok(run.stop !== undefined, "a run has no end");
  assert.ok(run.lastTotal === undefined || run.lastTotal >= 0, `a total of ${String(run.lastTotal)} is shown`);
  const isCorrectService = plan.behaviors.every(
    ({ size, cursor, total, fault }) => size === "full" && cursor === "next" && total === "true" && fault === "none",
  );
  if (isCorrectService && run.stop.kind === "complete") {
    const { count = 1 } = companiesOf(run.header.task) ?? {};
    const { most = plan.records } = companiesOf(run.header.task) ?? {};
    assert.equal(run.records, count * Math.min(most, plan.records), "a run is shown as complete and is not");
  }
}
