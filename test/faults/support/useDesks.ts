// Windows of a test on a database of its own, closed when it ends.
import type { Clock } from "../../../src/service/wire";
import { quickClock } from "../../support/testClock";
import { newFolder, removeFolders } from "../../unit/store/rig";
import { openDesk, type Desk, type DeskOptions } from "./desk";
import type { PayingService } from "./payingService";

export interface Desks {
  /** Begins anew with each test. */
  readonly clock: Clock;
  /** Another window on the test's database. */
  open(service: Pick<PayingService, "transport">, options?: Partial<DeskOptions>): Desk;
}

/** Hooks of the describe that calls it. */
export function useDesks(): Desks {
  let folder = "";
  let current = quickClock();
  let desks: Desk[] = [];
  beforeEach(() => {
    folder = newFolder();
    current = quickClock();
  });
  afterEach(async () => {
    await Promise.all(desks.map((desk) => desk.close()));
    desks = [];
    removeFolders();
  });
  const clock: Clock = {
    now: () => current.now(),
    monotonic: () => current.monotonic(),
    sleep: (ms, signal) => current.sleep(ms, signal),
  };
  return {
    clock,
    open(service, options = {}) {
      const desk = openDesk({ folder, transport: service.transport, clock, ...options });
      desks.push(desk);
      return desk;
    },
  };
}
