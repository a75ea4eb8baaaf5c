// The operations table matches the interface, and the client and the sandbox have exactly its operations.
import assert from "node:assert/strict";
import { Sandbox } from "../../sandboxServer/sandbox";
import { filtersOf } from "../../../src/service/filterCatalogue";
import {
  lookupOperation,
  operationNames,
  operations,
  paidOperations,
  recordKinds,
  searchOperation,
  type OperationName,
} from "../../../src/service/operations";
import { requestSchemas } from "../../../src/service/requests";
import type { ServiceClient } from "../../../src/service/serviceClient";
import { createFakeClock, emptyPage, json, rig } from "./fakes";

/** Interface, "Endpoints" 1 to 7. */
const fromInterface: readonly (readonly [
  name: OperationName,
  method: string,
  path: string,
  price: string,
  recordKind: string | undefined,
  listField: string | undefined,
])[] = [
  ["companySearch", "POST", "/api/v2/company/search", "paid", "company", "companies"],
  ["companyLookup", "POST", "/api/v2/company/lookup", "paid", "company", "companies"],
  ["peopleSearch", "POST", "/api/v2/people/search", "paid", "person", "people"],
  ["peopleLookup", "POST", "/api/v2/people/lookup", "paid", "person", "people"],
  ["enrichment", "GET", "/api/v2/contact/enrich/bulk/{enrichment_id}", "free", "contact", "data"],
  ["credits", "GET", "/api/v1/account/credits", "free", undefined, undefined],
  ["verifyKey", "GET", "/api/v2/account/keys/verify", "free", undefined, undefined],
];

const calls: Readonly<Record<OperationName, (client: ServiceClient) => Promise<unknown>>> = {
  companySearch: (client) => client.companySearch({}),
  companyLookup: (client) => client.companyLookup({ domain: "a.example" }),
  peopleSearch: (client) => client.peopleSearch({}),
  peopleLookup: (client) => client.peopleLookup({ person_name: "Ada" }),
  enrichment: (client) => client.enrichment("e1"),
  credits: (client) => client.credits(),
  verifyKey: (client) => client.verifyKey(),
};

describe("the operations table", () => {
  it("has the methods, paths, lists and kinds of the interface", () => {
    const table = Object.entries(operations).map(([name, row]) => [
      name,
      row.method,
      row.path,
      row.price,
      "recordKind" in row ? row.recordKind : undefined,
      "listField" in row ? row.listField : undefined,
    ]);
    assert.deepEqual(table, fromInterface);
    assert.deepEqual(recordKinds, ["company", "person", "contact"]);
  });

  it("maps searches and lookups to their operations", () => {
    assert.deepEqual([searchOperation("company"), searchOperation("people")], ["companySearch", "peopleSearch"]);
    assert.deepEqual([lookupOperation("company"), lookupOperation("person")], ["companyLookup", "peopleLookup"]);
  });

  it("gives every search a schema with all filters of its kind", () => {
    for (const kind of ["company", "people"] as const) {
      const everyFilter = Object.fromEntries(filtersOf(kind).map(({ field }) => [field, []]));
      assert.ok(requestSchemas[searchOperation(kind)].safeParse(everyFilter).success, kind);
    }
    assert.deepEqual(Object.keys(requestSchemas).sort(), [...paidOperations].sort());
  });

  it("has every call of the client, with the method, path and list of its row", async () => {
    assert.deepEqual(Object.keys(rig([]).client).sort(), [...operationNames, "endPause", "pausedUntil"].sort());
    for (const [name, method, path, price, , listField] of fromInterface) {
      const { client, sent } = rig([
        json(200, {
          ...emptyPage,
          status: "FINISHED",
          data: [],
          balance: 7,
          workspace_id: "w",
          ...(listField !== undefined && { [listField]: [{}, {}] }),
        }),
      ]);
      const reply = await calls[name](client);
      assert.deepEqual(
        sent.map((request) => [request.method, request.path]),
        [[method, path.replace("{enrichment_id}", "e1")]],
        name,
      );
      assert.equal(sent[0]?.body !== undefined, price === "paid", name);
      if (listField !== undefined) {
        const { body, contacts } = reply as { readonly body?: Uint8Array; readonly contacts?: number };
        const records =
          body === undefined
            ? contacts
            : (JSON.parse(Buffer.from(body).toString()) as Readonly<Record<string, readonly unknown[]>>)[listField]
                ?.length;
        assert.equal(records, 2, name);
      }
    }
  });
});

describe("the sandbox and the operations table", () => {
  const key = "a-key-for-the-table";
  const sandbox = new Sandbox({
    keys: [{ key, workspaceId: "w" }],
    clock: createFakeClock(),
    companies: 20,
    people: 20,
  });
  const [enrichment] = sandbox.enrichments;
  const authorization = `Bearer ${key}`;

  async function ask(
    method: string,
    path: string,
  ): Promise<{
    readonly status: number;
    readonly allow: string | undefined;
    readonly body: Readonly<Record<string, unknown>>;
  }> {
    const request = {
      method,
      path,
      headers: { authorization, "content-type": "application/json" },
      ...(method === "POST" && {
        body: Buffer.from(path.endsWith("/lookup") ? JSON.stringify(identifier(path)) : "{}"),
      }),
    };
    const { status, headers, body } = await sandbox.handle(request);
    return {
      status,
      allow: headers["allow"],
      body: JSON.parse(Buffer.from(body).toString()) as Readonly<Record<string, unknown>>,
    };
  }

  const identifier = (path: string): object =>
    path.includes("company") ? { domain: "nobody.example" } : { person_name: "Nobody Here" };

  it("answers every path with the row's method and list, and refuses the other method", async () => {
    for (const [name, method, path, , , listField] of fromInterface) {
      const filled = path.replace("{enrichment_id}", enrichment?.id ?? "");
      const { status, body } = await ask(method, filled);
      assert.equal(status, 200, name);
      assert.ok(listField === undefined || Array.isArray(body[listField]), name);
      const refused = await ask(method === "GET" ? "POST" : "GET", filled);
      assert.deepEqual([refused.status, refused.allow], [405, method], name);
    }
  });

  it("answers no other path", async () => {
    for (const [, method, path] of fromInterface) {
      const filled = path.replace("{enrichment_id}", enrichment?.id ?? "");
      for (const other of [
        `${filled}/`,
        `${filled}/x`,
        `/x${filled}`,
        filled.slice(0, filled.lastIndexOf("/")),
        filled.slice(0, filled.lastIndexOf("/") + 1),
        filled.toUpperCase(),
        filled.replace(/v\d/, "v3"),
        filled.replace("/api", ""),
      ]) {
        assert.equal((await ask(method, other)).status, 404, other);
      }
    }
  });
});
