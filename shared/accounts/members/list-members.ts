import { z } from 'zod'
import { containsPattern } from '../../kernel/db/like-pattern.js'
import { roles } from '../member.entity.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { membersOf } from './member.queries.js'
import { RoleField } from './require-grantable-role.js'

export const ListPeople = z.object({ search: z.string().max(200).optional(), role: RoleField.optional() })

export const MemberSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  role: z.enum(roles),
  isMachine: z.boolean(),
  createdAt: z.string(),
})

/** Members of the workspace, oldest first. */
export async function listMembers(
  { pool, workspace }: WorkspaceScope,
  { search, role }: z.infer<typeof ListPeople>,
): Promise<z.infer<typeof MemberSchema>[]> {
  const rows = await membersOf(pool, workspace.id, { search: search ? containsPattern(search) : null, role: role ?? null })
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}
