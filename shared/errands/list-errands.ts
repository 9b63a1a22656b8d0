import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { errandsSeenBy } from './errand.queries.js'
import type { ErrandAnswer, listErrandsQuerySchema } from './errand.schema.js'
import { presentErrand } from './present-errand.js'

/** The caller's errands, for owners those of everybody, the newest first. */
export async function listErrands(
  scope: WorkspaceScope,
  { page = 1, pageSize, ...filter }: z.infer<typeof listErrandsQuerySchema>,
): Promise<ErrandAnswer[]> {
  const errands = await errandsSeenBy(scope, filter, (page - 1) * pageSize, pageSize)
  return errands.map(presentErrand)
}
