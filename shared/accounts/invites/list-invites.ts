import { z } from 'zod'
import { containing } from '../../kernel/like.js'
import { roles } from '../member.entity.js'
import type { ListPeople } from '../members/list-members.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { invitesOf } from './invite.queries.js'

/** Like a member, as far as somebody is known by an address. */
export const InviteSchema = z.object({
  id: z.string().describe('The id of the workspace, a dash, the address.'),
  name: z.null(),
  email: z.string(),
  image: z.null(),
  role: z.enum(roles),
  isMachine: z.literal(false),
  expires: z.string(),
  createdAt: z.string(),
})

/** Who is invited to the workspace, also those whose invite has expired. */
export async function listInvites(
  { pool, workspace }: WorkspaceScope,
  { search, role }: z.infer<typeof ListPeople>,
): Promise<z.infer<typeof InviteSchema>[]> {
  const rows = await invitesOf(pool, workspace.id, { search: search ? containing(search) : null, role: role ?? null })
  return rows.map(({ email, role: given, expires, createdAt }) => ({
    id: `${workspace.id}-${email}`,
    name: null,
    email,
    image: null,
    role: given,
    isMachine: false,
    expires: expires.toISOString(),
    createdAt: createdAt.toISOString(),
  }))
}
