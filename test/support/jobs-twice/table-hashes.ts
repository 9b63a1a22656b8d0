import type pg from 'pg'

/** A hash and the number of the rows. */
export interface Content {
  hash: string
  count: number
}

/** Tables whose rows do not count, with the reason. */
const ignoredTables: Record<string, string> = {
  completed_jobs: 'the runtime notes there which jobs are done',
  rate_windows: 'entries expire by themselves, and some jobs count what they send',
  short_lived: 'entries expire by themselves, and rate limits of the requests that prepare a case are among them',
}

/** Columns that do not count, with the reason. */
const ignoredColumns: Record<string, Record<string, string>> = {
  tokens: { last_used: 'the API notes it after its answers, at any time' },
  domains: { last_checked: 'each check of the DNS records stores its time' },
  email_domains: { last_checked: 'each check of the DNS record stores its time' },
}

/** Rows that count, where not all do, with the reason. */
const countedRows: Record<string, [condition: string, reason: string]> = {
  request_logs: [`user_agent = 'test'`, 'the API logs the requests that prepare a case after its answers, at any time'],
}

/** Names of all tables whose rows count. */
export async function comparedTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !(name in ignoredTables))
}

/** The contents of the tables that have any. */
export async function tableContents(pool: pg.Pool, names: readonly string[]): Promise<Map<string, Content>> {
  // Reading two hundred tables takes three times as long as reading those that are not empty.
  const filled = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)
     and (relkind = 'p' or pg_relation_size(oid) > 0)`,
    [names],
  )
  const { rows } = await pool.query<Content & { name: string }>(filled.rows.map(({ name }) => contentSql(name)).join(' union all '))
  return new Map(rows.filter(({ count }) => count > 0).map(({ name, ...content }) => [name, content]))
}

function contentSql(name: string): string {
  const ignored = Object.keys(ignoredColumns[name] ?? {})
  const text = ignored.length > 0 ? `(to_jsonb(r) - '{${ignored.join()}}'::text[])::text` : 'r::text'
  const [condition] = countedRows[name] ?? ['true']
  return `select '${name}' as name, count(*)::int as count, sum(hashtextextended(${text}, 0))::text as hash from ${name} as r where ${condition}`
}
