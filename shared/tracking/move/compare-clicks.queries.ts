/** SQL that compares the clicks of both stores, by month and workspace. */
import type { ClickHouse } from '../../clickhouse/index.js'
import type { Client } from '../click-store/click-store.js'

/** Number of clicks, and sums of parts of their ids and visitors, which do not depend on the order. */
interface Summary {
  workspace: string
  clicks: number | string
  ids: number | string
  visitors: number | string
}

/** The first days of the months with clicks in PostgreSQL's partitions or in ClickHouse. */
export async function listMonths(client: Client, clickHouse: ClickHouse): Promise<Date[]> {
  const { rows } = await client.query<{ from: Date | null; to: Date | null }>(
    `select min(timestamp) as from, max(timestamp) as to from click_events`,
  )
  const stored = await clickHouse.query<{ month: number }>({ text: 'select distinct toYYYYMM(timestamp) as month from clicks' })
  const months = new Set(stored.map(({ month }) => `${String(month).slice(0, 4)}-${String(month).slice(4)}`))
  const [range] = rows
  for (let at = range?.from ? firstOfMonth(range.from) : null; at && range?.to && at <= range.to; at = nextMonth(at))
    months.add(at.toISOString().slice(0, 7))
  return [...months].toSorted().map((month) => new Date(`${month}-01T00:00:00Z`))
}

const firstOfMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
const nextMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))

/** Whether both stores have the same clicks of the month. */
export async function hasEqualClicks(client: Client, clickHouse: ClickHouse, month: Date): Promise<boolean> {
  const { rows } = await client.query<Summary>(
    `select workspace_id as workspace, count(*) as clicks, sum(('x' || substr(md5(id), 1, 8))::bit(32)::bigint)::bigint as ids,
       sum(('x' || lpad(encode(substring(identity_hash for 4), 'hex'), 8, '0'))::bit(32)::bigint)::bigint as visitors
     from click_events join workspace_numbers on no = workspace where timestamp >= $1 and timestamp < $2 group by 1`,
    [month, nextMonth(month)],
  )
  const stored = await clickHouse.query<Summary>({
    text: `select workspace_id as workspace, count() as clicks, sum(reinterpretAsUInt32(reverse(substring(MD5(id), 1, 4)))) as ids,
        sum(bitShiftRight(visitor, 32)) as visitors
      from clicks where toYYYYMM(timestamp) = {month:UInt32} group by workspace_id`,
    values: { month: month.getUTCFullYear() * 100 + month.getUTCMonth() + 1 },
  })
  return digestOf(rows) === digestOf(stored)
}

const digestOf = (rows: readonly Summary[]) =>
  rows
    .map(({ workspace, clicks, ids, visitors }) => `${workspace} ${clicks} ${ids} ${visitors}`)
    .toSorted()
    .join('\n')
