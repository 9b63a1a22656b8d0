/** All checks: link counts against the links, everything else against the events. Entries of the two lists are covered automatically. */
import { type Check, rollupChecks } from '../../rollups/index.js'
import { type ClickHouseScope, clickCounters, copiedConversions, workspaceClicks } from './clickhouse/checks.js'
import { compareRange, type CounterTable } from './counter-table.queries.js'
import { earningsCounters } from './earnings-counters.queries.js'
import { eventCounters } from './event-counters.queries.js'
import { compareLinkCounts } from './link-counts.queries.js'
import { missingCommissions } from './missing-commissions.queries.js'

/** Rows per statement. */
const rangeSize = 2000

const counterCheck = (counterTable: CounterTable): Check => ({
  table: counterTable.table,
  async *run(workspaceId, inSnapshot) {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after
      const { last, ...result } = await inSnapshot((sql) => compareRange(sql, counterTable, workspaceId, from, rangeSize))
      yield result
      after = last
    }
  },
})

const linkCounts: Check = {
  table: 'link_counts',
  async *run(workspaceId, inSnapshot) {
    yield inSnapshot((sql) => compareLinkCounts(sql, workspaceId))
  },
}

const countersAndLinks = (hasClicks: boolean) => [
  ...[...eventCounters(hasClicks), ...earningsCounters, missingCommissions].map(counterCheck),
  linkCounts,
]

/** The checks of an installation with its events in PostgreSQL. */
export const checks: readonly Check[] = [...countersAndLinks(true), ...rollupChecks]

/** The checks of an installation with its events in ClickHouse, which has no rollups. */
export const checksWithClickHouse = (scope: ClickHouseScope): readonly Check[] => [
  ...countersAndLinks(false),
  clickCounters(scope),
  workspaceClicks(scope),
  ...copiedConversions(scope),
]
