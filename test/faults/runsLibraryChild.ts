// A window that keeps searches in the personal library as fast as it can, each under the one name that every window
// wants, and changes each once; it says so after each. Started by the library test; loaded in any other way it does
// nothing.
import * as fs from "node:fs/promises";
import path from "node:path";
import { writeFileAtomically } from "../../src/searches/atomicFile";
import { Library } from "../../src/searches/library";

async function main(folder: string, name: string, count: number): Promise<void> {
  const library = new Library(folder, fs);
  for (let which = 0; which < count; which += 2) {
    const file = await library.create("Search", `${name} made ${which}`);
    process.stdout.write(`${path.basename(file)}\t${name} made ${which}\n`);
    await writeFileAtomically(fs, file, `${name} changed ${which + 1}`);
    process.stdout.write(`${path.basename(file)}\t${name} changed ${which + 1}\n`);
  }
}

const [, script, folder, name, count] = process.argv;
if (script?.includes("runsLibraryChild") === true && folder !== undefined && name !== undefined) {
  await main(folder, name, Number(count));
}
