/** SQL of the state of a move. */
import type { EventDatabase } from '../click-store/active-store.queries.js'
import type { Client } from '../click-store/click-store.js'

/** Parts of the events that are moved one after the other. */
export const movedParts = ['clicks', 'leads', 'sales'] as const
export type MovedPart = (typeof movedParts)[number]

/** After which event a part continues. */
interface PartProgress {
  after: readonly string[]
  moved: number
  isComplete: boolean
}

export type MoveProgress = Partial<Record<MovedPart, PartProgress>>

export async function readProgress(client: Client): Promise<MoveProgress> {
  const { rows } = await client.query<{ progress: MoveProgress }>('select progress from event_store')
  return rows[0]?.progress ?? {}
}

export const writeProgress = (client: Client, part: MovedPart, progress: PartProgress) =>
  client.query('update event_store set progress = progress || jsonb_build_object($1::text, $2::jsonb)', [part, JSON.stringify(progress)])

/** From the commit on, events are stored in both. */
export const setMovingTo = (client: Client, target: EventDatabase | null) =>
  client.query(`update event_store set moving_to = $1, progress = '{}'`, [target])

/** From the commit on, the other store answers questions, and the former one gets no events. */
export const setEventStore = (client: Client, name: EventDatabase) =>
  client.query(`update event_store set name = $1, moving_to = null, progress = '{}'`, [name])

/** The ids of the clicks of the last day, by which ClickHouse's store recognises repeated ones. */
export const recordRecentClicks = (client: Client, since: Date) =>
  client.query('insert into recent_clicks (id, at) select id, timestamp from click_events where timestamp >= $1 on conflict do nothing', [
    since,
  ])

const clickTables = ['click_events', 'click_facts', 'click_column_segments', 'click_totals', 'click_rollups', 'click_rollup_packs']
const conversionTables = ['conversion_facts', 'conversion_totals', 'conversion_rollups', 'conversion_rollup_packs']

/** Deletes the clicks and their rollups. */
export const deleteClicks = (client: Client) => client.query(`truncate ${clickTables.join()}`)

/** Deletes the rollups of leads and sales, and lets roll-ups begin at the instant. */
export async function restartRollUps(client: Client, from: Date): Promise<void> {
  await client.query(`truncate ${conversionTables.join()}`)
  for (const table of ['click_watermark', 'conversion_watermark'])
    await client.query(`update ${table} set at = date_bin('1 day', $1::timestamptz, 'epoch')`, [from])
}
