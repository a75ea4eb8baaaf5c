// Property tests try the same examples in every run, so that they fail only after a change of the code.
// PROSPECT_TEST_SEED tries others.
// @ts-check
import { configureGlobal } from "fast-check";

configureGlobal({ seed: Number(process.env.PROSPECT_TEST_SEED ?? 1) });
