/** Events as rows of numbers. */
import { days } from '../../kernel/time.js'
import { ensurePartitions, type Fact } from './facts.queries.js'
import type { Ledger } from './ledgers.js'
import type { Dictionary } from './number-values.js'
import { numberWorkspaces } from './number-values.queries.js'
import type { Sql } from './sql.js'
import { floorTo } from './tiers.js'

/**
 * Instants as whole microseconds: what is stored again must be the same instant, not the same millisecond. Then the ledger's attributes,
 * and its extra columns.
 */
export type EventTexts = [workspaceId: string, microseconds: number, ...rest: unknown[]]

/** What a statement selects to make such rows, without the extra columns. */
export const textsHead = 'workspace_id, (extract(epoch from timestamp) * 1000000)::bigint'
const headLength = 2

/** The same events in the same order. Brings their values into the dictionary, and the partitions of their months into being. */
export async function toFacts(sql: Sql, dictionary: Dictionary, ledger: Ledger, events: readonly EventTexts[]): Promise<Fact[]> {
  dictionary.trim()
  // Where the parts of each kind stand in a row.
  const places = ledger.kinds.map((kind) => ({ kind, at: kind.parts.map((part) => ledger.attributes.indexOf(part) + headLength) }))
  const workspaces = await numberWorkspaces(sql, [...new Set(events.map(([workspaceId]) => workspaceId))])
  const valued = events.map((event) => {
    const workspace = workspaces.get(event[0]) as number
    const values = places.map(({ kind, at }) =>
      dictionary.valueOf(
        workspace,
        kind,
        at.map((place) => event[place] as string),
      ),
    )
    return { microseconds: event[1], workspace, values, extras: event.slice(ledger.attributes.length + headLength) }
  })
  await dictionary.learn(sql)
  await ensurePartitions(sql, ledger, daysOf(events))
  return valued.map(({ microseconds, workspace, values, extras }) => ({
    numbers: [microseconds, workspace, ...values.map(({ number }) => number as number)],
    extras,
  }))
}

function daysOf(events: readonly EventTexts[]): number[] {
  const found = new Set<number>()
  for (const [, microseconds] of events) found.add(floorTo(microseconds / 1000, days(1)))
  return [...found]
}
