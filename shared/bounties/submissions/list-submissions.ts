import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { requireBounty } from '../require-bounty.js'
import { presentSubmission } from './present-submission.js'
import type { SubmissionStatus } from './submission-states.js'
import { submissionCounts, submissionsMatching } from './submission.queries.js'
import type { GetSubmissions, SubmissionResponse } from './submission.schema.js'

export async function listSubmissions(scope: WorkspaceScope, bountyId: string, query: GetSubmissions): Promise<SubmissionResponse[]> {
  const { id } = await requireBounty(scope, bountyId)
  return (await submissionsMatching(scope, id, query)).map(presentSubmission)
}

export const countSubmissions = (scope: WorkspaceScope): Promise<{ bountyId: string; status: SubmissionStatus; count: number }[]> =>
  submissionCounts(scope, requireProgramId(scope))
