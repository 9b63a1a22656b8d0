import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { inWords } from './report.js'
import { keepReport } from './verification.queries.js'
import { verifyFigures } from './verify-figures.js'

/** Lines in the log at most; the report that is kept names more. */
const mostLogged = 100

/** Recounts every figure, keeps the report, and says in the log what differs. */
export async function verifyNightly(scope: JobScope): Promise<void> {
  const report = await verifyFigures(scope)
  for (const one of report.found.slice(0, mostLogged))
    scope.log.error({ difference: one }, `a figure is not what its events say: ${inWords(one)}`)
  await inTransaction(scope, () => keepReport(scope, report))
  scope.log.info({ differences: report.differences, rows: report.rows }, 'figures were recounted from the events')
}
