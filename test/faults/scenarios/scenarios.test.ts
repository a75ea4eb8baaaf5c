// The same scenario through every door: the same question, the same requests, the same credits, the same end.
import assert from "node:assert/strict";
import { removeFolders } from "../../unit/store/rig";
import { canMount } from "../support/smallDisk";
import type { Door } from "./door";
import { fileScenarios } from "./fileScenarios";
import { agentDoor, scriptDoor, terminalDoor } from "./headlessDoors";
import { lookupScenarios } from "./lookupScenarios";
import { play } from "./play";
import { resumeScenarios } from "./resumeScenarios";
import { doorNames, type DoorName, type Scenario } from "./scenario";
import { searchScenarios } from "./searchScenarios";
import { openService, type ScenarioService } from "./service";
import { nothing } from "./steps";
import { storageScenarios } from "./storageScenarios";
import { windowDoor } from "./windowDoor";

/** A script that would be asked ends before anything is sent. */
const refused = { ...nothing, asked: ["refused"] };

describe("the same at every door", function () {
  this.timeout(60_000);
  let service: ScenarioService;
  let doors: Readonly<Record<DoorName, Door>>;

  before(async () => {
    service = await openService();
    doors = { window: await windowDoor(), agent: agentDoor(), terminal: terminalDoor(), script: scriptDoor() };
  });
  after(async () => {
    await service.close();
    removeFolders();
  });

  const all = [...searchScenarios, ...resumeScenarios, ...lookupScenarios, ...storageScenarios, ...fileScenarios];
  const hasDisk = ({ before = [] }: Scenario): boolean => before.some((step) => "disk" in step);
  const mounts = canMount();

  for (const scenario of all.filter((one) => mounts || !hasDisk(one))) {
    describe(scenario.name, () => {
      for (const name of doorNames) {
        const difference = scenario.differs?.[name];
        const expected = { ...nothing, ...scenario.expected };
        // Without a question, a script is the same code as a terminal.
        const isSame = name === "script" && difference === undefined && expected.asked.length === 0;
        if (difference?.isMissing !== true && !isSame) {
          it(`${name}${difference === undefined ? "" : `: ${difference.because}`}`, async () => {
            const { because: _, isMissing: __, says = scenario.says ?? [], ...differs } = difference ?? {};
            const { observed, text, endBefore } = await play(scenario, doors[name], service);
            const isRefused = name === "script" && difference === undefined;
            const different = isRefused ? { ...refused, end: endBefore } : differs;
            assert.deepEqual(observed, { ...expected, ...different }, text);
            (isRefused ? [] : says).forEach((fact) => assert.match(text, fact));
          });
        }
      }
    });
  }
});
