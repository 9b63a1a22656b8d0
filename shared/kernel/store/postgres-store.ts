/** Short-lived store in PostgreSQL: an unlogged table, emptied by a crash, and LISTEN/NOTIFY. Lifetimes are milliseconds. */
import type pg from 'pg'
import { type ListeningConnection, openListeningConnection } from '../db/listening-connection.js'
import { groupCommit } from '../group-commit.js'
import type { ShortLivedStore } from './short-lived-store.js'

const notifyChannel = 'tributary_store'
const maxNotificationsPerBatch = 200
const alive = 'expires_at > clock_timestamp()'
const expiresAt = (param: number) => `clock_timestamp() + $${param}::double precision * interval '1 millisecond'`

export function postgresStore(pool: pg.Pool, onError: (error: Error) => void): ShortLivedStore {
  const hub = new NotifyHub(pool, onError)
  // Notifications are batched: each is a transaction, and PostgreSQL serialises their commits. Duplicates in a batch are sent once.
  const notifications = groupCommit<string>(
    async (messages) =>
      void (await pool.query('select pg_notify($1, message) from unnest($2::text[]) as message', [notifyChannel, [...new Set(messages)]])),
    maxNotificationsPerBatch,
  )
  return {
    async get(key) {
      const { rows } = await pool.query(`select value from short_lived where key = $1 and ${alive}`, [key])
      return rows[0]?.value ?? null
    },
    async getMany(keys) {
      const { rows } = await pool.query(`select key, value from short_lived where key = any($1) and ${alive}`, [keys])
      const found = new Map(rows.map((row) => [row.key, row.value]))
      return keys.map((key) => found.get(key) ?? null)
    },
    async set(key, value, lifetime) {
      await pool.query(
        `insert into short_lived (key, value, expires_at) values ($1, $2, ${expiresAt(3)})
         on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`,
        [key, value, lifetime],
      )
    },
    async setMany(entries, lifetime) {
      // One value per key, because a statement may not update a row twice, and in key order, so that two statements cannot deadlock.
      const unique = [...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : 1))
      await pool.query(
        `insert into short_lived (key, value, expires_at) select key, value, ${expiresAt(3)} from unnest($1::text[], $2::text[]) as entry(key, value)
         on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at`,
        [unique.map(([key]) => key), unique.map(([, value]) => value), lifetime],
      )
    },
    setIfAbsent: (key, value, lifetime) => setIfAbsent(pool, key, value, lifetime),
    async delete(...keys) {
      await pool.query('delete from short_lived where key = any($1)', [keys])
    },
    async increment(key, by, lifetime) {
      const { rows } = await pool.query(
        `insert into short_lived (key, value, expires_at) values ($1, $2::bigint::text, ${expiresAt(3)})
         on conflict (key) do update set
           value = case when short_lived.${alive} then (short_lived.value::bigint + $2::bigint)::text else excluded.value end,
           expires_at = case when short_lived.${alive} then short_lived.expires_at else excluded.expires_at end
         returning value`,
        [key, by, lifetime],
      )
      return Number(rows[0].value)
    },
    publish(channel, message) {
      hub.deliver(channel, message)
      return notifications.add(JSON.stringify([channel, message]))
    },
    subscribe: (channel, onMessage, onGap) => hub.subscribe(channel, { onMessage, onGap }),
    close: () => hub.close(),
  }
}

async function setIfAbsent(pool: pg.Pool, key: string, value: string, lifetime: number): Promise<string | null> {
  for (;;) {
    const inserted = await pool.query(
      `insert into short_lived (key, value, expires_at) values ($1, $2, ${expiresAt(3)})
       on conflict (key) do update set value = excluded.value, expires_at = excluded.expires_at
       where short_lived.expires_at <= clock_timestamp()`,
      [key, value, lifetime],
    )
    if (inserted.rowCount) return null
    const { rows } = await pool.query(`select value from short_lived where key = $1 and ${alive}`, [key])
    if (rows[0]) return rows[0].value
    // The value expired between the two statements: try again.
  }
}

interface Listener {
  onMessage(message: string): void
  onGap?: (() => void) | undefined
}

/** One listening connection for all channels. Reports gaps to its listeners. */
class NotifyHub {
  private readonly listeners = new Map<string, Set<Listener>>()
  private connection: Promise<ListeningConnection> | undefined
  private readonly pool: pg.Pool
  private readonly onError: (error: Error) => void

  constructor(pool: pg.Pool, onError: (error: Error) => void) {
    this.pool = pool
    this.onError = onError
  }

  async subscribe(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const group = this.listeners.get(channel) ?? new Set()
    group.add(listener)
    this.listeners.set(channel, group)
    await (this.connection ??= this.connect())
    return async () => {
      group.delete(listener)
    }
  }

  private connect(): Promise<ListeningConnection> {
    return openListeningConnection(this.pool.options, {
      channels: [notifyChannel],
      onNotification: (_, payload) => this.deliver(...(JSON.parse(payload) as [string, string])),
      onGap: () => {
        for (const group of this.listeners.values()) for (const one of group) one.onGap?.()
      },
      onError: this.onError,
    })
  }

  deliver(channel: string, message: string): void {
    for (const one of this.listeners.get(channel) ?? []) one.onMessage(message)
  }

  async close(): Promise<void> {
    const connection = await this.connection?.catch(() => undefined)
    await connection?.close()
  }
}
