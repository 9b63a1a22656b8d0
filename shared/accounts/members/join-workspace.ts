import type { EntityManager } from '@mikro-orm/postgresql'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { alreadyYourWorkspace, inviteNotFound, limitExceeded } from '../errors.js'
import type { Invite } from '../invite.entity.js'
import { consumeInvite } from '../invites/invite.queries.js'
import { Member } from '../member.entity.js'
import { deleteInviteTokens } from '../one-time-token.queries.js'
import type { User } from '../user.entity.js'
import type { Workspace } from '../workspace.entity.js'
import { countUsedSeats } from './member.queries.js'
import { requireEnabledWorkspace } from './require-enabled-workspace.js'

/**
 * Makes an invited user a member and deletes the invite, which may have been changed or withdrawn meanwhile. Checks the seat limit again,
 * since it may have been reached. Refuses while the workspace is disabled.
 */
export async function joinWorkspace(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  workspace: Workspace,
  user: User,
  { email }: Pick<Invite, 'email'>,
): Promise<void> {
  await requireEnabledWorkspace(em, workspace.id)
  if (await em.findOne(Member, { workspaceId: workspace.id, userId: user.id })) throw alreadyYourWorkspace()
  const role = await consumeInvite(em, workspace.id, email)
  if (!role) throw inviteNotFound()
  await requireSeats(em, workspace, { now: now(), seats: 1, exceptEmails: [] })
  em.persist(
    em.create(Member, {
      id: newId('mem_', now().getTime()),
      workspaceId: workspace.id,
      userId: user.id,
      role,
      createdAt: now(),
    }),
  )
  user.defaultWorkspace ??= workspace.slug
  await mapUniqueViolation(em.flush(), alreadyYourWorkspace)
  await deleteInviteTokens(em, workspace.id, email)
}

/** Refuses when the user limit has no room for `seats` more. Invites to `exceptEmails` do not count. Requires the members lock. */
export async function requireSeats(
  em: EntityManager,
  { id, plan, usersLimit }: Workspace,
  { now, seats, exceptEmails }: { now: Date; seats: number; exceptEmails: string[] },
): Promise<void> {
  const used = await countUsedSeats(em, id, now, exceptEmails)
  if (used + seats > usersLimit) throw limitExceeded({ plan, limit: usersLimit, resource: 'users' })
}
