import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { findVisibleOperations } from './background-operation.queries.js'
import type { BackgroundOperationResponse, listBackgroundOperationsQuerySchema } from './background-operation.schema.js'
import { presentBackgroundOperation } from './present-background-operation.js'

/** The caller's operations, newest first; workspace owners see those of every user. */
export async function listBackgroundOperations(
  scope: WorkspaceScope,
  { page = 1, pageSize, ...filter }: z.infer<typeof listBackgroundOperationsQuerySchema>,
): Promise<BackgroundOperationResponse[]> {
  const operations = await findVisibleOperations(scope, filter, (page - 1) * pageSize, pageSize)
  return operations.map(presentBackgroundOperation)
}
