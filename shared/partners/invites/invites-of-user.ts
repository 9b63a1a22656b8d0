/** Invites to programs, for the user whose address they were sent to. */
import { z } from 'zod'
import type { UserScope } from '../../accounts/index.js'
import { programInviteNotFound } from '../errors.js'
import { acceptPartnerInvite, declinePartnerInvite } from './answer-partner-invite.js'
import { invitesOfEmail } from './partner-invite.queries.js'

export const ProgramInviteParams = z.object({ programId: z.string() })
export const ProgramInviteSchema = z.object({
  programId: z.string(),
  programName: z.string(),
  partnerId: z.string(),
  invitedAt: z.string(),
})
export type ProgramInvite = z.infer<typeof ProgramInviteSchema>
export const AnsweredProgramInvite = z.object({ partnerId: z.string() })

/** Newest first. */
export const listProgramInvites = async (scope: UserScope): Promise<ProgramInvite[]> =>
  scope.user.email === null ? [] : invitesOfEmail(scope, scope.user.email.toLowerCase())

export const acceptProgramInvite = async (scope: UserScope, programId: string) =>
  acceptPartnerInvite(scope, await requireInvite(scope, programId))

export const declineProgramInvite = async (scope: UserScope, programId: string) =>
  declinePartnerInvite(scope, await requireInvite(scope, programId))

async function requireInvite(scope: UserScope, programId: string): Promise<ProgramInvite> {
  const invite = (await listProgramInvites(scope)).find((one) => one.programId === programId)
  if (!invite) throw programInviteNotFound(programId)
  return invite
}
