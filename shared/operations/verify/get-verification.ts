import { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { VerificationReport } from './report.js'
import { latestReport } from './verification.queries.js'

export const Verification = z.object({ latest: VerificationReport.nullable().describe('Null before the first night.') })

/** What the latest nightly recount found. */
export async function getVerification(scope: AdminScope): Promise<z.infer<typeof Verification>> {
  return { latest: await latestReport(scope.pool) }
}
