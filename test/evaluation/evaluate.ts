// `npm run evaluate`: measures how well descriptions become searches, without a language model or with one.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import type { AskModel } from "../../src/app/describe/describePrompt";
import { describeWithModel } from "../../src/app/describe/describeWithModel";
import { readDescription, type DescribedSearch } from "../../src/searches/description/readDescription";
import { descriptions, type Description } from "./descriptions";
import { overall, score } from "./score";

const help = `npm run evaluate -- [options]

Reads ${descriptions.length} descriptions of searches and compares each filter with what the description means.

  --model COMMAND   ask a language model: COMMAND gets the messages as JSON on standard input,
                    [{"from": "user" | "model", "text": "…"}], and prints the answer
  --mistakes        list every description that was not read as expected
  --help            this text`;

/** One process for each question, so that any program can be the model. */
const modelOf =
  (command: string): AskModel =>
  (messages) =>
    new Promise((resolve, reject) => {
      const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "inherit"] });
      let answer = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (answer += text));
      child.once("error", reject);
      child.once("close", (code) =>
        code === 0 ? resolve(answer) : reject(new Error(`The model's command ended with ${code}.`)),
      );
      child.stdin.once("error", reject);
      child.stdin.end(JSON.stringify(messages));
    });

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

async function evaluate(): Promise<void> {
  const { values } = parseArgs({
    options: { model: { type: "string" }, mistakes: { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help === true) {
    console.log(help);
    return;
  }
  const ask = values.model === undefined ? undefined : modelOf(values.model);
  const pairs: { expected: Description; found: DescribedSearch }[] = [];
  for (const expected of descriptions) {
    const found = ask === undefined ? readDescription(expected.text) : await describeWithModel(expected.text, ask);
    pairs.push({ expected, found });
  }
  const { fields, mistakes } = score(pairs);
  console.log("filter".padEnd(46), "right", "missing", "wrong");
  for (const [field, one] of [...fields].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(field.padEnd(46), String(one.right).padStart(5), String(one.missing).padStart(7), one.wrong);
  }
  for (const [name, part] of [
    ["used while writing the reader", pairs.filter(({ expected }) => !expected.isHeldOut)],
    ["held out", pairs.filter(({ expected }) => expected.isHeldOut)],
  ] as const) {
    const result = score(part);
    const { precision, recall, f1 } = overall(result);
    console.log(
      `${name}: ${result.exact} of ${part.length} exactly right; ` +
        `precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)}`,
    );
  }
  if (values.mistakes === true) {
    mistakes.forEach((mistake) => console.log(JSON.stringify(mistake)));
  }
}

await evaluate();
