// A picture of the window for each test that fails in it.
import type { WorkbenchPage } from "./workbenchPage";

/** For the tests of the `describe` it is called in. */
export function picturesOfFailures(window: () => WorkbenchPage): void {
  afterEach(async function () {
    if (this.currentTest?.state === "failed") {
      await window().screenshot(`failed/${this.currentTest.fullTitle().replaceAll("/", " ").slice(0, 110)}`);
    }
  });
}
