// The places of an installation in tests.
import path from "node:path";
import type { OwnPlaces } from "../../../src/cli/arguments";

/** `home`: the user's folder. */
export const ownPlaces = (home: string): OwnPlaces => ({
  home,
  skills: path.resolve("media/skills"),
  start: (args) => ({ command: "/bin/prospect", args }),
});
