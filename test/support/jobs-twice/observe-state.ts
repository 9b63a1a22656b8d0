/** Observes everything that a job may change: tables, emails, stored files, enqueued jobs and requests to other systems. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { queueNames } from '../../../shared/kernel/queue/queue-kinds.js'
import type { TestApi } from '../api.js'
import { comparedTables, type Content, tableContents } from './table-hashes.js'

/** By table; `emails`, `files`, `jobs`, `partitions` of later months and `requests` are beside the tables. */
export type State = ReadonlyMap<string, Content>

/** Partitions of events of later months: those of the present are created when an event comes. */
export const laterPartitions = `select relname as name from pg_class
  where relispartition and relkind = 'r' and relname ~ '^(click|lead|sale)_events_' and right(relname, 6) > to_char(now() at time zone 'UTC', 'YYYYMM')`

export async function observeState({ resources, config }: Pick<TestApi, 'resources' | 'config'>) {
  const { pool } = resources.database
  const names = await comparedTables(pool)
  let requests = 0
  const countRequest = () => void requests++
  subscribe('undici:request:create', countRequest)

  /** Jobs without a payload only start earlier what a schedule starts anyway. */
  async function jobs(): Promise<string[]> {
    const waiting = await Promise.all(queueNames.map((name) => resources.queues.queue(name).getJobs(['waiting', 'delayed'])))
    return waiting.flatMap((found) => found.filter(({ data }) => data.payload !== null).map(({ name, id }) => `${name} ${id}`))
  }

  return {
    names,
    async state(): Promise<State> {
      const partitions = await pool.query<{ name: string }>(laterPartitions)
      const contents = await tableContents(pool, names)
      return new Map([
        ...contents,
        ['emails', contentOf(await filesIn(join(config.dataDir, 'outbox')))],
        ['files', contentOf(await filesIn(join(config.dataDir, 'files')))],
        ['jobs', contentOf(await jobs())],
        ['partitions', contentOf(partitions.rows.map(({ name }) => name))],
        ['requests', { count: requests, hash: '' }],
      ])
    },
    close: () => unsubscribe('undici:request:create', countRequest),
  }
}

const nothing: Content = { hash: '', count: 0 }

/** What differs, with the number of rows that were added or, as a negative number, removed. */
export function differences(before: State, after: State): Record<string, number> {
  const changes: Record<string, number> = {}
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [former, present] = [before.get(name) ?? nothing, after.get(name) ?? nothing]
    if (former.hash !== present.hash || former.count !== present.count) changes[name] = present.count - former.count
  }
  return changes
}

const contentOf = (names: readonly string[]): Content => ({ hash: names.toSorted().join('|'), count: names.length })

/** Paths of the complete files in a directory: neither emails nor stored files change once they are written. */
async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.part')).map((entry) => join(entry.parentPath, entry.name))
}
