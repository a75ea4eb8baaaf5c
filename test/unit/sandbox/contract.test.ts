// The service interface, rule by rule, in process and over HTTP. Titles name the sections of the interface.
import { accountRules, authenticationRules } from "./contract/accounts";
import { bulkEnrichmentRules } from "./contract/bulkEnrichment";
import { clientRules } from "./contract/client";
import { filterRules } from "./contract/filters";
import { lookupRules } from "./contract/lookups";
import { priceRules } from "./contract/prices";
import { recordRules } from "./contract/records";
import type { Open } from "./contract/rules";
import { searchRules } from "./contract/searches";
import { openSandbox, ways, type UnderTest } from "./support/sandboxUnderTest";

for (const way of ways) {
  describe(`the sandbox keeps the service interface, ${way}`, function () {
    this.timeout(60_000);
    let open: UnderTest | undefined;
    const sandbox: Open = async (options) => (open = await openSandbox(way, options));

    afterEach(async () => {
      await open?.close();
      open = undefined;
    });

    authenticationRules(sandbox);
    searchRules(sandbox);
    filterRules(sandbox);
    lookupRules(sandbox);
    recordRules(sandbox);
    accountRules(sandbox);
    priceRules(sandbox);
    bulkEnrichmentRules(sandbox);
    clientRules(sandbox);
  });
}
