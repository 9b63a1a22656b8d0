import { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { VerificationReport } from './verification-report.js'
import { latestReport } from './verification.queries.js'

export const Verification = z.object({
  latest: VerificationReport.nullable().describe('The latest report. Null before the first verification.'),
})

/** The report of the latest nightly verification. */
export async function getVerification(scope: AdminScope): Promise<z.infer<typeof Verification>> {
  return { latest: await latestReport(scope.pool) }
}
