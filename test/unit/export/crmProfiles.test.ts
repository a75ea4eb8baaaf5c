// The columns for imports of CRMs: exact headers in every language, and values in the form that the CRM expects.
//
// Where the headers and rules were read:
// - HubSpot, rules: https://knowledge.hubspot.com/import-and-export/set-up-your-import-file: a header is the label of a
//   property; companies need a name or a domain, contacts an email; enumerations such as the industry only accept
//   HubSpot's own values; phone numbers are +[country code][number].
// - HubSpot, labels: the properties of an account as the API lists them,
//   https://github.com/hairsolutionsco/automations_hub (hubspot/objects/companies and contacts, properties.md).
// - Salesforce leads: https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm
//   (Company, Email, First Name, Last Name, Industry, No. of Employees, Phone, City, Country); Title and Website are
//   named alike in label and API:
//   https://developer.salesforce.com/docs/industries/automotive/guide/sales-lead-resource-mapping.html.
// - Salesforce accounts:
//   https://developer.salesforce.com/docs/atlas.en-us.226.0.sfFieldRef.meta/sfFieldRef,
//   salesforce_field_reference_Account.htm.
// - Pipedrive: the sheet "READ ME All default Pipedrive fields" of its sample import, which is linked from
//   https://support.pipedrive.com/en/article/importing-sample-import-spreadsheets; Job title exists after a contact
//   sync: https://support.pipedrive.com/en/article/data-fields-in-pipedrive. The sheet lacks an organization's Website
//   and Number of employees: they are spelled as public importers of Pipedrive's exports expect them.
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import { builtInProfiles } from "../../../src/export/columnProfile";
import { crmProfiles } from "../../../src/export/crmProfiles";
import { longValuesText } from "../../../src/export/longValues";
import { parseProfile, profileAsJson } from "../../../src/searches/columnProfiles";
import type { RecordKind } from "../../../src/service/operations";
import { guessMapping, understoodRows } from "../../../src/tables/batchMapping";
import { openCsvTable } from "../../../src/tables/table";
import { bytesSource } from "../../../src/tables/textLines";
import { csvPresets } from "../../../src/tables/writer";
import type { InProcessStore } from "../store/inProcess";
import { addPage, beginRun, now, openTestStore, removeFolders, type TestStore } from "../store/rig";

const network = { id: 7, url: "https://network.example/in/x", handle: "x" };
const employer = {
  id: "c1",
  name: "Contoso GmbH",
  domain: "contoso.example",
  website: "",
  headcount: 120,
  headcount_range: "51-200",
  industry: { main_industry: "Software Development" },
};
const person = {
  id: "p1",
  full_name: "Ada Bauer",
  first_name: "Ada",
  last_name: "Bauer",
  location: { country: "Germany", country_code: "DE", city: "Berlin", region: "Berlin" },
  social_profiles: { professional_network: network },
  employment: { current: { title: "VP Sales", company: employer } },
};
const company = {
  ...employer,
  website: "https://www.contoso.example",
  year_founded: 1998,
  description: 'Tools for "everyone",\nsince 1998',
  locations: {
    headquarters: {
      line1: "Torstraße 1",
      line2: "Torstraße 1, 10119 Berlin, DE",
      city: "Berlin",
      region: "Berlin",
      country: "Germany",
      country_code: "DE",
    },
  },
};
const contact = {
  input: { first_name: "Ada", last_name: "Bauer", company_domain: "contoso.example" },
  custom: { crm_id: "lead-1" },
  contact_info: {
    most_probable_work_email: { email: "ada@contoso.example", status: "DELIVERABLE" },
    most_probable_phone: { number: "+49 30 1234-567" },
  },
  profile: person,
};

/** Per profile: the header line, the full record, and one of which little is known. */
const expected: Readonly<
  Record<
    RecordKind,
    { readonly full: object; readonly sparse: object; readonly files: Readonly<Record<string, Lines>> }
  >
> = {
  company: {
    full: company,
    sparse: { id: "c2", name: "Fabrikam", domain: "fabrikam.example", headcount: 0, headcount_range: "11-50" },
    files: {
      "HubSpot: companies": [
        "Company name,Company Domain Name,Website URL,Number of Employees,Year Founded,Street Address,City," +
          "State/Region,Country/Region,Description",
        ["Contoso GmbH", "contoso.example", "https://www.contoso.example", "120", "1998"],
        ["Fabrikam", "fabrikam.example", "fabrikam.example", "", ""],
      ],
      "Salesforce: accounts": [
        "Account Name,Website,Industry,Employees,Billing Street,Billing City,Billing State/Province,Billing Country," +
          "Account Description",
        ["Contoso GmbH", "https://www.contoso.example", "Software Development", "120", "Torstraße 1", "Berlin"],
        ["Fabrikam", "fabrikam.example", "", "", "", ""],
      ],
      "Pipedrive: organizations": [
        "Organization - Name,Organization - Address,Organization - Website,Organization - Number of employees",
        ["Contoso GmbH", "Torstraße 1, 10119 Berlin, DE", "https://www.contoso.example", "120"],
        ["Fabrikam", "", "fabrikam.example", ""],
      ],
    },
  },
  person: {
    full: person,
    sparse: { id: "p2", full_name: "Bo Chen", first_name: "Bo", last_name: "Chen" },
    files: {
      "HubSpot: contacts": [
        "First Name,Last Name,Email,Job Title,Company Name,Website URL,City,State/Region,Country/Region",
        ["Ada", "Bauer", "", "VP Sales", "Contoso GmbH", "contoso.example", "Berlin", "Berlin", "Germany"],
        ["Bo", "Chen", "", "", "", "", "", "", ""],
      ],
      "Salesforce: leads": [
        "First Name,Last Name,Title,Company,Website,Industry,No. of Employees,City,Country",
        ["Ada", "Bauer", "VP Sales", "Contoso GmbH", "contoso.example", "Software Development", "120", "Berlin"],
        ["Bo", "Chen", "", "", "", "", "", ""],
      ],
      "Pipedrive: people": [
        "Person - Name,Person - Job title,Organization - Name",
        ["Ada Bauer", "VP Sales", "Contoso GmbH"],
        ["Bo Chen", "", ""],
      ],
    },
  },
  contact: {
    full: contact,
    sparse: { input: { first_name: "Bo", last_name: "Chen", company_name: "Fabrikam" } },
    files: {
      "HubSpot: contacts": [
        "First Name,Last Name,Email,Phone Number,Job Title,Company Name,Website URL,City,State/Region," +
          "Country/Region,Email Status,crm_id",
        [
          "Ada",
          "Bauer",
          "ada@contoso.example",
          "+49301234567",
          "VP Sales",
          "Contoso GmbH",
          "contoso.example",
          "Berlin",
        ],
        ["Bo", "Chen", "", "", "", "Fabrikam", "", ""],
      ],
      "Salesforce: leads": [
        "First Name,Last Name,Title,Company,Email,Phone,Website,Industry,No. of Employees,City,Country," +
          "Email Status,crm_id",
        ["Ada", "Bauer", "VP Sales", "Contoso GmbH", "ada@contoso.example", "+49301234567", "contoso.example"],
        ["Bo", "Chen", "", "Fabrikam", "", "", ""],
      ],
      "Pipedrive: people": [
        "Person - Name,Person - Email,Person - Phone,Person - Job title,Organization - Name,Email Status,crm_id",
        ["Ada Bauer", "ada@contoso.example", "+49301234567", "VP Sales", "Contoso GmbH", "DELIVERABLE", "lead-1"],
        ["Bo Chen", "", "", "", "Fabrikam"],
      ],
    },
  },
};
/** The header line, and the first cells of both records. */
type Lines = readonly [header: string, full: readonly string[], sparse: readonly string[]];

describe("columns for a CRM", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  before(() => {
    opened = openTestStore();
    store = opened.store;
  });
  after(async () => {
    await opened.close();
    removeFolders();
  });

  it("ask for deliverable addresses: none of an invalid domain, a personal one where there is no other", async () => {
    let nth = 0;
    const found = (work?: object, personal?: object, more: object = {}): object => ({
      input: { last_name: String((nth += 1)) },
      contact_info: { most_probable_work_email: work, most_probable_personal_email: personal, ...more },
    });
    const run = await beginRun(store, "contact");
    const [broken, catchAll] = [
      { email: "a@gone.example", status: "INVALID_DOMAIN" },
      { email: "b@all.example", status: "CATCH_ALL" },
    ];
    const [work, personal] = [
      { email: "c@work.example", status: "DELIVERABLE" },
      { email: "d@mail.example", status: "DELIVERABLE" },
    ];
    await addPage(store, run, [
      ...[found(broken), found(catchAll), found(undefined, personal), found(broken, personal), found(work, personal)],
      ...[found(broken, personal, { work_emails: [broken, work] }), found(undefined, catchAll)],
    ]);
    const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now });
    for (const profile of crmProfiles("contact")) {
      const bytes = await store.exports.toBytes({ view, format: { kind: "csv", profile, options: csvPresets.Plain } });
      const [headers = [], ...rows]: readonly (readonly string[])[] = parse(Buffer.from(bytes));
      const at = headers.findIndex((header) => /Email$/.test(header));
      assert.deepEqual(
        rows.map((row) => row[at]),
        ["", "", "d@mail.example", "d@mail.example", "c@work.example", "c@work.example", ""],
        profile.name,
      );
    }
  });

  it("cut what is too long for a field, and leave out addresses, of which half would be another one", async () => {
    const run = await beginRun(store, "company");
    const address = (host: string): string => `https://${host}.example/`;
    await addPage(store, run, [
      { id: "c1", name: "n".repeat(255), website: address("w".repeat(238)), description: "d".repeat(32_000) },
      { id: "c2", name: `${"n".repeat(254)}🚀`, website: address("w".repeat(239)), description: "d".repeat(32_001) },
    ]);
    const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now });
    const profile = crmProfiles("company").find(({ name }) => name === "Salesforce: accounts");
    assert.ok(profile !== undefined);
    const format = { kind: "csv", profile, options: csvPresets.Plain } as const;
    assert.equal(
      longValuesText(await store.exports.longValues({ view, format })),
      "3 values are too long for their fields: 1 of Account Name is cut to 255 characters, 1 of Website is left out, " +
        "1 of Account Description is cut to 32,000 characters.",
    );
    const [, ...rows]: readonly (readonly string[])[] = parse(
      Buffer.from(await store.exports.toBytes({ view, format })),
    );
    assert.deepEqual(
      rows.map((cells) => [cells[0], cells[1]?.length, cells.at(-1)?.length]),
      [
        ["n".repeat(255), 255, 32_000],
        ["n".repeat(254), 0, 32_000],
      ],
    );
  });

  for (const kind of ["company", "person", "contact"] as const) {
    const { full, sparse, files } = expected[kind];
    const names = Object.keys(files);

    it(`know how long the names of each CRM can be: ${kind}`, () => {
      const names = crmProfiles(kind).flatMap(({ columns }) =>
        columns.filter(({ header = "" }) => /name/iu.test(header)),
      );
      assert.deepEqual(
        names.filter(({ longest }) => longest === undefined),
        [],
      );
    });

    it(`are offered where they suit the records: ${kind}`, () => {
      assert.deepEqual(
        crmProfiles(kind).map(({ name }) => name),
        names,
      );
      assert.ok(crmProfiles(kind).every(({ remark }) => remark.endsWith(".")));
    });

    it(`are stored with an export and repeated: ${kind}`, () => {
      for (const { remark: _, ...profile } of crmProfiles(kind)) {
        assert.deepEqual(parseProfile(profileAsJson(profile)), { ok: true, profile });
      }
    });

    it(`are read back as tables of lookups, like every other profile, in every form of text: ${kind}`, async () => {
      const run = await beginRun(store, kind);
      await addPage(store, run, [full]);
      const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now });
      const { Plain, Excel } = csvPresets;
      for (const profile of [...builtInProfiles(kind), ...crmProfiles(kind)]) {
        for (const options of [Plain, Excel, { ...Plain, guard: false }, { ...Plain, delimiter: "\t" as const }]) {
          const bytes = await store.exports.toBytes({ view, format: { kind: "csv", profile, options } });
          const table = await openCsvTable(bytesSource(bytes));
          const mapping = guessMapping(kind === "company" ? "company" : "person", table.header, table.sample);
          const what = `${profile.name}, ${JSON.stringify(options)}`;
          assert.deepEqual([table.headerRow, understoodRows(mapping, table.sample)], [1, 1], what);
        }
      }
    });

    for (const [at, name] of names.entries()) {
      it(`are those of the import: ${kind}, ${name}`, async () => {
        const run = await beginRun(store, kind);
        await addPage(store, run, [full, sparse]);
        const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now });
        const profile = crmProfiles(kind)[at];
        assert.ok(profile !== undefined);
        assert.equal(profile.name, name);
        const format = { kind: "csv", profile, options: csvPresets.Plain } as const;
        const text = Buffer.from(await store.exports.toBytes({ view, format })).toString();
        const [header, first, second] = files[name] ?? assert.fail();
        assert.equal(text.slice(0, text.indexOf("\n")), header);
        const [, ...rows]: readonly (readonly string[])[] = parse(text);
        assert.deepEqual(
          rows.map((row, index) => row.slice(0, (index === 0 ? first : second).length)),
          [first, second],
        );
      });
    }
  }
});
