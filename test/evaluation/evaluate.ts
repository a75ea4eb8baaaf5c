// `npm run evaluate`: measures how well descriptions become searches, without a language model or with one.
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { describeWithModel, type AskModel } from "../../src/app/describe/describeWithModel";
import { readDescription } from "../../src/searches/description/readDescription";
import { english, german } from "./descriptions";
import { judge, type Verdict } from "./judge";

const help = `npm run evaluate -- [options]

Reads ${english.length + german.length} descriptions of searches and compares each filter with what was meant.

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

async function evaluate(): Promise<void> {
  const { values } = parseArgs({
    options: { model: { type: "string" }, mistakes: { type: "boolean" }, help: { type: "boolean" } },
  });
  if (values.help === true) {
    console.log(help);
    return;
  }
  const ask = values.model === undefined ? undefined : modelOf(values.model);
  for (const [language, descriptions] of Object.entries({ English: english, German: german })) {
    const verdicts: Verdict[] = [];
    for (const meant of descriptions) {
      const found = ask === undefined ? readDescription(meant.text) : await describeWithModel(meant.text, ask);
      verdicts.push(judge(meant, found));
    }
    const understood = verdicts.filter(({ isUnderstood }) => isUnderstood).length;
    const wrong = verdicts.filter((one) => one.wrong.length > 0).length;
    console.log(`${language}: ${understood} of ${verdicts.length} understood, ${wrong} silently wrong`);
    if (values.mistakes === true) {
      verdicts.filter((one) => !one.isUnderstood).forEach((verdict) => console.log(JSON.stringify(verdict)));
    }
  }
}

await evaluate();
