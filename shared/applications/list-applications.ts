import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { requireDefaultProgram } from '../partners/index.js'
import { applicationsOfPartner, countPendingApplications, pendingApplications, submittedApplication } from './application.queries.js'
import type { ApplicationDetailsSchema, ApplicationResponse, GetApplications } from './application.schema.js'
import { applicationNotFound } from './errors.js'
import { maxApplicationHistory } from './limits.js'
import { presentApplication } from './present-application.js'

/** Applications that wait for an answer, newest first. */
export async function listApplications(scope: WorkspaceScope, query: GetApplications): Promise<ApplicationResponse[]> {
  const program = await requireDefaultProgram(scope)
  return (await pendingApplications(scope, program.id, query)).map(presentApplication)
}

export async function countApplications(
  scope: WorkspaceScope,
  query: Pick<GetApplications, 'country' | 'groupId'>,
): Promise<{ count: number }> {
  const program = await requireDefaultProgram(scope)
  return { count: await countPendingApplications(scope, program.id, query) }
}

/** An application in any state, with its review. */
export async function getApplication(scope: WorkspaceScope, id: string): Promise<z.output<typeof ApplicationDetailsSchema>> {
  const program = await requireDefaultProgram(scope)
  const row = await submittedApplication(scope, program.id, id)
  if (!row) throw applicationNotFound(id)
  const { reviewedAt, rejectionReason, rejectionNote, reviewedByUserId } = row
  return { ...presentApplication(row), reviewedAt, rejectionReason, rejectionNote, reviewedByUserId }
}

export async function applicationHistory(scope: WorkspaceScope, { partnerId }: { partnerId: string }) {
  const program = await requireDefaultProgram(scope)
  return { applications: await applicationsOfPartner(scope, program.id, partnerId, maxApplicationHistory) }
}
