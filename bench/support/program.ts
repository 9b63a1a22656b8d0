/** Generates a large partner program in the database: creating it through the API would take longer than the measurement. */
import type pg from 'pg'

export interface BenchProgram {
  id: string
  groupId: string
}

/** Ids as long as real ones. */
const idSql = (prefix: string, number: string) => `'${prefix}' || lpad((${number})::text, 26, '0')`

/** Enrols partners in the default group of the program, with totals of all sizes. */
export async function makePartners(pool: pg.Pool, { id, groupId }: BenchProgram, count: number): Promise<void> {
  await pool.query(
    `insert into partners (id, name, username, email, country, created_at, updated_at)
     select ${idSql('pn_', 'n')}, 'Partner ' || n, 'bench-' || n, 'bench-' || n || '@example.com', (array['US', 'DE', 'FR', 'JP'])[n % 4 + 1],
       now() - n * interval '1 minute', now()
     from generate_series(1, $1::int) n`,
    [count],
  )
  await pool.query(
    `insert into enrolments (id, program_id, partner_id, group_id, status, total_clicks, total_leads, total_conversions, total_sales,
       total_sale_amount, total_commissions, created_at, updated_at)
     select ${idSql('pge_', 'n')}, $1, ${idSql('pn_', 'n')}, $2, 'approved', clicks, clicks / 10, clicks / 40, clicks / 30,
       clicks / 30 * 4900, clicks / 30 * 980, now() - n * interval '1 minute', now()
     from (select n, (power(random(), 4) * 100000)::int as clicks from generate_series(1, $3::int) n) as new`,
    [id, groupId, count],
  )
}

/** One link for each of the first partners. */
export async function makePartnerLinks(pool: pg.Pool, { id }: BenchProgram, workspaceId: string, count: number): Promise<void> {
  await pool.query(
    `insert into links (id, workspace_id, domain, key, lookup_key, url, short_link, program_id, partner_id, track_conversion, created_at,
       updated_at)
     select ${idSql('link_', 'n')}, $1, 'go.example', 'bench-' || n, 'bench-' || n, 'https://shop.example/', 'https://go.example/bench-' || n,
       $2, ${idSql('pn_', 'n')}, true, now(), now()
     from generate_series(1, $3::int) n`,
    [workspaceId, id, count],
  )
}

export interface CommissionRange {
  status: 'pending' | 'paid'
  /** Numbers of the first and the last commission. */
  from: number
  to: number
  /** The commissions are spread over that many partners. */
  partners: number
}

/** Sale commissions of the program, one each half minute, without their sales. Totals of enrolments stay as they are. */
export async function makeCommissions(pool: pg.Pool, { id }: BenchProgram, { status, from, to, partners }: CommissionRange): Promise<void> {
  await pool.query('alter table commissions disable trigger user')
  await pool.query(
    `insert into commissions (id, program_id, partner_id, type, status, amount, earnings, quantity, event_amount, event_earnings, reward_id,
       link_id, customer_id, event_id, invoice_id, created_at, updated_at)
     select ${idSql('cm_', 'n')}, $1, ${idSql('pn_', 'n % $5 + 1')}, 'sale', $2, 1000 + n % 5000, 200 + n % 1000, 1, 1000 + n % 5000,
       200 + n % 1000, 'rw_bench', ${idSql('link_', 'n % $5 + 1')}, 'cus_' || n % 50000, 'event_' || n, 'bench invoice ' || n,
       now() - (2000000 - n) * interval '30 seconds', now()
     from generate_series($3::int, $4::int) n`,
    [id, status, from, to, partners],
  )
  await pool.query('alter table commissions enable trigger user')
}
