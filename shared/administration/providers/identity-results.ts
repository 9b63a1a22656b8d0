/** Results of identity verifications, which Veriff sends by webhook. https://devdocs.veriff.com/docs/webhooks-guide */
import { createHmac } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { sendEmailJob } from '../../accounts/index.js'
import { equalsInConstantTime } from '../../kernel/hash.js'
import type { Scope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { type IdentityVerificationStatus, Partner } from '../../partners/index.js'
import { identityResultInvalid, identitySignatureInvalid, veriffNotConfigured } from '../errors.js'
import type { Success } from '../success.schema.js'

/** A webhook of Veriff whose signature was verified. */
export interface IdentityResultScope extends Scope {
  result: IdentityResult
}

export const identityResultSchema = z.record(z.string(), z.any()).meta({ description: 'The event or the decision of Veriff.' })
export const identityResultRate = { requests: 600, windowMs: minutes(1) }

/** An event has an action, a decision has a verification with its status. */
const Event = z.object({ id: z.string(), action: z.string() })
const Decision = z.object({
  verification: z.object({ id: z.string(), status: z.string(), decisionTime: z.coerce.date().nullish() }),
})

export interface IdentityResult {
  sessionId: string
  /** Null for one that this service does not use. */
  status: IdentityVerificationStatus | null
  /** Null for an event, which precedes every decision. */
  decidedAt: Date | null
}

const statuses: Record<string, IdentityVerificationStatus> = {
  started: 'started',
  submitted: 'submitted',
  approved: 'approved',
  declined: 'declined',
  resubmission_requested: 'resubmissionRequested',
  expired: 'expired',
  abandoned: 'abandoned',
  review: 'review',
}

/** Verifies the signature over the raw body, and returns what the body says. */
export function verifyIdentityResult(
  { config, now }: Pick<Scope, 'config' | 'now'>,
  { headers, body }: { headers: Record<string, string | string[] | undefined>; body: Buffer },
): IdentityResult {
  const { sharedSecret } = config.veriff
  if (!sharedSecret) throw veriffNotConfigured('VERIFF_SHARED_SECRET')
  const signature = headers['x-hmac-signature']
  const expected = createHmac('sha256', sharedSecret).update(body).digest('hex')
  if (typeof signature !== 'string' || !equalsInConstantTime(signature.toLowerCase(), expected)) throw identitySignatureInvalid()
  const json = parse(body)
  const decision = Decision.safeParse(json)
  if (decision.success) {
    const { id, status, decisionTime } = decision.data.verification
    return { sessionId: id, status: statuses[status] ?? null, decidedAt: decisionTime ?? now() }
  }
  const event = Event.safeParse(json)
  if (!event.success) throw identityResultInvalid()
  return { sessionId: event.data.id, status: statuses[event.data.action] ?? null, decidedAt: null }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw identityResultInvalid()
  }
}

/**
 * Applies the result to the partner whose last session it is about. A repeated result and one that is older than the known decision change
 * nothing, in whatever order they arrive. The partner gets an email about a decision.
 */
export async function applyIdentityResult(scope: IdentityResultScope): Promise<z.infer<typeof Success>> {
  const { sessionId, status, decidedAt } = scope.result
  const partner = await scope.em.findOne(
    Partner,
    { identitySession: { id: sessionId } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
  const session = partner?.identitySession
  const known = session?.decidedAt ? new Date(session.decidedAt) : null
  if (!partner || !session || !status || (known && (!decidedAt || decidedAt <= known))) return { success: true }
  const isChanged = partner.identityVerificationStatus !== status
  partner.identityVerificationStatus = status
  if (decidedAt) partner.identitySession = { ...session, decidedAt: decidedAt.toISOString() }
  partner.identityVerifiedAt = status === 'approved' ? (partner.identityVerifiedAt ?? scope.now()) : null
  if (isChanged || decidedAt) partner.updatedAt = scope.now()
  await scope.em.flush()
  const email = emails[status]
  if (isChanged && email && partner.email) scope.enqueue(sendEmailJob, { to: partner.email, ...email })
  return { success: true }
}

const emails: Partial<Record<IdentityVerificationStatus, { subject: string; text: string }>> = {
  approved: { subject: 'Your identity was verified', text: 'The verification of your identity is complete.' },
  declined: {
    subject: 'Your identity could not be verified',
    text: 'The verification of your identity was declined. Answer this email if you think that this is wrong.',
  },
  resubmissionRequested: {
    subject: 'Please repeat the verification of your identity',
    text: 'The documents could not be checked. Open the link of the verification again, and repeat it.',
  },
}
