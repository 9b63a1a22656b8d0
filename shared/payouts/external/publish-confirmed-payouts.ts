import { publishWebhookEvent, type WorkspaceScope } from '../../accounts/index.js'
import { confirmedPayouts } from './external.queries.js'

const batchSize = 1000

/** Announces payouts to the external system that pays them, in an event each. */
export async function publishConfirmedPayouts(scope: WorkspaceScope, payoutIds: readonly string[]): Promise<void> {
  for (let start = 0; start < payoutIds.length; start += batchSize) {
    const ids = payoutIds.slice(start, start + batchSize)
    await publishWebhookEvent(scope, 'payout.confirmed', () => confirmedPayouts(scope, ids))
  }
}
