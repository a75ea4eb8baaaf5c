// Open lists of values to offer while typing. The service's complete lists are not shown, so none of these validates.

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

/** Other words people use for an industry. Offered beside what was typed, never put in its place. */
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
