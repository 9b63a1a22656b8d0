/** Turns conversions and commissions of a partner into events of the partner's postbacks. The event id follows from its cause. */
import type { z } from 'zod'
import type { conversionsComputed, postbackCommissionsCreated } from '../earnings/index.js'
import { clickIdTime, derivedId, isClickId } from '../kernel/ids.js'
import type { JobScope } from '../kernel/scope.js'
import { insertEvents, notifyWebhookChanged, serializeEvent } from '../webhooks/index.js'
import {
  findCommissionData,
  findLeadData,
  findSaleData,
  findStoredEventIds,
  findSubscribedPostbacks,
  lockPostbacks,
} from './postback.queries.js'
import type { PostbackTrigger } from './postback.schema.js'

interface PartnerEvent {
  /** Id of the lead, sale or commission. */
  id: string
  data: object
}

export async function publishConversions(
  scope: JobScope,
  { leadIds, saleIds, ...of }: z.infer<typeof conversionsComputed.payload>,
): Promise<void> {
  if (leadIds.length > 0) await publish(scope, { ...of, trigger: 'lead.created' }, () => findLeadData(scope, of.workspaceId, leadIds))
  if (saleIds.length > 0) await publish(scope, { ...of, trigger: 'sale.created' }, () => findSaleData(scope, of.workspaceId, saleIds))
}

export const publishCommissions = (scope: JobScope, created: z.infer<typeof postbackCommissionsCreated.payload>): Promise<void> =>
  publish(scope, { workspaceId: created.workspaceId, partnerId: created.partnerId, trigger: 'commission.created' }, () =>
    findCommissionData(scope, created),
  )

/** Sorts by the time of the cause, like all ids of events. Ids of leads and sales are in another base than those of events. */
const eventIdOf = (cause: string) =>
  isClickId(cause) ? derivedId('evt_', clickIdTime(cause), cause) : `evt_${cause.slice(cause.lastIndexOf('_') + 1)}`

async function publish(
  scope: JobScope,
  { workspaceId, partnerId, trigger }: { workspaceId: string; partnerId: string; trigger: PostbackTrigger },
  build: () => Promise<PartnerEvent[]>,
): Promise<void> {
  const subscribers = await findSubscribedPostbacks(scope, partnerId, trigger)
  if (subscribers.length === 0) return
  const createdAt = scope.now()
  const events = (await build()).map(({ id: cause, data }) => {
    const id = eventIdOf(cause)
    const body = serializeEvent({ id, event: trigger, createdAt, data: JSON.stringify(data) })
    return { id, workspaceId, event: trigger, body, createdAt, subscribers }
  })
  // A job that runs twice at the same time waits here and finds the events stored.
  await lockPostbacks({ ...scope, partner: { id: partnerId } })
  const stored = await findStoredEventIds(
    scope,
    events.map(({ id }) => id),
  )
  await insertEvents(
    scope.em,
    events.filter(({ id }) => !stored.has(id)),
    createdAt,
  )
  for (const { id } of subscribers) notifyWebhookChanged(scope, id)
}
