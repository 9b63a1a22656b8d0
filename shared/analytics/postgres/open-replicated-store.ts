import type pg from 'pg'
import type { Replica } from '../../kernel/db/replica.js'
import type { EventStore } from '../event-store.js'
import { openPostgresStore } from './open-postgres-store.js'

/**
 * Events of a database with a read replica. A read that the replica cannot answer is repeated on the primary. Events that are named by
 * their ids are read from the primary: the live stream names events that were stored just now.
 */
export function openReplicatedStore(primaryPool: pg.Pool, replica: Replica): EventStore {
  const [primary, store] = [openPostgresStore(primaryPool), openPostgresStore(replica.pool)]
  async function read<Result>(query: (from: EventStore) => Promise<Result>): Promise<Result> {
    try {
      return await query(store)
    } catch (error) {
      if (!replica.shouldRepeat(error)) throw error
      return query(primary)
    }
  }
  return {
    maxClicksForUnique: store.maxClicksForUnique,
    count: (...query) => read((from) => from.count(...query)),
    list: (kind, selection, page) => (page.ids ? primary.list(kind, selection, page) : read((from) => from.list(kind, selection, page))),
  }
}
