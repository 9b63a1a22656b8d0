/**
 * Checks of events in ClickHouse. The two databases have no common snapshot, so parts that differ are compared again while no event can
 * arrive: a difference is reported only if it remains.
 */
import type pg from 'pg'
import type { ClickHouse } from '../../../clickhouse/index.js'
import type { Config } from '../../../kernel/config.js'
import { withTransaction } from '../../../kernel/db/pool.js'
import { openLog } from '../../../kernel/log.js'
import { blockIngestion, type Check, type CheckResult, lockConversionRollUp, type RowDifference, type Sql } from '../../../rollups/index.js'
import { copyPendingConversions, flushClickBlocks } from '../../../tracking/index.js'
import {
  clickedLinksAfter,
  clicksOfLinks,
  conversionTables,
  countClicks,
  summarizeConversions,
  summarizeCopies,
  totalClicksOf,
} from './events.queries.js'

export interface ClickHouseScope {
  pool: pg.Pool
  config: Config
  clickHouse: ClickHouse
  now(): Date
}

/** Links per comparison. */
const rangeSize = 2000

const resultOf = (compared: number, samples: RowDifference[]): CheckResult => ({ compared, wrong: samples.length, samples })

/** Compares; if there are differences, compares again while ingestion waits and all counted clicks are in ClickHouse. */
async function compareClicks(scope: ClickHouseScope, compare: (sql: Sql) => Promise<RowDifference[]>): Promise<RowDifference[]> {
  const found = await compare(scope.pool)
  if (found.length === 0) return found
  return withTransaction(scope.pool, async (client) => {
    await blockIngestion(client)
    await flushClickBlocks({ ...scope, log: openLog('silent', 'verify') })
    return compare(client)
  })
}

/** The clicks of links, against the clicks in ClickHouse. */
export const clickCounters = (scope: ClickHouseScope): Check => ({
  table: 'clicks_of_links',
  async *run(workspaceId) {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after
      let compared = 0
      let last: string | null = null
      const samples = await compareClicks(scope, async (sql) => {
        const links = await clickedLinksAfter(sql, workspaceId, from, rangeSize)
        compared = links.length
        last = links.length < rangeSize ? null : (links.at(-1)?.id ?? null)
        const counted = await clicksOfLinks(scope.clickHouse, workspaceId, links)
        return links.flatMap(({ id, shortLink, clicks, lastClicked }): RowDifference[] => {
          const expected = counted.get(id) ?? { clicks: 0, last_clicked: null }
          const isEqual = expected.clicks === clicks && expected.last_clicked === lastClicked
          return isEqual ? [] : [{ key: { id, shortLink }, expected, found: { clicks, last_clicked: lastClicked } }]
        })
      })
      yield resultOf(compared, samples)
      after = last
    }
  },
})

/** The clicks of workspaces, also those of deleted links. */
export const workspaceClicks = (scope: ClickHouseScope): Check => ({
  table: 'clicks_of_workspaces',
  async *run(workspaceId) {
    const samples = await compareClicks(scope, async (sql) => {
      const found = await totalClicksOf(sql, workspaceId)
      const expected = await countClicks(scope.clickHouse, workspaceId)
      if (found === null || found === expected) return []
      return [{ key: { id: workspaceId }, expected: { total_clicks: expected }, found: { total_clicks: found } }]
    })
    yield resultOf(1, samples)
  },
})

/** The copies of leads and sales, by month: their number, amount, and a checksum of their ids and links. */
export const copiedConversions = (scope: ClickHouseScope): Check[] =>
  conversionTables.map((table) => ({
    table: `copied_${table}`,
    async *run(workspaceId) {
      const compare = async (sql: Sql) => {
        const expected = await summarizeConversions(sql, table, workspaceId)
        const found = await summarizeCopies(scope.clickHouse, table, workspaceId)
        const months = [...new Set([...expected.keys(), ...found.keys()])]
        return months.flatMap((month): RowDifference[] => {
          const [one, other] = [expected.get(month) ?? null, found.get(month) ?? null]
          return JSON.stringify(one) === JSON.stringify(other)
            ? []
            : [{ key: { workspaceId, month }, expected: one && { ...one }, found: other && { ...other } }]
        })
      }
      const first = await compare(scope.pool)
      const samples = first.length === 0 ? first : await compareWithoutPending(scope, compare)
      yield resultOf(1, samples)
    },
  }))

/** Compares after all changes were copied, while no other is copied. An event that is recorded meanwhile may need another attempt. */
async function compareWithoutPending(
  { pool, clickHouse }: ClickHouseScope,
  compare: (sql: Sql) => Promise<RowDifference[]>,
): Promise<RowDifference[]> {
  let differences: RowDifference[] = []
  for (let attempt = 0; attempt < 5; attempt++) {
    differences = await withTransaction(pool, async (client) => {
      await lockConversionRollUp(client)
      await copyPendingConversions(client, clickHouse)
      return compare(client)
    })
    if (differences.length === 0) break
  }
  return differences
}
