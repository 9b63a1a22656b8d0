import { throttle, type UnauthenticatedScope, type WorkspaceScope } from '../accounts/index.js'
import { clientSubnet } from '../kernel/client-subnet.js'
import { ServiceError, unprocessable } from '../kernel/errors.js'
import { parseInstant } from '../kernel/parse-instant.js'
import { days } from '../kernel/time.js'
import { requireDefaultProgram } from '../partners/index.js'
import { applicationCounts, type ApplicationCounts, insertVisit } from './analytics.queries.js'
import type { ApplicationAnalyticsQuery, FormAddress } from './application.schema.js'
import { findForm, type FoundForm } from './find-form.js'
import { visitRate } from './limits.js'

/** The form of the page, and the id of the recorded visit. Visits beyond the rate are not recorded. */
export async function visitApplicationPage(
  scope: UnauthenticatedScope,
  { ref, programSlug, group }: FormAddress & { ref?: string | undefined },
): Promise<FoundForm & { visitId: string | null }> {
  const found = await findForm(scope, { programSlug, group })
  try {
    await throttle(scope, `application-visit:${clientSubnet(scope.address)}`, visitRate)
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'rate_limit_exceeded') return { ...found, visitId: null }
    throw error
  }
  return { ...found, visitId: await insertVisit(scope, found.program.id, ref ?? null) }
}

type Counts = Omit<ApplicationCounts, 'key'>

/** Visits of the application pages, and how many became applications, partners or rejections. */
export async function applicationAnalytics(scope: WorkspaceScope, query: ApplicationAnalyticsQuery): Promise<Counts | ApplicationCounts[]> {
  const program = await requireDefaultProgram(scope)
  const end = instantIn(scope, 'end', query.end) ?? scope.now()
  // Not before 1970: 30 days before the first dates that are accepted, the database has no year.
  const start = instantIn(scope, 'start', query.start) ?? new Date(Math.max(end.getTime() - days(30), 0))
  const rows = await applicationCounts(scope, program.id, { start, end, groupBy: query.groupBy })
  if (query.groupBy !== 'count') return rows
  const { key: _key, ...counts } = rows[0] ?? { key: null, visits: 0, starts: 0, submissions: 0, approvals: 0, rejections: 0 }
  return counts
}

function instantIn({ now }: WorkspaceScope, name: 'start' | 'end', text: string | undefined): Date | null {
  if (text === undefined) return null
  const instant = parseInstant(text, now())
  if (!instant) throw unprocessable(`${name} is not a valid date.`)
  return instant
}
