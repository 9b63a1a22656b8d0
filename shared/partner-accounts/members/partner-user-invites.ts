/** Invites to become a user of a partner account. */
import { z } from 'zod'
import { createOneTimeLink, Email, foldEmail, sendEmailOfJob, type UserScope } from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { Partner } from '../../partners/index.js'
import { alreadyPartnerUser, partnerUserInviteNotFound, tooManyPartnerUsers } from '../errors.js'
import { sendPartnerUserInviteJob } from '../jobs.js'
import { expiredInviteRetentionMs, inviteTtlMs, maxPartnerUsers } from '../limits.js'
import { partnerSignUpPath } from '../page-paths.js'
import type { PartnerScope } from '../partner-scope.js'
import { PartnerUserInvite } from '../partner-user.entity.js'
import { partnerRole } from './partner-users.js'
import { addPartnerUser, consumePartnerUserInvite, countPartnerUsers, lockPartnerAccount, usersOfPartner } from './partner-users.queries.js'

const email = Email.transform(foldEmail)

export const PartnerUserInviteSchema = z.object({ email: z.string(), role: partnerRole, expiresAt: z.string(), createdAt: z.string() })
export type PartnerUserInviteResponse = z.infer<typeof PartnerUserInviteSchema>

export const invitePartnerUserSchema = z.object({ email: email, role: partnerRole.default('member') })
export const changePartnerUserInviteSchema = z.object({ email: email, role: partnerRole })
export const withdrawPartnerUserInviteSchema = z.object({ email: email })
export const acceptPartnerUserInviteSchema = z.object({
  partnerId: z.string().max(100).optional().meta({ description: 'Which invite to accept if there are several. Defaults to the newest.' }),
})

/** Newest first. Expired invites are listed too: inviting again renews them. */
export async function listPartnerUserInvites({ em, partner }: PartnerScope): Promise<PartnerUserInviteResponse[]> {
  return (await em.find(PartnerUserInvite, { partnerId: partner.id }, { orderBy: { createdAt: 'desc', email: 'asc' } })).map(present)
}

/** Sends an invite, or sends a pending one again with the new role. */
export async function invitePartnerUser(
  scope: PartnerScope,
  { email, role }: z.infer<typeof invitePartnerUserSchema>,
): Promise<PartnerUserInviteResponse> {
  const { em, partner, now } = scope
  const partnerId = partner.id
  await lockPartnerAccount(scope, partnerId)
  if ((await usersOfPartner(scope, partnerId)).some((user) => user.email?.toLowerCase() === email)) throw alreadyPartnerUser(email)
  const pending = await em.find(PartnerUserInvite, { partnerId })
  const known = pending.find((invite) => invite.email === email)
  const { users } = await countPartnerUsers(scope, partnerId)
  if (!known && users + pending.length >= maxPartnerUsers) throw tooManyPartnerUsers(maxPartnerUsers)
  const expiresAt = new Date(now().getTime() + inviteTtlMs)
  const invite = known
    ? Object.assign(known, { role, expiresAt })
    : em.create(PartnerUserInvite, { partnerId, email, role, expiresAt, createdAt: now() })
  em.persist(invite)
  scope.enqueue(sendPartnerUserInviteJob, { partnerId, email })
  return present(invite)
}

export async function changePartnerUserInvite(
  scope: PartnerScope,
  { email, role }: z.infer<typeof changePartnerUserInviteSchema>,
): Promise<PartnerUserInviteResponse> {
  const invite = await requireInvite(scope, email)
  invite.role = role
  return present(invite)
}

export async function withdrawPartnerUserInvite(
  scope: PartnerScope,
  { email }: z.infer<typeof withdrawPartnerUserInviteSchema>,
): Promise<{ email: string }> {
  if ((await scope.em.nativeDelete(PartnerUserInvite, { partnerId: scope.partner.id, email })) === 0) throw partnerUserInviteNotFound()
  return { email }
}

/** Makes the caller a user of the account that invited their address, and selects that account. */
export async function acceptPartnerUserInvite(
  scope: UserScope,
  { partnerId }: z.infer<typeof acceptPartnerUserInviteSchema>,
): Promise<{ partnerId: string }> {
  const accepted = await acceptInviteOf(scope, { userId: scope.user.id, email: scope.user.email ?? '', partnerId })
  if (!accepted) throw partnerUserInviteNotFound()
  return { partnerId: accepted }
}

interface Invitee {
  userId: string
  email: string
  partnerId?: string | undefined
}

/** Returns the account of the newest pending invite to the address, after the user joined it; null without an invite. */
export async function acceptInviteOf(scope: Pick<UserScope, 'em' | 'now'>, { userId, email, partnerId }: Invitee): Promise<string | null> {
  const invite = await scope.em.findOne(
    PartnerUserInvite,
    { email: email.toLowerCase(), expiresAt: { $gt: scope.now() }, ...(partnerId ? { partnerId } : {}) },
    { orderBy: { createdAt: 'desc', partnerId: 'asc' } },
  )
  const role = invite && (await consumePartnerUserInvite(scope, invite.partnerId, invite.email))
  if (!role) return null
  await addPartnerUser(scope, { partnerId: invite.partnerId, userId, role })
  return invite.partnerId
}

/** Sends the email of an invite, unless it was withdrawn or has expired. */
export const sendPartnerUserInvite = (scope: JobScope, { partnerId, email }: { partnerId: string; email: string }): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const { em, now } = scope
    const [invite, partner] = [await em.findOne(PartnerUserInvite, { partnerId, email }), await em.findOne(Partner, partnerId)]
    if (!invite || !partner || invite.expiresAt <= now()) return null
    const ttlMs = invite.expiresAt.getTime() - now().getTime()
    const { url } = await createOneTimeLink(scope, partnerSignUpPath, ttlMs, { purpose: 'partner-account', partnerId, email })
    return {
      to: email,
      subject: `Invitation to the partner account of ${partner.name}`,
      text: [
        `You are invited to manage the partner account of ${partner.name} as ${invite.role}.`,
        `Accept by ${invite.expiresAt.toISOString().slice(0, 10)}:\n${url}`,
        'If you did not expect this invitation, ignore this email.',
      ].join('\n\n'),
    }
  })

async function requireInvite({ em, partner }: PartnerScope, email: string): Promise<PartnerUserInvite> {
  const invite = await em.findOne(PartnerUserInvite, { partnerId: partner.id, email })
  if (!invite) throw partnerUserInviteNotFound()
  return invite
}

const present = ({ email, role, expiresAt, createdAt }: PartnerUserInvite): PartnerUserInviteResponse => ({
  email,
  role,
  expiresAt: expiresAt.toISOString(),
  createdAt: createdAt.toISOString(),
})

/** Expired invites stay for a while, so that an owner sees whom to invite again. */
export async function deleteExpiredPartnerUserInvites({ em, now }: JobScope): Promise<void> {
  await em.nativeDelete(PartnerUserInvite, { expiresAt: { $lt: new Date(now().getTime() - expiredInviteRetentionMs) } })
}
