// Whether an email address is at a former employer: as said by the newest version of the person and by those before.
import type { RecordKind } from "../service/operations";

/**
 * SQL for the address of a person or contact in the table `m` if it is at a former employer; null if it is not, or if
 * the domain of the present employer is unknown. The address of a person is that of the newest contact.
 */
export function formerEmailSql(kind: RecordKind, m: string): string {
  if (kind === "company") {
    return "null";
  }
  const originOf = (key: string): string =>
    `(select c.origin from run r join connection c on c.id = r.connection where r.no = ${key} / 4294967296)`;
  const isSame = `v.id = ${m}.id and ${originOf("v.key")} = ${originOf(`${m}.key`)}`;
  const email =
    kind === "contact"
      ? `select ${m}.work_email as email`
      : `select v.work_email as email from contact_record v where ${isSame} and v.work_email is not null
         order by v.key desc limit 1`;
  return `(
    with version (key, domain, path) as (
        select v.key, address(v.company_domain), '$' from person_record v where ${isSame}
        union all
        select v.key, address(v.profile_company_domain), '$.profile' from contact_record v where ${isSame}),
      newest as (select * from version order by key desc limit 1),
      position (domain, is_current) as (
        select address(iif(p.type = 'object', p.value, null) ->> '$.company.domain'),
          iif(p.type = 'object', p.value, null) ->> '$.is_current'
        from newest cross join record_json j on j.key = newest.key
          cross join json_each(j.json, newest.path || '.employment.all') p)
    select mail.email
    from (select email, address(substr(email, instr(email, '@') + 1)) as at from (${email})
        where email like '%_@_%') mail cross join newest
    where newest.domain <> '' and newest.domain <> mail.at
      and not exists (select 1 from position where domain = mail.at and is_current)
      and mail.at in (select domain from version union all select domain from position))`;
}
