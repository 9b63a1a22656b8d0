import type { z } from 'zod'
import { membersToNotify, sendEmailJob } from '../../accounts/index.js'
import { isPaidOut } from '../../earnings/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { partnerEmailsFor } from '../../partner-accounts/index.js'
import { withPortalLink } from '../../partners/index.js'
import type { payoutChanged } from '../events.js'
import { failedEmail, paidEmail } from './emails.js'
import { payoutToNotify } from './notify.queries.js'

/** Sends an email to the partner after a payment, and to the workspace after the first failure in an invoice. */
export async function notifyPayout(scope: JobScope, { payoutId, from, to }: z.infer<typeof payoutChanged.payload>): Promise<void> {
  const isPaid = isPaidOut(to) && !isPaidOut(from)
  if (!isPaid && to !== 'failed') return
  const payout = await payoutToNotify(scope, payoutId)
  if (!payout) return
  if (isPaid) {
    const recipients = await partnerEmailsFor(scope, [payout.partnerId], 'payoutSent')
    for (const to of recipients.get(payout.partnerId) ?? [])
      scope.enqueue(sendEmailJob, { to, ...withPortalLink(scope, paidEmail(payout)) })
    return
  }
  if (payout.hasEarlierFailure) return
  for (const address of await membersToNotify(scope, payout.workspaceId, { roles: ['owner', 'billing'] }))
    scope.enqueue(sendEmailJob, { to: address, ...failedEmail(payout) })
}
