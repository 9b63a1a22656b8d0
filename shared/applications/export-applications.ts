import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { csvLine } from '../kernel/csv.js'
import { platformTypes, requireDefaultProgram } from '../partners/index.js'
import { pendingApplications } from './application.queries.js'
import { countApplicationsQuerySchema } from './application.schema.js'
import { maxApplicationsPage } from './limits.js'
import { presentApplication } from './present-application.js'

export const exportApplicationsQuerySchema = countApplicationsQuerySchema
const maxPages = 1000

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
  for (let page = 1; page <= maxPages; page++) {
    const rows = await pendingApplications(scope, programId, { ...filter, page, pageSize: maxApplicationsPage })
    for (const { id, createdAt, partner, applicationFormData } of rows.map(presentApplication)) {
      const answers = (applicationFormData ?? []).map(({ label, value }) => `${label}: ${value ?? ''}`).join('\n')
      const { name, email, companyName, country, groupId } = partner
      const platforms = platformTypes.map((type) => partner[type] ?? null)
      yield csvLine([id, createdAt, partner.id, name, email, companyName ?? null, country ?? null, groupId ?? null, ...platforms, answers])
    }
    if (rows.length < maxApplicationsPage) return
  }
}
