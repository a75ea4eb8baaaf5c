// The service interface, rule by rule. Titles name the sections of the interface.
import { accountRules, authenticationRules } from "./contract/accounts";
import { bulkEnrichmentRules } from "./contract/bulkEnrichment";
import { filterRules } from "./contract/filters";
import { lookupRules } from "./contract/lookups";
import { priceRules } from "./contract/prices";
import { recordRules } from "./contract/records";
import { searchRules } from "./contract/searches";

describe("the sandbox keeps the service interface", () => {
  authenticationRules();
  searchRules();
  filterRules();
  lookupRules();
  recordRules();
  accountRules();
  priceRules();
  bulkEnrichmentRules();
});
