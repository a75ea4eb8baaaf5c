// The types of the service's records (interface, "Resources and their fields"). Every field may be missing or null, and
// there may be unknown fields; integers beyond 2^53 are strings of digits.

type Maybe<T> = T | null | undefined;

/** An integer, or a string of digits if a number cannot represent it. */
export type ExactInteger = number | string;

interface OpenRecord {
  readonly [field: string]: unknown;
}

export interface SocialProfile extends OpenRecord {
  readonly id?: Maybe<ExactInteger>;
  readonly url?: Maybe<string>;
  readonly handle?: Maybe<string>;
  readonly connection_count?: Maybe<number>;
}

export interface SocialProfiles extends OpenRecord {
  readonly professional_network?: Maybe<SocialProfile>;
}

export interface CompanyAddress extends OpenRecord {
  readonly line1?: Maybe<string>;
  readonly line2?: Maybe<string>;
  readonly city?: Maybe<string>;
  readonly region?: Maybe<string>;
  readonly country?: Maybe<string>;
  readonly country_code?: Maybe<string>;
}

export interface OfficeAddress extends OpenRecord {
  readonly line1?: Maybe<string>;
  readonly line2?: Maybe<string>;
}

export interface Company extends OpenRecord {
  readonly id?: Maybe<string>;
  readonly name?: Maybe<string>;
  readonly domain?: Maybe<string>;
  readonly website?: Maybe<string>;
  readonly description?: Maybe<string>;
  /** 0 when unknown. */
  readonly year_founded?: Maybe<number>;
  /** May be 0 even when `headcount_range` is available. */
  readonly headcount?: Maybe<number>;
  readonly headcount_range?: Maybe<string>;
  readonly company_type?: Maybe<string>;
  readonly locations?: Maybe<
    { readonly headquarters?: Maybe<CompanyAddress>; readonly offices?: Maybe<readonly OfficeAddress[]> } & OpenRecord
  >;
  readonly social_profiles?: Maybe<SocialProfiles>;
  readonly specialties?: Maybe<readonly string[]>;
  readonly technologies?: Maybe<
    readonly ({ readonly name?: Maybe<string>; readonly logo_url?: Maybe<string> } & OpenRecord)[]
  >;
  readonly industry?: Maybe<{ readonly main_industry?: Maybe<string> } & OpenRecord>;
  readonly logo_url?: Maybe<string>;
}

export interface Position extends OpenRecord {
  readonly title?: Maybe<string>;
  readonly seniority?: Maybe<string>;
  readonly job_functions?: Maybe<
    readonly ({ readonly function?: Maybe<string>; readonly sub_function?: Maybe<string> } & OpenRecord)[]
  >;
  readonly description?: Maybe<string>;
  readonly company?: Maybe<Company>;
  readonly is_current?: Maybe<boolean>;
  /** ISO 8601 UTC. */
  readonly start_at?: Maybe<string>;
  /** ISO 8601 UTC; may also be present on a current position. */
  readonly end_at?: Maybe<string>;
}

export interface Education extends OpenRecord {
  readonly school_name?: Maybe<string>;
  readonly degree?: Maybe<string>;
  readonly start_at?: Maybe<string>;
  readonly end_at?: Maybe<string>;
}

export interface Person extends OpenRecord {
  readonly id?: Maybe<string>;
  readonly full_name?: Maybe<string>;
  readonly first_name?: Maybe<string>;
  readonly last_name?: Maybe<string>;
  readonly headline?: Maybe<string>;
  readonly description?: Maybe<string>;
  readonly location?: Maybe<
    {
      readonly country?: Maybe<string>;
      readonly country_code?: Maybe<string>;
      readonly city?: Maybe<string>;
      readonly region?: Maybe<string>;
    } & OpenRecord
  >;
  readonly social_profiles?: Maybe<SocialProfiles>;
  readonly educations?: Maybe<readonly Education[]>;
  readonly languages?: Maybe<
    readonly ({ readonly language?: Maybe<string>; readonly proficiency?: Maybe<string> } & OpenRecord)[]
  >;
  readonly skills?: Maybe<readonly string[]>;
  readonly employment?: Maybe<
    { readonly current?: Maybe<Position>; readonly all?: Maybe<readonly Position[]> } & OpenRecord
  >;
}

export interface Email extends OpenRecord {
  readonly email?: Maybe<string>;
  /** DELIVERABLE or other values that are not documented. */
  readonly status?: Maybe<string>;
}

export interface Phone extends OpenRecord {
  /** International format with country code. */
  readonly number?: Maybe<string>;
  readonly region?: Maybe<string>;
  readonly line_type?: Maybe<string>;
  readonly line_status?: Maybe<string>;
  readonly ownership_match?: Maybe<string>;
  /** 0–100. */
  readonly ownership_match_confidence?: Maybe<number>;
  readonly connect_rate?: Maybe<string>;
}

export interface EnrichedContact extends OpenRecord {
  readonly input?: Maybe<
    {
      readonly first_name?: Maybe<string>;
      readonly last_name?: Maybe<string>;
      readonly company_domain?: Maybe<string>;
      readonly company_name?: Maybe<string>;
      readonly professional_network_url?: Maybe<string>;
    } & OpenRecord
  >;
  readonly custom?: Maybe<OpenRecord>;
  readonly contact_info?: Maybe<
    {
      readonly most_probable_work_email?: Maybe<Email>;
      readonly most_probable_personal_email?: Maybe<Email>;
      readonly most_probable_phone?: Maybe<Phone>;
      readonly work_emails?: Maybe<readonly Email[]>;
      readonly personal_emails?: Maybe<readonly Email[]>;
      readonly phones?: Maybe<readonly Phone[]>;
    } & OpenRecord
  >;
  readonly profile?: Maybe<Person>;
}

/** A bulk enrichment (interface, "Bulk enrichment result"); `status` may be unknown. */
export interface EnrichmentResult extends OpenRecord {
  readonly id?: Maybe<string>;
  readonly name?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly cost?: Maybe<{ readonly credits?: Maybe<number> } & OpenRecord>;
  readonly data?: Maybe<readonly EnrichedContact[]>;
}
