// Updates a file of an earlier version in a process of its own, and prints a line for each piece that is done.
import { writeSync } from "node:fs";
import { openTestStore } from "./rig";

const file = process.argv[2] ?? "";
const { close } = openTestStore({ file, onMigrating: (progress) => writeSync(1, `updated ${progress?.done ?? 0}\n`) });
await close();
