import { deleteBatch } from '../../kernel/db/delete-batch.queries.js'
import type { JobScope } from '../../kernel/scope.js'

/** Tags and comments are deleted by foreign key. */
const batchSize = 2000

/** Deletes one batch of enrolments of a closed workspace; true while there may be more. The partners stay: they belong to no workspace. */
export const deleteEnrolmentsOfWorkspace = async ({ em }: JobScope, workspaceId: string): Promise<boolean> =>
  (await deleteBatch(em, 'enrolments', 'program_id in (select id from programs where workspace_id = ?)', [workspaceId], batchSize)) > 0
