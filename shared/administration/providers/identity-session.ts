/** Verification of the identity of a partner by Veriff. https://devdocs.veriff.com/apidocs/v1sessions */
import { z } from 'zod'
import { type AdminScope, forkScope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import type { Partner } from '../../partners/index.js'
import { identityInReview, identitySessionExpired, identityVerifiedAlready, veriffNotConfigured } from '../errors.js'
import { requirePartner } from '../partners/change-partner.js'
import { postToProvider } from './provider-request.js'

export const IdentitySession = z.object({ sessionUrl: z.string() })

const Answer = z.object({ verification: z.object({ id: z.string(), url: z.url() }) })
const lifetimeMs = days(7)

export interface PreparedSession {
  id: string
  url: string
}

/** Opens a session at the provider, unless the partner has one that has not expired. Requires that no transaction is open. */
export async function prepareIdentitySession(scope: AdminScope, partnerId: string): Promise<PreparedSession | null> {
  const partner = await requireUnverifiedPartner(forkScope(scope), partnerId)
  if (validSessionOf(scope, partner)) return null
  const { apiKey, apiUrl } = scope.config.veriff
  if (!apiKey) throw veriffNotConfigured()
  const { verification } = await postToProvider(scope, 'Veriff', `${apiUrl}/v1/sessions`, {
    schema: Answer,
    headers: { 'x-auth-client': apiKey },
    body: { verification: { vendorData: partnerId } },
  })
  return verification
}

/** Stores the prepared session, unless another request was faster. Returns the address at which the partner proves its identity. */
export async function storeIdentitySession(
  scope: AdminScope,
  partnerId: string,
  prepared: PreparedSession | null,
): Promise<z.infer<typeof IdentitySession>> {
  const partner = await requireUnverifiedPartner(scope, partnerId)
  const sessionUrl = validSessionOf(scope, partner)?.url
  if (sessionUrl !== undefined) return { sessionUrl }
  if (!prepared) throw identitySessionExpired()
  const now = scope.now()
  partner.identitySession = { ...prepared, expiresAt: new Date(now.getTime() + lifetimeMs).toISOString() }
  partner.identityVerificationStatus = 'started'
  partner.updatedAt = now
  await scope.em.flush()
  return { sessionUrl: prepared.url }
}

async function requireUnverifiedPartner(scope: AdminScope, id: string): Promise<Partner> {
  const partner = await requirePartner(scope, id)
  const { identityVerificationStatus: status } = partner
  if (status === 'approved') throw identityVerifiedAlready()
  if (status === 'submitted' || status === 'review') throw identityInReview()
  return partner
}

const validSessionOf = ({ now }: Pick<AdminScope, 'now'>, { identitySession: session }: Partner) =>
  session && new Date(session.expiresAt) > now() ? session : null
