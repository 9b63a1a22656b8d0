/** Generates leads of some of the clicks and sales of some of the leads, in the database. */
import type pg from 'pg'
import { dimensionColumns } from '../../shared/tracking/click.queries.js'
import { hasRows } from './clicks.js'

/** Columns that leads copy from their click, and sales from their lead. */
const columns = dimensionColumns.join(', ')

/**
 * Creates that many leads and sales over the time of the clicks: leads some time after a click, sales of random leads, one in twenty
 * refunded. Those of an earlier run are kept.
 */
export async function makeConversions(pool: pg.Pool, { leads, sales }: { leads: number; sales: number }): Promise<void> {
  if (await hasRows(pool, 'lead_events')) return
  await pool.query(
    `select ensure_month_partition(parent, at) from unnest(array['lead_events', 'sale_events']) parent, (select min(timestamp) as at
     from click_events union all select now()) as ends`,
  )
  const {
    rows: [row],
  } = await pool.query<{ clicks: number }>('select count(*) as clicks from click_events')
  const clicks = (row as { clicks: number }).clicks
  // A click gets as many leads as needed to reach the number.
  const leadsPerClick = Math.ceil(leads / clicks)
  const step = Math.max(1, Math.floor(clicks / leads))
  await pool.query(
    `insert into lead_events (id, timestamp, ${columns}, click_id, clicked_at, customer_id, event_name, metadata)
     select lpad((n * $1 + copy)::text, 16, '0'), least(timestamp + copy * interval '1 second', now()), ${columns}, clicks.id, timestamp,
     'cus_' || n, (array['Sign up', 'Trial', 'Demo'])[n % 3 + 1], jsonb_build_object('plan', (array['free', 'pro'])[n % 2 + 1])
     from generate_series(0, $4::int - 1, $2) as n join clicks on clicks.id = lpad(n::text, 16, '0'), generate_series(0, $1::int - 1) as copy
     order by timestamp limit $3`,
    [leadsPerClick, step, leads, clicks],
  )
  await pool.query(
    `insert into sale_events (id, timestamp, ${columns}, click_id, clicked_at, customer_id, event_name, metadata, amount, currency,
     original_amount, original_currency, payment_processor, invoice_id, sales, recurring, refund_of)
     select 's' || lpad(n::text, 15, '0'), timestamp, ${columns}, click_id, clicked_at, customer_id, 'Purchase', metadata,
       case when n % 20 = 0 then -500 else 1000 + n % 5000 end, 'usd', case when n % 20 = 0 then -500 else 1000 + n % 5000 end, 'usd',
       'stripe', null, case when n % 20 = 0 then 0 else 1 end, n % 3 = 0, case when n % 20 = 0 then 'some' end
     from (select row_number() over (order by timestamp, id) as n, * from lead_events) as numbered where n % greatest($1::int, 1) = 0
     order by timestamp limit $2`,
    [Math.floor(leads / sales), sales],
  )
  // As if roll-ups had run while the events arrived: late events of a closed bucket stay beside its rollups.
  await pool.query(`update conversion_watermark set at = (select date_bin('1 day', min(timestamp), 'epoch') from lead_events)`)
}
