// The record schemas once more as plain checks: a page of good records passes in a twentieth of the schemas' time. A
// record that fails here is shown to its schema, which knows the reason; a test holds both to the same answers.
import type { RecordKind } from "./recordSchemas";

interface Loose {
  readonly [field: string]: unknown;
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}

function isAmount(value: unknown): boolean {
  return value === undefined || value === null || Number.isFinite(value);
}

function isInteger(value: unknown): boolean {
  return isAmount(value) || (typeof value === "string" && /^-?\d+$/.test(value));
}

function isFlag(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "boolean";
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  if (value === undefined || value === null) {
    return true;
  }
  if (!Array.isArray(value)) {
    return false;
  }
  for (let index = 0; index < value.length; index += 1) {
    if (!isItem(value[index])) {
      return false;
    }
  }
  return true;
}

function isMissingOr(value: unknown, isPart: (part: unknown) => boolean): boolean {
  return value === undefined || value === null || isPart(value);
}

function isNetworkProfile(value: unknown): boolean {
  return isObject(value) && isInteger(value["id"]) && isText(value["url"]) && isText(value["handle"]) && isAmount(value["connection_count"]);
}

function isSocialProfiles(value: unknown): boolean {
  return isObject(value) && isMissingOr(value["professional_network"], isNetworkProfile);
}

function isHeadquarters(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value["line1"]) &&
    isText(value["line2"]) &&
    isText(value["city"]) &&
    isText(value["region"]) &&
    isText(value["country"]) &&
    isText(value["country_code"])
  );
}

function isOffice(value: unknown): boolean {
  return isObject(value) && isText(value["line1"]) && isText(value["line2"]);
}

function isLocations(value: unknown): boolean {
  return isObject(value) && isMissingOr(value["headquarters"], isHeadquarters) && isListOf(value["offices"], isOffice);
}

function isTechnology(value: unknown): boolean {
  return isObject(value) && isText(value["name"]) && isText(value["logo_url"]);
}

function isIndustry(value: unknown): boolean {
  return isObject(value) && isText(value["main_industry"]);
}

function isCompany(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value["id"]) &&
    isText(value["name"]) &&
    isText(value["domain"]) &&
    isText(value["website"]) &&
    isText(value["description"]) &&
    isAmount(value["year_founded"]) &&
    isAmount(value["headcount"]) &&
    isText(value["headcount_range"]) &&
    isText(value["company_type"]) &&
    isMissingOr(value["locations"], isLocations) &&
    isMissingOr(value["social_profiles"], isSocialProfiles) &&
    isListOf(value["specialties"], isString) &&
    isListOf(value["technologies"], isTechnology) &&
    isMissingOr(value["industry"], isIndustry) &&
    isText(value["logo_url"])
  );
}

function isJobFunction(value: unknown): boolean {
  return isObject(value) && isText(value["function"]) && isText(value["sub_function"]);
}

function isPosition(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value["title"]) &&
    isText(value["seniority"]) &&
    isListOf(value["job_functions"], isJobFunction) &&
    isText(value["description"]) &&
    isMissingOr(value["company"], isCompany) &&
    isFlag(value["is_current"]) &&
    isText(value["start_at"]) &&
    isText(value["end_at"])
  );
}

function isEmployment(value: unknown): boolean {
  return isObject(value) && isMissingOr(value["current"], isPosition) && isListOf(value["all"], isPosition);
}

function isPersonLocation(value: unknown): boolean {
  return isObject(value) && isText(value["country"]) && isText(value["country_code"]) && isText(value["city"]) && isText(value["region"]);
}

function isEducation(value: unknown): boolean {
  return isObject(value) && isText(value["school_name"]) && isText(value["degree"]) && isText(value["start_at"]) && isText(value["end_at"]);
}

function isLanguage(value: unknown): boolean {
  return isObject(value) && isText(value["language"]) && isText(value["proficiency"]);
}

function isPerson(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value["id"]) &&
    isText(value["full_name"]) &&
    isText(value["first_name"]) &&
    isText(value["last_name"]) &&
    isText(value["headline"]) &&
    isText(value["description"]) &&
    isMissingOr(value["location"], isPersonLocation) &&
    isMissingOr(value["social_profiles"], isSocialProfiles) &&
    isListOf(value["educations"], isEducation) &&
    isListOf(value["languages"], isLanguage) &&
    isListOf(value["skills"], isString) &&
    isMissingOr(value["employment"], isEmployment)
  );
}

function isEmail(value: unknown): boolean {
  return isObject(value) && isText(value["email"]) && isText(value["status"]);
}

function isPhone(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value["number"]) &&
    isText(value["region"]) &&
    isText(value["line_type"]) &&
    isText(value["line_status"]) &&
    isText(value["ownership_match"]) &&
    isAmount(value["ownership_match_confidence"]) &&
    isText(value["connect_rate"])
  );
}

function isContactInput(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value["first_name"]) &&
    isText(value["last_name"]) &&
    isText(value["company_domain"]) &&
    isText(value["company_name"]) &&
    isText(value["professional_network_url"])
  );
}

function isContactInfo(value: unknown): boolean {
  return (
    isObject(value) &&
    isMissingOr(value["most_probable_work_email"], isEmail) &&
    isMissingOr(value["most_probable_personal_email"], isEmail) &&
    isMissingOr(value["most_probable_phone"], isPhone) &&
    isListOf(value["work_emails"], isEmail) &&
    isListOf(value["personal_emails"], isEmail) &&
    isListOf(value["phones"], isPhone)
  );
}

function isContact(value: unknown): boolean {
  return (
    isObject(value) &&
    isMissingOr(value["input"], isContactInput) &&
    isMissingOr(value["custom"], isObject) &&
    isMissingOr(value["contact_info"], isContactInfo) &&
    isMissingOr(value["profile"], isPerson)
  );
}

/** Whether a value parsed from JSON fits the schema of its kind; says the same as the schema, only sooner. */
export const recordGuards: { readonly [K in RecordKind]: (value: unknown) => boolean } = {
  company: isCompany,
  person: isPerson,
  contact: isContact,
};
