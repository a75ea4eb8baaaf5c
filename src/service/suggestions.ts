// Suggestions while typing. The service does not publish its complete lists, so these are not used for validation.

/** The entries of a list that is written as one text. */
export const valuesIn = (text: string): readonly string[] => text.split("; ");

/** Company types listed by the interface ("Company", `company_type`). */
export const companyTypes = valuesIn(
  "Public Company; Privately Held; Nonprofit; Self-Employed; Partnership; Educational; Government Agency",
);

/** Seniority levels that the interface gives as examples ("POST /api/v2/people/search"). */
export const seniorityLevels = valuesIn("Owner; Founder; C-level; Partner; VP; Head; Director; Manager; Senior");

/** Common industry names; the service's own list is not shown. */
export const industrySuggestions = valuesIn(
  "Software Development; Information Technology & Services; Computer & Network Security; Financial Services; " +
    "Banking; Insurance; Hospitals and Health Care; Biotechnology Research; Medical Devices; Pharmaceutical " +
    "Manufacturing; Education; Higher Education; Retail; Logistics & Supply Chain; Automotive; Aviation & " +
    "Aerospace; Renewable Energy; Construction; Real Estate; Telecommunications; Marketing & Advertising; Media " +
    "Production; Food & Beverages; Hospitality; Management Consulting; Legal Services; Human Resources; " +
    "Machinery Manufacturing; Semiconductors; Gaming",
);

/** Common job functions; the service's own list is not shown. */
export const functionSuggestions = valuesIn(
  "Engineering; Product Management; Sales; Marketing; Finance; Operations; Human Resources; Information Technology; " +
    "Customer Success; Legal; Research; Design",
);

/** Widely spoken languages. */
export const languageSuggestions = valuesIn(
  "English; German; French; Spanish; Italian; Portuguese; Dutch; Polish; Swedish; Japanese; Mandarin; Hindi; Arabic",
);

/** Other words for industries. Suggested in addition to what the user typed, never replacing it. */
export const industryAliases: Readonly<Record<string, string>> = {
  saas: "Software Development",
  software: "Software Development",
  it: "Information Technology & Services",
  "it services": "Information Technology & Services",
  "cyber security": "Computer & Network Security",
  cybersecurity: "Computer & Network Security",
  fintech: "Financial Services",
  finance: "Financial Services",
  bank: "Banking",
  insurer: "Insurance",
  insurtech: "Insurance",
  healthcare: "Hospitals and Health Care",
  hospital: "Hospitals and Health Care",
  biotech: "Biotechnology Research",
  medtech: "Medical Devices",
  pharma: "Pharmaceutical Manufacturing",
  pharmaceutical: "Pharmaceutical Manufacturing",
  university: "Higher Education",
  universities: "Higher Education",
  retailer: "Retail",
  logistics: "Logistics & Supply Chain",
  "supply chain": "Logistics & Supply Chain",
  carmaker: "Automotive",
  aviation: "Aviation & Aerospace",
  aerospace: "Aviation & Aerospace",
  cleantech: "Renewable Energy",
  proptech: "Real Estate",
  telecom: "Telecommunications",
  advertising: "Marketing & Advertising",
  marketing: "Marketing & Advertising",
  media: "Media Production",
  hotel: "Hospitality",
  restaurant: "Hospitality",
  consulting: "Management Consulting",
  law: "Legal Services",
  hr: "Human Resources",
  recruiting: "Human Resources",
  staffing: "Human Resources",
  machinery: "Machinery Manufacturing",
  semiconductor: "Semiconductors",
};
