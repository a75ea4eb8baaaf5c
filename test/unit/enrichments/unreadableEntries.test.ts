// An entry that another version wrote and this one cannot read: polling of the others continues, and it is not changed.
import assert from "node:assert/strict";
import { EnrichmentList, type TrackedEnrichment } from "../../../src/enrichments/enrichmentList";
import { EnrichmentPoller } from "../../../src/enrichments/enrichmentPoller";
import type { ServiceClient } from "../../../src/service/serviceClient";
import { openTestStore, removeFolders } from "../store/rig";
import { jumpingClock } from "./jumpingClock";

const connection = { id: "c1", label: "Test", origin: "https://api.service.example", workspaceId: "w1" };

describe("an enrichment whose entry cannot be read", () => {
  afterEach(removeFolders);

  it("does not keep the others from being polled, all of which are reported once", async () => {
    const clock = jumpingClock(Date.UTC(2026, 10, 20));
    const { store, close } = openTestStore();
    const list = new EnrichmentList({ store, clock, owner: "window" });
    const entry = { version: 99, state: { kind: "unheard-of" } };
    await store.enrichments.track([
      { id: "odd", connection: connection.id, entry, addedAt: clock.now() - 1, nextAskAt: clock.now() - 1 },
    ]);
    await list.add(["e1", "e2"], connection);
    const asked: string[] = [];
    const reported: (readonly TrackedEnrichment[])[] = [];
    const client = {
      enrichment: async (id: string) => {
        asked.push(id);
        return { status: "FINISHED", contacts: 0, stillRunning: false };
      },
    } as unknown as ServiceClient;
    const poller = new EnrichmentPoller({
      list,
      clock,
      clientOf: async () => client,
      save: async () => undefined,
      onFinished: (entries) => reported.push(entries),
    });
    poller.start();
    await clock.runUntil(60_000, 1);
    await poller.dispose();
    assert.deepEqual(asked.sort(), ["e1", "e2"]);
    assert.deepEqual(
      reported.map((entries) => entries.map(({ id }) => id).sort()),
      [["e1", "e2"]],
    );
    const stored = await store.enrichments.list();
    assert.deepEqual(stored.find(({ id }) => id === "odd")?.entry, entry);
    await close();
  });
});
