/** Rate limit counter in PostgreSQL: one statement per call; the row lock serialises concurrent calls for one key. */
import type pg from 'pg'
import { queryPrepared } from '../../db/prepared-query.js'
import { type Counter, slices, type WindowCount } from './sliding-window.js'

// The stored slice may be later than that of this statement: a statement that waited for the row lock may follow one that began later.
const sql = `
  insert into rate_windows as stored (key, slice, counts, allowed, ends_at)
  select $1, floor(extract(epoch from at) * 1000 / $3), array_fill(0, array[${slices - 1}]) || least($2::integer, $5::integer),
    least($2::integer, $5::integer), at + $4 * interval '1 millisecond'
  from clock_timestamp() as at
  on conflict (key) do update set (slice, counts, allowed, ends_at) = (
    select greatest(stored.slice, excluded.slice), shifted[:${slices - 1}] || shifted[${slices}] + granted, granted, excluded.ends_at
    from (select least(${slices}, greatest(0, excluded.slice - stored.slice))::integer as expired) as expiry,
      lateral (select stored.counts[expired + 1:] || array_fill(0, array[expired]) as shifted) as shift,
      lateral (select least($5::integer, greatest(0, $2::integer - sum(count)))::integer as granted from unnest(shifted) as count) as usage
  )
  returning allowed, counts, (extract(epoch from clock_timestamp()) * 1000 - slice * $3)::double precision as "elapsedMs"`

export function postgresCounter(pool: pg.Pool): Counter {
  return {
    async consume(key, { requests: limit, windowMs }, requests) {
      const [count] = await queryPrepared<WindowCount>(pool, {
        name: 'consume-rate-limit',
        text: sql,
        values: [key, limit, windowMs / slices, windowMs, requests],
      })
      return count as WindowCount
    },
    close: async () => undefined,
  }
}
