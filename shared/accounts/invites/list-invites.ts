import { z } from 'zod'
import { containsPattern } from '../../kernel/db/like-pattern.js'
import { roles } from '../member.entity.js'
import type { ListPeople } from '../members/list-members.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { invitesOf } from './invite.queries.js'

/** The shape of a member, with the fields known for an email address. */
export const InviteSchema = z.object({
  id: z.string().describe('Workspace id and email address, joined by a dash.'),
  name: z.null(),
  email: z.string(),
  image: z.null(),
  role: z.enum(roles),
  isMachine: z.literal(false),
  expires: z.string(),
  createdAt: z.string(),
})

/** Invites of the workspace, including expired ones. */
export async function listInvites(
  { pool, workspace }: WorkspaceScope,
  { search, role }: z.infer<typeof ListPeople>,
): Promise<z.infer<typeof InviteSchema>[]> {
  const rows = await invitesOf(pool, workspace.id, { search: search ? containsPattern(search) : null, role: role ?? null })
  return rows.map(({ email, role: inviteRole, expires, createdAt }) => ({
    id: `${workspace.id}-${email}`,
    name: null,
    email,
    image: null,
    role: inviteRole,
    isMachine: false,
    expires: expires.toISOString(),
    createdAt: createdAt.toISOString(),
  }))
}
