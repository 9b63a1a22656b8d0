/** Turns conversions and commissions of a partner into events of the partner's postbacks. The event id follows from its cause. */
import type { z } from 'zod'
import type { commissionsCreated } from '../earnings/index.js'
import type { JobScope } from '../kernel/scope.js'
import type { leadRecorded, saleRecorded } from '../tracking/index.js'
import { insertEvents, notifyWebhookChanged, serializeEvent } from '../webhooks/index.js'
import {
  findCommissionData,
  findConversionData,
  findRecordedConversion,
  findStoredEventIds,
  findSubscribedPostbacks,
} from './postback.queries.js'
import type { PostbackTrigger } from './postback.schema.js'

interface PartnerEvent {
  cause: string
  data: object
}

export const publishLead = (scope: JobScope, lead: z.infer<typeof leadRecorded.payload>) => publishConversion(scope, 'lead.created', lead)

export const publishSale = (scope: JobScope, { amount, currency, ...sale }: z.infer<typeof saleRecorded.payload>) =>
  publishConversion(scope, 'sale.created', sale, { sale: { amount, currency } })

interface Conversion {
  workspaceId: string
  eventId: string
  linkId: string
  customerId: string
}

async function publishConversion(
  scope: JobScope,
  trigger: 'lead.created' | 'sale.created',
  conversion: Conversion,
  extra: object = {},
): Promise<void> {
  const found = await findConversionData(scope, conversion)
  if (!found) return
  const { partnerId, link, customer } = found
  await publish(scope, { workspaceId: conversion.workspaceId, partnerId, trigger }, async () => {
    const table = trigger === 'lead.created' ? 'lead_events' : 'sale_events'
    const recorded = await findRecordedConversion(scope, table, conversion.eventId)
    return recorded ? [{ cause: conversion.eventId, data: { ...recorded, link, customer, ...extra } }] : []
  })
}

export const publishCommissions = (scope: JobScope, created: z.infer<typeof commissionsCreated.payload>): Promise<void> =>
  publish(scope, { workspaceId: created.workspaceId, partnerId: created.partnerId, trigger: 'commission.created' }, async () =>
    (await findCommissionData(scope, created)).map(({ id, data }) => ({ cause: id, data })),
  )

async function publish(
  scope: JobScope,
  { workspaceId, partnerId, trigger }: { workspaceId: string; partnerId: string; trigger: PostbackTrigger },
  build: () => Promise<PartnerEvent[]>,
): Promise<void> {
  const subscribers = await findSubscribedPostbacks(scope, partnerId, trigger)
  if (subscribers.length === 0) return
  const createdAt = scope.now()
  const events = (await build()).map(({ cause, data }) => {
    const id = `evt_${cause.slice(cause.lastIndexOf('_') + 1)}`
    const body = serializeEvent({ id, event: trigger, createdAt, data: JSON.stringify(data) })
    return { id, workspaceId, event: trigger, body, createdAt, subscribers }
  })
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
