// Values and ranges to offer while typing. The service does not publish its complete lists, so none of these validates.
import type { RangePreset } from "./filterDefinition";

/** Company types listed by the interface ("Company", `company_type`). */
export const companyTypes: readonly string[] = [
  "Public Company",
  "Privately Held",
  "Nonprofit",
  "Self-Employed",
  "Partnership",
  "Educational",
  "Government Agency",
];

/** Seniority levels that the interface gives as examples ("POST /api/v2/people/search"). */
export const seniorityLevels: readonly string[] = [
  "Owner",
  "Founder",
  "C-level",
  "Partner",
  "VP",
  "Head",
  "Director",
  "Manager",
  "Senior",
];

/** Common industry names; the service's own list is not shown. */
export const industrySuggestions: readonly string[] = [
  "Software Development",
  "Information Technology & Services",
  "Computer & Network Security",
  "Financial Services",
  "Banking",
  "Insurance",
  "Hospitals and Health Care",
  "Biotechnology Research",
  "Medical Devices",
  "Pharmaceutical Manufacturing",
  "Education",
  "Higher Education",
  "Retail",
  "Logistics & Supply Chain",
  "Automotive",
  "Aviation & Aerospace",
  "Renewable Energy",
  "Construction",
  "Real Estate",
  "Telecommunications",
  "Marketing & Advertising",
  "Media Production",
  "Food & Beverages",
  "Hospitality",
  "Management Consulting",
  "Legal Services",
  "Human Resources",
  "Machinery Manufacturing",
  "Semiconductors",
  "Gaming",
];

/** Common job functions; the service's own list is not shown. */
export const functionSuggestions: readonly string[] = [
  "Engineering",
  "Product Management",
  "Sales",
  "Marketing",
  "Finance",
  "Operations",
  "Human Resources",
  "Information Technology",
  "Customer Success",
  "Legal",
  "Research",
  "Design",
];

/** Widely spoken languages. */
export const languageSuggestions: readonly string[] = [
  "English",
  "German",
  "French",
  "Spanish",
  "Italian",
  "Portuguese",
  "Dutch",
  "Polish",
  "Swedish",
  "Japanese",
  "Mandarin",
  "Hindi",
  "Arabic",
];

/** Other words for industries. Suggested in addition to what the user typed, never replacing it. */
export const industryAliases: Readonly<Record<string, string>> = {
  saas: "Software Development",
  software: "Software Development",
  it: "Information Technology & Services",
  "cyber security": "Computer & Network Security",
  fintech: "Financial Services",
  healthcare: "Hospitals and Health Care",
  biotech: "Biotechnology Research",
  pharma: "Pharmaceutical Manufacturing",
  logistics: "Logistics & Supply Chain",
  cleantech: "Renewable Energy",
  telecoms: "Telecommunications",
  advertising: "Marketing & Advertising",
  consulting: "Management Consulting",
};

/** Numbers of employees. */
export const headcountPresets: readonly RangePreset[] = [
  { label: "1–10", min: 1, max: 10 },
  { label: "11–50", min: 11, max: 50 },
  { label: "51–200", min: 51, max: 200 },
  { label: "201–500", min: 201, max: 500 },
  { label: "501–1,000", min: 501, max: 1000 },
  { label: "1,001–5,000", min: 1001, max: 5000 },
  { label: "5,001–10,000", min: 5001, max: 10_000 },
  { label: "10,001 and more", min: 10_001 },
];
export const headcountBounds = { min: 0, max: 10_000_000 };
export const yearBounds = { min: 1000, max: 2100 };

/** Whole years in a position or at a company. */
export const durationPresets: readonly RangePreset[] = [
  { label: "less than 1", max: 0 },
  { label: "1–2", min: 1, max: 2 },
  { label: "3–5", min: 3, max: 5 },
  { label: "6 and more", min: 6 },
];
export const durationBounds = { min: 0, max: 100 };
