// Made-up records for the results page: what the details pane shows of a row.
import type { FakeRun } from "./resultsPageHost";

export function fakeRecord(run: FakeRun, row: number): unknown {
  const text = (at: number): string =>
    run.texts === undefined ? "" : (run.texts[(row + at) % run.texts.length] ?? "");
  const say = (at: number, otherwise: string): string => text(at) || otherwise;
  const company = {
    id: `c${row}`,
    name: say(0, `Northwind ${row}`),
    domain: say(1, "northwind.example"),
    website: say(2, "https://www.northwind.example/about"),
    description: say(3, "Makes tools for people who make tools.\nSince 2009."),
    year_founded: 2009,
    headcount: 0,
    headcount_range: say(4, "51-200"),
    company_type: say(5, "Privately Held"),
    locations: {
      headquarters: { line1: say(6, "1 Main Street"), line2: say(7, "Berlin, 10115, DE") },
      offices: [{ line1: say(8, "2 Side Street"), line2: say(9, "Vienna, AT") }],
    },
    social_profiles: {
      professional_network: {
        id: 7,
        url: say(10, "https://network.example/company/northwind"),
        handle: "northwind",
        connection_count: 1234,
      },
    },
    specialties: [say(11, "developer tools"), "cloud"],
    technologies: [{ name: say(12, "PostgreSQL") }],
    industry: { main_industry: say(13, "Software Development") },
    unheard_of: say(14, "kept all the same"),
  };
  const person = {
    id: `p${row}`,
    full_name: say(0, `Ada Example ${row}`),
    headline: say(1, "Head of Engineering"),
    description: say(2, "Builds teams."),
    location: { city: say(3, "Berlin"), country: say(4, "Germany") },
    social_profiles: {
      professional_network: { id: 9, url: say(5, "https://network.example/in/ada"), connection_count: 500 },
    },
    educations: [
      {
        school_name: say(6, "University of Vienna"),
        degree: say(7, "MSc"),
        start_at: "2004-10-01T00:00:00Z",
        end_at: "2009-06-30T00:00:00Z",
      },
    ],
    languages: [{ language: say(8, "German"), proficiency: "NATIVE_OR_BILINGUAL" }],
    skills: Array.from({ length: 70 }, (_, at) => `${say(9, "Skill")} ${at}`),
    employment: {
      all: [
        {
          title: say(10, "Head of Engineering"),
          seniority: say(11, "Head"),
          job_functions: [{ function: say(12, "Engineering"), sub_function: "Platform" }],
          description: say(13, "Runs the platform."),
          company,
          is_current: true,
          start_at: "2019-03-01T00:00:00Z",
        },
        {
          title: "Engineer",
          company: { name: "Contoso" },
          start_at: "2010-01-01T00:00:00Z",
          end_at: "2019-02-01T00:00:00Z",
        },
      ],
    },
  };
  return run.kind === "company"
    ? company
    : run.kind === "person"
      ? person
      : {
          input: { first_name: say(15, "Ada"), company_domain: "northwind.example" },
          custom: { tag: say(16, "spring") },
          contact_info: {
            most_probable_work_email: { email: say(17, "ada@northwind.example"), status: "DELIVERABLE" },
            work_emails: [{ email: "a@northwind.example", status: "CATCH_ALL" }],
            phones: [
              {
                number: say(18, "+43 1 234567"),
                region: "AT",
                line_type: "MOBILE",
                line_status: "ACTIVE",
                ownership_match: "CONFIRMED",
                ownership_match_confidence: 92,
                connect_rate: "HIGHEST",
              },
            ],
          },
          profile: person,
        };
}
