// The verb `describe`: turns a description into filters.
import { describeSearch } from "../searches/describeSearch";
import { longestDescription, readDescription } from "../searches/description/readDescription";
import { one, UsageProblem, verb } from "./arguments";

export const describe = verb({
  forms: ['describe "WORDS"'],
  about: "reads a description in English as filters; nothing is fetched",
  options: ["json"],
  notes: [
    `Known values, numbers, and places become filters. Everything else is named as not used, and so is what is ` +
      `negated or
joined by "or" in a way that filters cannot express. --json prints search, filters, fetch, and notUsed.`,
  ],
  examples: [
    'describe "CTOs at fintechs in Berlin, 20 to 100 employees"',
    'describe "banks outside of Switzerland" --json',
  ],
  connects: false,
  read: (args) => {
    const description = one(args, "a description in quotation marks");
    if (description.length > longestDescription) {
      throw new UsageProblem(`The description must have at most ${longestDescription} characters.`);
    }
    return description;
  },
  perform: (_context, description) => {
    const { search, filters, fetch, notUsed } = readDescription(description);
    const used =
      Object.keys(filters).length === 0 ? "Nothing became a filter." : describeSearch({ search, filters, fetch });
    const lines = [used];
    if (notUsed.length > 0) {
      lines.push(`Not used: ${notUsed.map((words) => JSON.stringify(words)).join(", ")}.`);
    }
    return Promise.resolve({
      state: "complete",
      data: { search, filters, fetch, notUsed },
      lines,
    });
  },
});
