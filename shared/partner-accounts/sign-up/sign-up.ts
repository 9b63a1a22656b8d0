/** Opening a partner account without a user account: by email, which proves the address. */
import { z } from 'zod'
import {
  consumeOneTimeLink,
  createOneTimeLink,
  createUser,
  Email,
  foldEmail,
  NewPassword,
  openSession,
  type OpenedSession,
  oneTimeLinkInvalid,
  readOneTimeLink,
  sendEmailOfJob,
  throttleEmail,
  type UnauthenticatedScope,
  userByEmail,
} from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { Partner } from '../../partners/index.js'
import { nameAndPasswordRequired } from '../errors.js'
import { sendPartnerSignUpJob } from '../jobs.js'
import { signUpLinkTtlMs } from '../limits.js'
import { acceptInviteOf } from '../members/partner-user-invites.js'
import { accountsOfUser } from '../members/partner-users.queries.js'
import { partnerSignUpPath } from '../page-paths.js'
import { claimPartnerAccount } from './open-partner-account.js'

export const requestPartnerSignUpSchema = z.object({ email: Email.transform(foldEmail) })
export const completePartnerSignUpSchema = z.object({
  token: z.string().max(100).meta({ description: 'From the link in the email.' }),
  name: z.string().trim().min(1).max(64).optional().meta({ description: 'Required for a new user.' }),
  password: NewPassword.optional().meta({ description: 'Required for a new user.' }),
})

/** Sends a link that opens the account. The answer does not show whether the address is known. */
export async function requestPartnerSignUp(
  scope: UnauthenticatedScope,
  { email }: z.infer<typeof requestPartnerSignUpSchema>,
): Promise<{ status: 'confirmationSent' }> {
  await throttleEmail(scope, 'partner-sign-up', email)
  scope.enqueue(sendPartnerSignUpJob, { email })
  return { status: 'confirmationSent' }
}

export const sendPartnerSignUp = (scope: JobScope, { email }: { email: string }): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const { url } = await createOneTimeLink(scope, partnerSignUpPath, signUpLinkTtlMs, { purpose: 'partner-account', email })
    return {
      to: email,
      subject: 'Open your partner account',
      text: [
        `Open your partner account within one day:\n${url}`,
        `Afterwards you sign in at ${scope.config.baseUrl}/portal.`,
        'If you did not request this, ignore this email.',
      ].join('\n\n'),
    }
  })

export interface PartnerSignUpPreview {
  token: string
  email: string
  hasUser: boolean
  /** The name of the account that invited the address; null for an account of its own. */
  invitedBy: string | null
}

/** Data of the page behind the link. */
export async function readPartnerSignUp(scope: UnauthenticatedScope, { token }: { token: string }): Promise<PartnerSignUpPreview> {
  const { email, partnerId } = await readOneTimeLink(scope, 'partner-account', token)
  if (!email) throw oneTimeLinkInvalid()
  const invitedBy = partnerId ? await scope.em.findOne(Partner, partnerId) : null
  return { token, email, hasUser: (await userByEmail(scope.em, email)) !== null, invitedBy: invitedBy?.name ?? null }
}

/**
 * Opens the partner account of the link's address, or joins the account that invited the address. Creates the user if there is none, and
 * opens a session for a new user only: a link must not log in to an existing user account.
 */
export async function completePartnerSignUp(
  scope: UnauthenticatedScope,
  { token, name, password }: z.infer<typeof completePartnerSignUpSchema>,
): Promise<{ partnerId: string; session: OpenedSession | null }> {
  const { email, partnerId: invitedTo } = await consumeOneTimeLink(scope, 'partner-account', token)
  if (!email) throw oneTimeLinkInvalid()
  const existing = await userByEmail(scope.em, email)
  if (!existing && !(name && password)) throw nameAndPasswordRequired()
  const user = existing ?? (await createUser(scope, { name: name ?? '', email, password: password ?? '' }))
  const owner = { userId: user.id, email, name: user.name }
  const partnerId = invitedTo ? await joinInvited(scope, { ...owner, partnerId: invitedTo }) : await openOnce(scope, owner)
  return { partnerId, session: existing ? null : await openSession(scope, user.id) }
}

async function joinInvited(scope: UnauthenticatedScope, invitee: Parameters<typeof acceptInviteOf>[1]): Promise<string> {
  const partnerId = await acceptInviteOf(scope, invitee)
  if (!partnerId) throw oneTimeLinkInvalid()
  return partnerId
}

async function openOnce(scope: UnauthenticatedScope, owner: Parameters<typeof claimPartnerAccount>[1]): Promise<string> {
  const [account] = await accountsOfUser(scope, owner.userId)
  return account?.partnerId ?? claimPartnerAccount(scope, owner)
}
