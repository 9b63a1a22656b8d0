import { createOneTimeLink, throttle, type WorkspaceScope } from '../../accounts/index.js'
import { requirePartnersLeft } from '../enrolments/count-partner.js'
import { enrolPartner } from '../enrolments/enrol-partner.js'
import { findOrCreatePartner } from '../enrolments/find-or-create-partner.js'
import { partnerEnrolledAlready } from '../errors.js'
import type { PartnerGroup } from '../groups/partner-group.entity.js'
import { requireGroup } from '../groups/require-group.js'
import { sendPartnerInviteJob } from '../jobs.js'
import { inviteLinkTtlMs, inviteRequestRate } from '../limits.js'
import { Partner } from '../partner.entity.js'
import type { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { partnerInvitePath } from './partner-invite-path.js'
import { statusesByEmail } from './partner-invite.queries.js'
import type { InviteEmailData, InvitePartner, InvitePartners, PartnerInviteResponse } from './partner-invite.schema.js'

/** Invites a person to the program by email. The links of the partner work at once, and commissions accrue before the answer. */
export async function invitePartner(
  scope: WorkspaceScope,
  input: InvitePartner & { emailData?: InviteEmailData },
): Promise<PartnerInviteResponse & { url: string }> {
  const program = await requireProgramForInvites(scope)
  requirePartnersLeft(scope)
  const email = input.email.toLowerCase()
  const status = (await statusesByEmail(scope, program.id, [email])).get(email)
  if (status) throw partnerEnrolledAlready(email, status)
  const group = await requireGroup(scope, program, input.groupId ?? program.defaultGroupId)
  const invited = await invite(scope, program, group, { ...input, email })
  // A concurrent request enrolled the partner.
  if (invited === null) throw partnerEnrolledAlready(email, (await statusesByEmail(scope, program.id, [email])).get(email) ?? 'invited')
  const { partnerId } = invited
  const { name } = await scope.em.findOneOrFail(Partner, partnerId)
  const { url } = await createOneTimeLink(scope, partnerInvitePath, inviteLinkTtlMs, {
    purpose: 'partner-invite',
    workspaceId: program.workspaceId,
    enrolmentId: invited.enrolmentId,
    email,
  })
  return {
    partnerId,
    name,
    email,
    groupId: group.id,
    status: 'invited',
    invitedAt: scope.now().toISOString(),
    url,
  }
}

/** Invites up to fifty people. Those who are enrolled already, whatever their status, are skipped. */
export async function invitePartners(
  scope: WorkspaceScope,
  { emails, groupId }: InvitePartners,
): Promise<{ invitedCount: number; skippedCount: number }> {
  const program = await requireProgramForInvites(scope)
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))]
  const enrolled = await statusesByEmail(scope, program.id, addresses)
  const fresh = addresses.filter((email) => !enrolled.has(email))
  requirePartnersLeft(scope, fresh.length)
  const group = await requireGroup(scope, program, groupId ?? program.defaultGroupId)
  let invitedCount = 0
  for (const email of fresh) if ((await invite(scope, program, group, { email })) !== null) invitedCount++
  return { invitedCount, skippedCount: addresses.length - invitedCount }
}

async function requireProgramForInvites(scope: WorkspaceScope): Promise<Program> {
  const program = await requireDefaultProgram(scope)
  await throttle(scope, `partner-invite:${scope.workspace.id}`, inviteRequestRate)
  return program
}

/** Null if the partner is enrolled already. */
async function invite(
  scope: WorkspaceScope,
  program: Program,
  group: PartnerGroup,
  { email, name, username, emailData }: Omit<InvitePartner, 'groupId'> & { emailData?: InviteEmailData },
): Promise<{ partnerId: string; enrolmentId: string } | null> {
  const partnerId = await findOrCreatePartner(scope, { email, name })
  const enrolmentId = await enrolPartner(scope, program, {
    group,
    partnerId,
    tenantId: null,
    status: 'invited',
    linkKey: username || name || (email.split('@')[0] ?? ''),
  })
  if (enrolmentId === null) return null
  scope.enqueue(sendPartnerInviteJob, { enrolmentId, emailData })
  return { partnerId, enrolmentId }
}
