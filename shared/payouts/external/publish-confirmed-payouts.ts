import { publishWebhookEvent, type WorkspaceScope } from '../../accounts/index.js'
import { confirmedPayouts, setExternalEvents } from './external.queries.js'

const batchSize = 1000

/** Announces payouts to the external system that pays them, in an event each. The event is the current attempt to pay the payout. */
export async function publishConfirmedPayouts(scope: WorkspaceScope, payoutIds: readonly string[]): Promise<void> {
  for (let start = 0; start < payoutIds.length; start += batchSize) {
    const payouts = await confirmedPayouts(scope, payoutIds.slice(start, start + batchSize))
    const eventIds = await publishWebhookEvent(scope, 'payout.confirmed', async () => payouts)
    await setExternalEvents(
      scope,
      eventIds.map((eventId, index) => ({ eventId, payoutId: payouts[index]?.id as string })),
    )
  }
}
