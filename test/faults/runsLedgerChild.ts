// A window that writes to the ledger as fast as it can and says after each line that it is in. Started by the ledger
// test; loaded in any other way it does nothing.
import { realDisk } from "../../src/runs/disk";
import { openLedger } from "../../src/runs/ledger";

async function main(folder: string, name: string, count: number): Promise<void> {
  const ledger = openLedger({ folder, disk: realDisk });
  const at = Date.UTC(2026, 10, 20, 12);
  for (let which = 0; which < count; which += 1) {
    const call = `${name}-${which}`;
    await ledger.append(
      { kind: "sent", at, call, run: name, connection: "c", operation: "peopleSearch", records: 1, reserved: 1, unasked: true },
      { kind: "answered", at, call, records: 1, credits: 1, counted: 1 },
    );
    process.stdout.write(`${call}\n`);
  }
  await ledger.close();
}

const [, script, folder, name, count] = process.argv;
if (script?.includes("runsLedgerChild") === true && folder !== undefined && name !== undefined) {
  await main(folder, name, Number(count));
}
