// Job titles with their seniority and functions, and the skills of people in each function.
import { valuesIn } from "../../service/suggestions";

export interface Title {
  readonly text: string;
  /** Absent on plain roles. */
  readonly seniority: string | undefined;
  /** Index into `jobFunctions`; `undefined` for founders, owners and partners. */
  readonly jobFunction: number | undefined;
  /** Index into `subFunctions`. */
  readonly subFunction: number | undefined;
}

/** `subs`: each with its plain role, as `sub/role`. */
const functionOf = (name: string, chief: string, subs: string, skills: string) => ({
  name,
  chief,
  subs: valuesIn(subs).map((pair) => {
    const [sub = "", role = ""] = pair.split("/");
    return [sub, role] as const;
  }),
  skills: valuesIn(skills),
});

const entries = [
  functionOf(
    "Engineering",
    "Chief Technology Officer",
    "Platform Engineering/Platform Engineer; Software Development/Software Engineer; Data Engineering/Data Engineer; " +
      "Quality Assurance/Test Engineer; Embedded Systems/Embedded Engineer",
    "TypeScript; Python; Kubernetes; C++; C#; Go; Rust; Distributed Systems; SQL; Code Review; Java; Continuous " +
      "Integration",
  ),
  functionOf(
    "Product Management",
    "Chief Product Officer",
    "Product Strategy/Product Manager; Product Operations/Product Owner; Growth/Growth Product Manager",
    "Roadmapping; User Research; Prioritisation; A/B Testing; SQL; Stakeholder Management",
  ),
  functionOf(
    "Sales",
    "Chief Revenue Officer",
    "Enterprise Sales/Account Executive; Inside Sales/Sales Development Representative; Sales Operations/Sales " +
      "Analyst; Channel Sales/Channel Manager",
    "Negotiation; CRM; Forecasting; Cold Outreach; Key Accounts; Presentations",
  ),
  functionOf(
    "Marketing",
    "Chief Marketing Officer",
    "Content Marketing/Content Writer; Performance Marketing/Campaign Specialist; Brand Marketing/Brand Designer; " +
      "Events/Event Planner",
    "Copywriting; SEO; Market Research; Email Campaigns; Web Analytics; Storytelling",
  ),
  functionOf(
    "Finance",
    "Chief Financial Officer",
    "Accounting/Accountant; Controlling/Controller; Financial Planning & Analysis/Financial Analyst",
    "IFRS; Budgeting; Financial Modelling; Spreadsheets; Audit; Forecasting",
  ),
  functionOf(
    "Operations",
    "Chief Operating Officer",
    "Supply Chain/Supply Planner; Facilities/Facility Coordinator; Business Operations/Operations Analyst",
    "Lean; Process Design; Procurement; Inventory Planning; Six Sigma; Project Management",
  ),
  functionOf(
    "Human Resources",
    "Chief People Officer",
    "Recruiting/Recruiter; People Operations/People Partner; Learning & Development/Trainer",
    "Interviewing; Employer Branding; Coaching; Labour Law; Onboarding; Workforce Planning",
  ),
  functionOf(
    "Information Technology",
    "Chief Information Officer",
    "IT Infrastructure/Systems Administrator; Information Security/Security Analyst; IT Support/Support Technician",
    "Linux; Networking; Identity Management; Incident Response; Scripting; Cloud Computing",
  ),
  functionOf(
    "Customer Success",
    "Chief Customer Officer",
    "Onboarding/Onboarding Specialist; Customer Support/Support Agent; Account Management/Customer Success Manager",
    "CRM; Renewals; Training; Ticketing; Presentations; Empathy",
  ),
  functionOf(
    "Legal",
    "General Counsel",
    "Contracts/Contract Lawyer; Compliance/Compliance Officer",
    "Contract Law; GDPR; Negotiation; Compliance; Intellectual Property",
  ),
  functionOf(
    "Research",
    "Chief Scientific Officer",
    "Applied Research/Research Scientist; Data Science/Data Scientist; Laboratory/Laboratory Technician",
    "Statistics; Machine Learning; Python; R; Scientific Writing; Experiment Design",
  ),
  functionOf(
    "Design",
    "Chief Design Officer",
    "Product Design/Product Designer; User Research/UX Researcher; Visual Design/Graphic Designer",
    "Prototyping; Typography; User Research; Accessibility; Design Systems; Illustration",
  ),
];

export const jobFunctions: readonly string[] = entries.map((entry) => entry.name);
export const subFunctions: readonly string[] = [...new Set(entries.flatMap((entry) => entry.subs.map(([sub]) => sub)))];
export const skills: readonly string[] = [
  ...new Set([
    ...entries.flatMap((entry) => entry.skills),
    ...valuesIn(
      "Leadership; Public Speaking; Mentoring; Teamwork; Problem Solving; Writing; Microsoft Office; 日本語ビジネス; " +
        "Change Management",
    ),
  ]),
];
/** Indexes into `skills`, by index of the function. */
export const skillsOfFunction: readonly (readonly number[])[] = entries.map((entry) =>
  entry.skills.map((skill) => skills.indexOf(skill)),
);

const all: Title[] = [];
const at = new Map<string, number>();
function title(text: string, seniority: string | undefined, jobFunction?: number, subFunction?: number): number {
  const known = at.get(text);
  if (known !== undefined) return known;
  at.set(text, all.length);
  return all.push({ text, seniority, jobFunction, subFunction }) - 1;
}

const topTitles = [
  title("Founder", "Founder"),
  title("Co-Founder & CEO", "Founder"),
  title("Owner", "Owner"),
  title("Managing Partner", "Partner"),
  title("Partner", "Partner"),
  title("Chief Executive Officer", "C-level"),
];

/** Titles of one function, by step of the ladder: 0 plain, 1 senior, 2 manager, 3 director, 4 head, 5 VP, 6 chief. */
const ladders: readonly (readonly (readonly number[])[])[] = entries.map((entry, f) => {
  const sub = (name: string): number => subFunctions.indexOf(name);
  return [
    entry.subs.map(([name, role]) => title(role, undefined, f, sub(name))),
    entry.subs.map(([name, role]) => title(`Senior ${role}`, "Senior", f, sub(name))),
    entry.subs.map(([name]) => title(`${name} Manager`, "Manager", f, sub(name))),
    entry.subs.map(([name]) => title(`Director of ${name}`, "Director", f, sub(name))),
    [
      ...entry.subs.map(([name]) => title(`Head of ${name}`, "Head", f, sub(name))),
      title(`Head of ${entry.name}`, "Head", f),
    ],
    [title(`VP of ${entry.name}`, "VP", f), title(`Vice President, ${entry.name}`, "VP", f)],
    [title(entry.chief, "C-level", f)],
  ];
});

export const titles: readonly Title[] = all;
const weights = [38, 22, 14, 9, 6, 4, 3];

/** The title for two draws in [0, 1): the step on the ladder, and the title. `below`: how many steps to go down. */
export function titleAt(jobFunction: number, step: number, place: number, below = 0): number {
  let rest = step * 100;
  if (rest >= 96 && below === 0) return topTitles[Math.floor(place * topTitles.length)] ?? 0;
  let rung = 0;
  while (rung < weights.length - 1 && rest >= (weights[rung] ?? 0)) {
    rest -= weights[rung] ?? 0;
    rung += 1;
  }
  const list = ladders[jobFunction]?.[Math.max(0, rung - below)] ?? [];
  return list[Math.floor(place * list.length)] ?? 0;
}

export const universities = valuesIn(
  "University of Northmoor; Technische Universität Lindenau; Universität Kronberg; Université de Valmont; " +
    "Universidad de Altamira del Sur; Politecnico di Montalto; Universidade de Ribeira Nova; Rijksuniversiteit " +
    "Zandvoort aan Zee; Uniwersytet Jasnogórski; Högskolan i Norrvik; Univerzita Bílá Hora; Boğazkent " +
    "Üniversitesi; Indravati Institute of Technology; Kaveri University; Aomine University; Hanbit National " +
    "University; Jiangnan Lake University; Al Noor University; University of Eko Bay; Rift Valley University; Hồ " +
    "Tây University; University of Pelion; Harrowgate College; Lakeshore State University; Bayview Institute of " +
    "Design; Southern Cross School of Business; Cedar Hill Community College; Royal Academy of Applied Arts; St. " +
    "Brannoc's College; École supérieure de Commerce de Bellerive",
);
export const degrees = valuesIn(
  "Bachelor of Science; Bachelor of Arts; Master of Science; Master of Business Administration; Diploma; Doctor of " +
    "Philosophy; Master of Arts; Certificate",
);
