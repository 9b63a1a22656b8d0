/** The programs that were created last, in all workspaces. */
import { z } from 'zod'
import { pageFields } from '../kernel/input-fields.js'
import type { AdminScope } from '../kernel/scope.js'
import { newestPrograms } from './administration.queries.js'

const maxPageSize = 100
export const recentProgramsQuerySchema = z.object(pageFields(maxPageSize))

export const RecentProgramsSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    logo: z.string().nullable(),
    url: z.string().nullable(),
    createdAt: z.string(),
    workspace: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
  })
  .array()

/** The newest first. */
export async function listRecentPrograms(
  scope: AdminScope,
  { page = 1, pageSize }: z.infer<typeof recentProgramsQuerySchema>,
): Promise<z.infer<typeof RecentProgramsSchema>> {
  const rows = await newestPrograms(scope, { limit: pageSize, offset: (page - 1) * pageSize })
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
}
