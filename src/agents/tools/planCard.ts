// The card of a plan: what a person is asked before a run, with what is there already.
import { countText } from "../../language/language";
import { agoText, creditsText } from "../../runs/amounts";
import { agreementSentences } from "../../runs/plan";
import { connectionSentence, runText } from "../../runs/spendingTexts";
import { describeSearch } from "../../searches/describeSearch";
import type { App } from "../../app/app";
import type { Call } from "../../app/call";
import type { PlannedSearch } from "../../app/planSearch";
import { neutral } from "../../app/untrusted";
import type { Card } from "../tool";
import { runCard } from "./resultCard";

/** Rows of a plan: from a run of the same search that is stored, because a sample would cost credits. */
const mostRows = 5;
/** How long a card waits for the number of records that match, in ms: everything fetched is read for it. */
const mostWaitMs = 1_000;

/** `input` is that of run_search. Sends nothing. */
export async function planCard(
  app: App,
  planned: PlannedSearch,
  input: Readonly<Record<string, unknown>>,
  call: Call,
): Promise<Card> {
  const { search, plan, connection, recent, inProgress, newest } = planned;
  const now = app.clock.now();
  const canRun = recent === undefined && inProgress === undefined;
  const earlier = newest && (await runCard(app, newest, [], mostRows)).table;
  const lines = [
    neutral(describeSearch(search.document), 2_000),
    plan.sentence,
    ...(canRun ? agreementSentences(plan) : []),
    connectionSentence(neutral(connection.info.label)),
    connection.sandbox ? "Its records are synthetic and free." : "",
    await ownedLine(app, planned, call),
    recent === undefined ? "" : `Everything was fetched ${agoText(now - recent.updatedAt)}: reading it is free.`,
    inProgress === undefined ? "" : "This search is running already.",
  ];
  return {
    title: neutral(search.title, 80),
    lines: lines.filter((line) => line !== ""),
    table: earlier && { ...earlier, caption: `Fetched ${agoText(now - newest.updatedAt)}: ${earlier.caption}` },
    ...(canRun && {
      offer: { label: labelOf(planned), tool: "run_search", input, credits: plan.credits },
    }),
  };
}

const labelOf = ({ plan, connection }: PlannedSearch): string =>
  connection.sandbox ? runText() : `Run for up to ${creditsText(plan.credits)}`;

/** Of all runs and lookups; the plan says it itself when they are left out. */
async function ownedLine(
  { store, clock }: App,
  { search, connection, input }: PlannedSearch,
  { signal }: Call,
): Promise<string> {
  if (input.known !== undefined) {
    return "";
  }
  const { search: kind, filters } = search.document;
  const stopping = new AbortController();
  const until = AbortSignal.any([signal, stopping.signal]);
  const wanted = { kind, filters, origin: connection.info.origin, now: clock.now() };
  const counting = store.matches.count(wanted, { signal: until });
  const isLate = clock.sleep(mostWaitMs, until).then(() => undefined);
  const found = await Promise.race([counting, isLate]).finally(() => stopping.abort());
  await Promise.allSettled([counting, isLate]);
  if (found === undefined) {
    return "";
  }
  const { matching } = found;
  return matching === 1
    ? "You already have 1 record that matches."
    : `You already have ${countText(matching)} records that match.`;
}
