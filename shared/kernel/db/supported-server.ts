/** Which PostgreSQL servers and databases the service can use. */

/** Facts of a server and the connected database, as `describeServerSql` selects them. */
export interface ServerFacts {
  /** Such as 180004. */
  versionNumber: number
  version: string
  encoding: string
  /** `libc`, `icu` or `builtin`. */
  provider: string
  collation: string
  isStandby: boolean
}

/** Read through jsonb, because the columns of the catalog differ between versions. */
export const describeServerSql = `
  select current_setting('server_version_num')::int as "versionNumber", current_setting('server_version') as version,
    pg_encoding_to_char(encoding) as encoding,
    case coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') when 'i' then 'icu' when 'b' then 'builtin' else 'libc' end as provider,
    case when to_jsonb(d) ->> 'datlocprovider' in ('i', 'b')
      then coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale') else datcollate end as collation,
    pg_is_in_recovery() as "isStandby"
  from pg_database d where datname = current_database()`

const minVersion = 15
/** Text sorts by code point: the same on every machine, and indexes sort ids by time. */
const isBytewise = ({ provider, collation }: ServerFacts) =>
  provider === 'builtin' || (provider === 'libc' && /^(C|POSIX)(\.utf-?8)?$/i.test(collation))

/** A sentence about what the server or the database lacks, or null. */
export function unsupportedReason(facts: ServerFacts, database: string): string | null {
  if (facts.versionNumber < minVersion * 10_000)
    return `the server is PostgreSQL ${facts.version}, but PostgreSQL ${minVersion} or later is required.`
  if (facts.isStandby) return 'the server is a standby, which cannot write: name its primary.'
  if (facts.encoding === 'UTF8' && isBytewise(facts)) return null
  return (
    `database ${database} has the encoding ${facts.encoding} and the ${facts.provider} collation ${facts.collation}, but UTF8 and C or ` +
    `C.UTF-8 are required: create it with "create database ${database} template template0 encoding 'UTF8' locale_provider libc locale 'C'".`
  )
}
