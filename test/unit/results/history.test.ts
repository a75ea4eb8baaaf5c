// What has changed in a record from one fetch to the next, as the details show it.
import assert from "node:assert/strict";
import type { RecordKind } from "../../../src/service/operations";
import type { RecordVersion } from "../../../src/store/versions";
import { detailSections } from "../../../webview-ui/results/detailSections";

const version = (month: number, values: RecordVersion["values"]): RecordVersion => ({
  ...{ run: `R${month}`, runTitle: `Run ${month}`, receivedAt: Date.UTC(2026, month - 1, 5), values },
});

/** The section after the first one, as lines. */
function historyOf(kind: RecordKind, versions: readonly RecordVersion[]) {
  const section = detailSections(kind, { id: "1", domain: "a.example" }, {}, versions).find(
    ({ heading }) => heading === "History",
  );
  return section?.kind === "timeline"
    ? {
        lines: section.entries.map(({ when, title, place, run }) => [when, title, place, run?.id].join(" | ")),
        curve: section.curve?.map(({ value }) => value),
      }
    : undefined;
}

describe("the history of a record", () => {
  const jane = { title: "CTO", company_name: "Acme", company_domain: "acme.example", city: "Berlin", country: null };

  it("is what changed for a person, the latest first, each with the first run that shows it", () => {
    const moved = { ...jane, company_name: "Northwind" };
    assert.deepEqual(
      historyOf("person", [
        version(1, jane),
        version(2, jane),
        version(3, moved),
        version(4, { ...moved, city: null }),
      ]),
      {
        lines: [
          "Apr 5, 2026 | CTO, Northwind |  | R4",
          "Mar 5, 2026 | CTO, Northwind | Berlin | R3",
          "Jan 5, 2026 | CTO, Acme | Berlin | R1",
        ],
        curve: undefined,
      },
    );
    const contact = Object.fromEntries(Object.entries(jane).map(([id, value]) => [`profile_${id}`, value]));
    assert.deepEqual(historyOf("contact", [version(1, contact), version(2, { ...contact, profile_title: null })]), {
      lines: ["Feb 5, 2026 | Acme | Berlin | R2", "Jan 5, 2026 | CTO, Acme | Berlin | R1"],
      curve: undefined,
    });
  });

  it("is a curve of the numbers of employees of a company; ranges are told, not drawn", () => {
    const of = (headcount: string | number | null) => ({ headcount, name: "Acme" });
    assert.deepEqual(historyOf("company", [version(1, of(1)), version(2, of(1)), version(3, of("11-50"))]), {
      lines: ["Mar 5, 2026 | 11-50 employees | Acme | R3", "Jan 5, 2026 | 1 employee | Acme | R1"],
      curve: [1, 1],
    });
    assert.deepEqual(historyOf("company", [version(1, of(120)), version(2, of("51-200")), version(3, of(null))]), {
      lines: [
        "Mar 5, 2026 | unknown | Acme | R3",
        "Feb 5, 2026 | 51-200 employees | Acme | R2",
        "Jan 5, 2026 | 120 employees | Acme | R1",
      ],
      curve: undefined,
    });
  });

  it("is not there with one version, or when nothing changed", () => {
    assert.equal(historyOf("person", [version(1, jane)]), undefined);
    assert.equal(historyOf("person", [version(1, jane), version(2, jane)]), undefined);
    assert.equal(historyOf("company", [version(1, { headcount: 5 })]), undefined);
  });
});
