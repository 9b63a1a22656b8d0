import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { errandSeenBy, errorsOf } from './errand.queries.js'
import type { ErrandDetails, ErrandPage } from './errand.schema.js'
import { errandNotFound } from './errors.js'
import { presentErrand } from './present-errand.js'

/** How an errand stands, and one page of what was refused. */
export async function findErrand(
  scope: WorkspaceScope,
  id: string,
  { page = 1, pageSize }: z.infer<typeof ErrandPage>,
): Promise<z.infer<typeof ErrandDetails>> {
  const errand = await errandSeenBy(scope, id)
  if (!errand) throw errandNotFound()
  const errors = errand.failed > 0 ? await errorsOf(scope, id, (page - 1) * pageSize, pageSize) : []
  return {
    ...presentErrand(errand),
    errors: errors.map(({ element, ...rest }) => ({ ...rest, element: element === null ? null : JSON.parse(element) })),
  }
}
