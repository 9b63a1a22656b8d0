import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { csvLine } from '../kernel/csv.js'
import { platformTypes, requireDefaultProgram } from '../partners/index.js'
import { type ApplicationRow, pendingApplicationsAfter } from './application.queries.js'
import { countApplicationsQuerySchema } from './application.schema.js'
import { maxApplicationsPage } from './limits.js'
import { presentApplication } from './present-application.js'

export const exportApplicationsQuerySchema = countApplicationsQuerySchema

/** The lines of a CSV file with the applications that wait for an answer, newest first. The answers to questions are the last column. */
export async function exportApplications(
  scope: WorkspaceScope,
  filter: z.infer<typeof exportApplicationsQuerySchema>,
): Promise<AsyncIterable<string>> {
  return lines(scope, (await requireDefaultProgram(scope)).id, filter)
}

async function* lines(
  scope: WorkspaceScope,
  programId: string,
  filter: z.infer<typeof exportApplicationsQuerySchema>,
): AsyncIterable<string> {
  yield csvLine(['id', 'createdAt', 'partnerId', 'name', 'email', 'companyName', 'country', 'groupId', ...platformTypes, 'answers'])
  for (let after: string | null = null; ;) {
    const rows: ApplicationRow[] = await pendingApplicationsAfter(scope, programId, filter, { after, limit: maxApplicationsPage })
    for (const { id, createdAt, partner, applicationFormData } of rows.map(presentApplication)) {
      const answers = (applicationFormData ?? []).map(({ label, value }) => `${label}: ${value ?? ''}`).join('\n')
      const { name, email, companyName, country, groupId } = partner
      const platforms = platformTypes.map((type) => partner[type] ?? null)
      yield csvLine([id, createdAt, partner.id, name, email, companyName ?? null, country ?? null, groupId ?? null, ...platforms, answers])
    }
    if (rows.length < maxApplicationsPage) return
    after = rows.at(-1)?.id ?? null
  }
}
