// The same scenario through every door: the same question, the same requests, the same credits, the same end.
import assert from "node:assert/strict";
import { useStoresOnThisThread } from "../../support/storesOnThisThread";
import { removeFolders } from "../../unit/store/rig";
import { canMount } from "../support/smallDisk";
import type { Door } from "./door";
import { fileScenarios } from "./fileScenarios";
import { lookupScenarios } from "./lookupScenarios";
import { play } from "./play";
import { resumeScenarios } from "./resumeScenarios";
import type { DoorName, Scenario } from "./scenario";
import { searchScenarios } from "./searchScenarios";
import { openService, type ScenarioService } from "./service";
import { nothing } from "./steps";
import { storageScenarios } from "./storageScenarios";

/** A script that would be asked ends before anything is sent. */
const refused = { ...nothing, asked: ["refused"] };

const all = [...searchScenarios, ...resumeScenarios, ...lookupScenarios, ...storageScenarios, ...fileScenarios];
const hasDisk = ({ before = [] }: Scenario): boolean => before.some((step) => "disk" in step);

/** All scenarios at one door. Each door has a file of its own, so that they run side by side. */
export function playAtDoor(name: DoorName, openDoor: () => Door | Promise<Door>): void {
  describe(`the same at every door, here the ${name}:`, function () {
    useStoresOnThisThread();
    let service: ScenarioService;
    let door: Door;

    before(async () => {
      service = await openService();
      door = await openDoor();
    });
    after(async () => {
      await service.close();
      removeFolders();
    });

    const mounts = canMount();
    for (const scenario of all.filter((one) => mounts || !hasDisk(one))) {
      const difference = scenario.differs?.[name];
      const expected = { ...nothing, ...scenario.expected };
      // Without a question, a script is the same code as a terminal.
      const isSame = name === "script" && difference === undefined && expected.asked.length === 0;
      if (difference?.isMissing === true || isSame) {
        continue;
      }
      it(`${scenario.name}${difference === undefined ? "" : `: ${difference.because}`}`, async () => {
        const { because: _, isMissing: __, says = scenario.says ?? [], ...differs } = difference ?? {};
        const { observed, text, endBefore } = await play(scenario, door, service);
        const isRefused = name === "script" && difference === undefined;
        const different = isRefused ? { ...refused, end: endBefore } : differs;
        assert.deepEqual(observed, { ...expected, ...different }, text);
        (isRefused ? [] : says).forEach((fact) => assert.match(text, fact));
      });
    }
  });
}
