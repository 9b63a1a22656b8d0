/** Accepting and declining an invite: as the partner, or by the link in its email, which proves access to the mailbox. */
import { consumeOneTimeLink, oneTimeLinkInvalid, readOneTimeLink, type UnauthenticatedScope, Workspace } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { changeStatus } from '../enrolments/change-status.js'
import { publishEnrolled } from '../enrolments/publish-enrolled.js'
import { requireEnrolment } from '../enrolments/require-enrolment.js'
import { programEnded, programNotFound } from '../errors.js'
import { Program } from '../programs/program.entity.js'
import { inviteOfEmail, inviteOfEnrolment, type InviteToAnswer } from './partner-invite.queries.js'

interface InvitedPartner {
  programId: string
  partnerId: string
}

/** The enrolment counts from now on. */
export async function acceptPartnerInvite(scope: Scope, { programId, partnerId }: InvitedPartner): Promise<{ partnerId: string }> {
  const { program, workspace } = await requireProgramOfPartner(scope, programId)
  if (program.deactivatedAt) throw programEnded()
  await changeStatus(scope, program, [partnerId], { operation: 'accept' })
  const { id } = await requireEnrolment(scope, program, { partnerId })
  await publishEnrolled(Object.assign(scope, { workspace }), programId, [id])
  return { partnerId }
}

/** The enrolment is deleted after a while, so that the program does not invite the partner again at once. */
export async function declinePartnerInvite(scope: Scope, { programId, partnerId }: InvitedPartner): Promise<{ partnerId: string }> {
  const { program } = await requireProgramOfPartner(scope, programId)
  await changeStatus(scope, program, [partnerId], { operation: 'decline' })
  return { partnerId }
}

async function requireProgramOfPartner({ em }: Scope, id: string): Promise<{ program: Program; workspace: Workspace }> {
  const program = await em.findOne(Program, id)
  const workspace = program && (await em.findOne(Workspace, program.workspaceId))
  if (!workspace) throw programNotFound()
  return { program, workspace }
}

export interface PartnerInvitePreview {
  token: string
  programName: string
  email: string
}

/** Data of the page behind the link. */
export async function readPartnerInvite(scope: UnauthenticatedScope, { token }: { token: string }): Promise<PartnerInvitePreview> {
  const { programName, email } = await requireInviteOfLink(scope, await readOneTimeLink(scope, 'partner-invite', token))
  return { token, programName, email }
}

export async function acceptPartnerInviteByLink(
  scope: UnauthenticatedScope,
  { token }: { token: string },
): Promise<{ programName: string }> {
  const invite = await requireInviteOfLink(scope, await consumeOneTimeLink(scope, 'partner-invite', token))
  await acceptPartnerInvite(scope, invite)
  return { programName: invite.programName }
}

export async function declinePartnerInviteByLink(
  scope: UnauthenticatedScope,
  { token }: { token: string },
): Promise<{ programName: string }> {
  const invite = await requireInviteOfLink(scope, await consumeOneTimeLink(scope, 'partner-invite', token))
  await declinePartnerInvite(scope, invite)
  return { programName: invite.programName }
}

/** The invite may have been answered or deleted before the link expires. */
async function requireInviteOfLink(
  scope: Scope,
  { enrolmentId, workspaceId, email }: Record<'enrolmentId' | 'workspaceId' | 'email', string | null>,
): Promise<InviteToAnswer> {
  if (!workspaceId || !email) throw oneTimeLinkInvalid()
  // Links of an earlier version name no invite.
  const invite = enrolmentId ? await inviteOfEnrolment(scope, enrolmentId) : await inviteOfEmail(scope, { workspaceId, email })
  if (!invite) throw oneTimeLinkInvalid()
  return invite
}
