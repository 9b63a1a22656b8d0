import type { JobScope } from '../../kernel/scope.js'
import { formatDifference } from './verification-report.js'
import { saveReport } from './verification.queries.js'
import { verifyAggregates } from './verify-aggregates.js'

/** Maximum differences that are logged. The stored report lists more. */
const maxLogged = 100

/** Verifies all aggregates, stores the report and logs the differences. */
export async function runNightlyVerification(scope: JobScope): Promise<void> {
  const report = await verifyAggregates(scope)
  for (const one of report.found.slice(0, maxLogged))
    scope.log.error({ difference: one }, `aggregate differs from its events: ${formatDifference(one)}`)
  await saveReport(scope.pool, report)
  scope.log.info({ differences: report.differences, rows: report.rows }, 'aggregates verified')
}
