/** The clicks that the product stored, in its database or in ClickHouse. */
import type pg from 'pg'
import { textHash } from '../../../shared/clickhouse/index.js'
import { days } from '../../../shared/kernel/time.js'
import { insertStoredClicks, readStoredClicks } from '../../../shared/tracking/click-store/stored-clicks.js'
import { ensurePartition } from '../../../shared/tracking/click.queries.js'
import { ago } from '../ago.js'
import { clickHouseByPool } from '../events.js'

interface StoredClicks {
  link: string
  /** Of UTC. */
  day: string
  country: string
  clicks: number
}

/** Stored clicks by link, day and country. */
export async function countStoredClicks(pool: pg.Pool): Promise<StoredClicks[]> {
  const clickHouse = clickHouseByPool.get(pool)
  if (!clickHouse)
    return (
      await pool.query<StoredClicks>(
        `select link_id as link, (timestamp at time zone 'UTC')::date::text as day, country, count(*)::int as clicks from clicks group by 1, 2, 3`,
      )
    ).rows
  const { rows: links } = await pool.query<{ id: string }>('select id from links')
  const idOf = new Map(links.map(({ id }) => [textHash(id), id]))
  const counted = await clickHouse.query<StoredClicks>({
    text: 'select toString(link_hash) as link, toString(toDate(timestamp)) as day, country, count() as clicks from clicks group by 1, 2, 3',
  })
  return counted.map((row) => ({ ...row, link: idOf.get(row.link) ?? row.link }))
}

/** Lets all clicks be of the day before. */
export async function ageStoredClicks(pool: pg.Pool): Promise<void> {
  const clickHouse = clickHouseByPool.get(pool)
  if (!clickHouse) {
    // A database of this month has no partition for the last day of the month before.
    await ensurePartition(pool, ago(days(1)))
    await pool.query(`update click_events set timestamp = timestamp - interval '1 day'`)
    return
  }
  // The time is a part of the order, so rows are replaced.
  const clicks = await readStoredClicks(clickHouse, 'true', {})
  await insertStoredClicks(
    clickHouse,
    clicks.map((click) => ({ ...click, timestamp: new Date(click.timestamp.getTime() - days(1)) })),
  )
  await clickHouse.mutate('clicks', 'delete where timestamp > now() - interval 1 day')
}
