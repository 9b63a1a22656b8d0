/** Verification of the identity of a partner by Veriff. https://devdocs.veriff.com/apidocs/v1sessions */
import { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { identityInReview, identityVerifiedAlready, veriffNotConfigured } from '../errors.js'
import { requirePartner } from '../partners/change-partner.js'
import { postToProvider } from './provider-request.js'

export const IdentitySession = z.object({ sessionUrl: z.string() })

const Answer = z.object({ verification: z.object({ id: z.string(), url: z.url() }) })
const lifetimeMs = days(7)

/** Returns the address at which the partner proves its identity: that of a session which has not expired, or of a new one. */
export async function createIdentitySession(scope: AdminScope, partnerId: string): Promise<z.infer<typeof IdentitySession>> {
  const partner = await requirePartner(scope, partnerId)
  const { identityVerificationStatus: status, identitySession } = partner
  if (status === 'approved') throw identityVerifiedAlready()
  if (status === 'submitted' || status === 'review') throw identityInReview()
  const now = scope.now()
  if (identitySession && new Date(identitySession.expiresAt) > now) return { sessionUrl: identitySession.url }
  const { apiKey, apiUrl } = scope.config.veriff
  if (!apiKey) throw veriffNotConfigured()
  const { verification } = await postToProvider(scope, 'Veriff', `${apiUrl}/v1/sessions`, {
    schema: Answer,
    headers: { 'x-auth-client': apiKey },
    body: { verification: { vendorData: partnerId } },
  })
  partner.identitySession = { id: verification.id, url: verification.url, expiresAt: new Date(now.getTime() + lifetimeMs).toISOString() }
  partner.identityVerificationStatus = 'started'
  partner.updatedAt = now
  await scope.em.flush()
  return { sessionUrl: verification.url }
}
