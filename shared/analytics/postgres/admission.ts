/** Who may have a connection, and when. */
import type pg from 'pg'
import type { Grouping, Selection } from '../event-store.js'
import { longestWait } from '../limits.js'
import { fairTurns } from './fair-turns.js'
import { sourceOf } from './plan.js'

/** Of a process's connections, for questions that read many events: whatever else is asked, and visitors, find one of the others. */
const shareOfConnections = 0.4

const turnsOfPools = new WeakMap<pg.Pool, ReturnType<typeof fairTurns>>()

/** Asks at once what rollups answer; other questions wait before they take a connection, workspaces in fair turn. */
export function admitted<Result>(pool: pg.Pool, selection: Selection, grouping: Grouping, ask: () => Promise<Result>): Promise<Result> {
  return readsMany(selection, grouping) ? turnsOf(pool)(selection.workspaceId, ask) : ask()
}

const readsMany = (selection: Selection, grouping: Grouping) =>
  Boolean(selection.unique) || (selection.metadata ?? []).length > 0 || sourceOf(selection, grouping) === 'facts'

function turnsOf(pool: pg.Pool): ReturnType<typeof fairTurns> {
  const most = Math.max(1, Math.floor((pool.options.max ?? 10) * shareOfConnections))
  const turns = turnsOfPools.get(pool) ?? fairTurns({ most, mostOfOne: Math.max(1, most - 1), patience: longestWait })
  turnsOfPools.set(pool, turns)
  return turns
}
