// The verb about watches: it refreshes what was fetched too long ago.
import { readWatch } from "../app/readWatch";
import { refreshWatch } from "../app/refreshWatch";
import { commonNames, commonOf, one, spendNames, spendOf, type CommonOptions, type SpendOptions } from "./arguments";
import { callOf, spenderOf } from "./context";
import { spendNotes } from "./notes";
import { failureData, howToResume, runResult } from "./results";
import { verb } from "./verb";

interface WatchRequest extends CommonOptions, SpendOptions {
  readonly file: string;
}

export const watch = verb<WatchRequest>({
  forms: ["watch FILE"],
  about: "asks again for the records of a watch (*.watch.json) that were fetched too long ago",
  options: [...spendNames, ...commonNames],
  notes: [
    `A watch names records (a list, a saved search, a CSV file, or ids), how many days old they may get, and what a
refresh may cost. Records that are due are asked for by their ids, 100 in a request, in one run. When nothing is due,
nothing is sent. A refresh that was interrupted continues.`,
    ...spendNotes,
  ],
  examples: ["watch customers.watch.json --max-credits 50", "watch customers.watch.json --json"],
  connects: true,
  read: (rest, values) => ({ file: one(rest, "a watch"), ...spendOf(values), ...commonOf(values) }),
  async perform(context, request) {
    const { desk, terminal } = context;
    const found = await readWatch(desk, request.file);
    const { maxCredits } = request;
    const { watched, due, run } = await refreshWatch(
      desk,
      found,
      { spender: spenderOf(request), maxCredits },
      callOf(context),
    );
    const { document, unknown } = found;
    const counts = { watched, due, unknown };
    const about = [
      ...(unknown === 0 ? [] : [`${unknown} rows of the file name no record that was fetched, nor an id.`]),
      due === 0
        ? `Nothing is due: ${watched} records, fetched in the last ${document.olderThan} days. Nothing was sent.`
        : `${due} of ${watched} records were due.`,
    ];
    if (run === undefined) {
      return {
        state: "complete",
        data: { ...failureData("complete", ""), state: "complete", stop: null, ...counts },
        lines: about,
      };
    }
    const now = desk.clock.now();
    const { state, data, lines } = runResult(run, now);
    const goesOn = state === "complete" ? undefined : howToResume(run, now);
    if (goesOn !== undefined) {
      terminal.note(goesOn);
    }
    return { state, data: { ...data, ...counts }, lines: [...about, ...lines] };
  },
});
