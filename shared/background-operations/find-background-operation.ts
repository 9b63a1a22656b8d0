import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { findVisibleOperation, findElementErrors } from './background-operation.queries.js'
import type { BackgroundOperationDetailsSchema, ElementErrorPageSchema } from './background-operation.schema.js'
import { operationNotFound } from './errors.js'
import { presentBackgroundOperation } from './present-background-operation.js'
import { openInput } from './sealed-input.js'

/** An operation with one page of its failed elements. */
export async function findBackgroundOperation(
  scope: WorkspaceScope,
  id: string,
  { page = 1, pageSize }: z.infer<typeof ElementErrorPageSchema>,
): Promise<z.infer<typeof BackgroundOperationDetailsSchema>> {
  const operation = await findVisibleOperation(scope, id)
  if (!operation) throw operationNotFound()
  const errors = operation.failed > 0 ? await findElementErrors(scope, id, (page - 1) * pageSize, pageSize) : []
  return {
    ...presentBackgroundOperation(operation),
    errors: errors.map(({ element, ...rest }) => ({
      ...rest,
      element: element === null ? null : JSON.parse(openInput(scope, id, element)),
    })),
  }
}
