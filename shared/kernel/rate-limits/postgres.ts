/** Requests counted in PostgreSQL: one statement each, and the row's lock lets one count at a time. */
import type pg from 'pg'
import { askPrepared } from '../ask-prepared.js'
import { type Counted, type Counter, slices } from './slices.js'

// The row may be of a later slice than the one in which the statement began: who was before in the lock's queue moved it on.
const sql = `
  insert into rate_windows as kept (key, slice, counts, allowed, ends_at)
  select $1, floor(extract(epoch from at) * 1000 / $3), array_fill(0, array[${slices - 1}]) || ($2 > 0)::integer, $2 > 0, at + $4 * interval '1 millisecond'
  from clock_timestamp() as at
  on conflict (key) do update set (slice, counts, allowed, ends_at) = (
    select greatest(kept.slice, excluded.slice), slid[:${slices - 1}] || slid[${slices}] + (used < $2)::integer, used < $2, excluded.ends_at
    from (select least(${slices}, greatest(0, excluded.slice - kept.slice))::integer as past) as late,
      lateral (select kept.counts[past + 1:] || array_fill(0, array[past]) as slid) as moved,
      lateral (select sum(count) as used from unnest(slid) as count) as summed
  )
  returning allowed, counts, (extract(epoch from clock_timestamp()) * 1000 - slice * $3)::double precision as into`

export function postgresCounter(pool: pg.Pool): Counter {
  return {
    async take(key, { requests, window }) {
      const [counted] = await askPrepared<Counted>(pool, {
        name: 'take-of-rate',
        text: sql,
        values: [key, requests, window / slices, window],
      })
      return counted as Counted
    },
    close: async () => undefined,
  }
}
