import type { EntityManager } from '@mikro-orm/postgresql'
import { newId } from '../../kernel/ids.js'
import { orTaken } from '../../kernel/or-taken.js'
import type { Scope } from '../../kernel/scope.js'
import { foldEmail } from '../email.js'
import { alreadyYourWorkspace, limitExceeded } from '../errors.js'
import { Invite } from '../invite.entity.js'
import { Member } from '../member.entity.js'
import { deleteInviteTokens } from '../one-time-token.queries.js'
import type { User } from '../user.entity.js'
import type { Workspace } from '../workspace.entity.js'
import { lockMembers, takenPlaces } from './member.queries.js'

/** Makes an invited person a member and spends the invite. The place is looked for again: much can happen while an invite waits. */
export async function joinWorkspace(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  workspace: Workspace,
  user: User,
  invite: Invite,
): Promise<void> {
  await lockMembers(em, workspace.id)
  if (await em.findOne(Member, { workspaceId: workspace.id, userId: user.id })) throw alreadyYourWorkspace()
  await requirePlaces(em, workspace, { now: now(), asked: 1, besides: [invite.email] })
  em.persist(
    em.create(Member, {
      id: newId('mem_', now().getTime()),
      workspaceId: workspace.id,
      userId: user.id,
      role: invite.role,
      createdAt: now(),
    }),
  )
  user.defaultWorkspace ??= workspace.slug
  await orTaken(em.flush(), alreadyYourWorkspace)
  await em.nativeDelete(Invite, { workspaceId: workspace.id, email: foldEmail(invite.email) })
  await deleteInviteTokens(em, workspace.id, foldEmail(invite.email))
}

/** Refuses when the workspace has no room for so many more. Invites to the addresses `besides` take no place. Asked under the lock. */
export async function requirePlaces(
  em: EntityManager,
  { id, plan, usersLimit }: Workspace,
  { now, asked, besides }: { now: Date; asked: number; besides: string[] },
): Promise<void> {
  const taken = await takenPlaces(em, id, now, besides)
  if (taken + asked > usersLimit) throw limitExceeded({ plan, limit: usersLimit, resource: 'users' })
}
