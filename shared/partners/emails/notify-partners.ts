/** Emails to partners about what a program changed. Each is a job of its own, so that a retry does not send the others again. */
import { sendEmailJob } from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import type { EnrolmentChange } from '../events.js'
import { recipientsOf } from './email-context.queries.js'
import { withPortalLink } from './portal-link.js'
import { groupEmail, statusEmail } from './status-email.js'

/** A change that was taken back meanwhile is not reported. */
export async function notifyOfStatus(scope: JobScope, { programId, partnerId, from, to }: EnrolmentChange): Promise<void> {
  const [recipient] = await recipientsOf(scope, programId, [partnerId])
  const message = recipient?.status === to ? statusEmail(from, to, recipient) : null
  if (recipient && message) scope.enqueue(sendEmailJob, { to: recipient.to, ...withPortalLink(scope, message) })
}

/** Applicants and inactive partners have no terms that could change. */
export async function notifyOfGroup(
  scope: JobScope,
  { programId, groupId, partnerIds }: { programId: string; groupId: string; partnerIds: readonly string[] },
): Promise<void> {
  for (const recipient of await recipientsOf(scope, programId, partnerIds)) {
    const isConcerned = recipient.groupId === groupId && ['approved', 'archived', 'invited'].includes(recipient.status)
    if (isConcerned) scope.enqueue(sendEmailJob, { to: recipient.to, ...withPortalLink(scope, groupEmail(recipient)) })
  }
}
