import { z } from 'zod'
import type { Workspace } from '../../accounts/index.js'
import { sha256 } from '../../kernel/hash.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { Connection } from '../connections/connection.queries.js'
import { processDeliveryJob } from '../jobs.js'
import type { IncomingEvent, Provider, Receiver } from '../providers/provider.js'
import type { SignedRequest } from '../signatures/signature-scheme.js'
import { insertDelivery } from './delivery.queries.js'
import { parseBody } from './parse-body.js'
import { testModeReason, toProviderEvent } from './provider-event.js'
import { storedHeaders } from './stored-headers.js'

/** Scope of an authenticated provider request, or of a ping without a signature. */
export interface ProviderScope extends Scope {
  workspace: Workspace
  connection: Connection
  provider: Provider & { receiver: Receiver }
  request: SignedRequest
  isPing: boolean
}

export const ReceiverParams = z.object({
  providerSlug: z.string().meta({ description: 'Slug of the provider.' }),
  connectionId: z.string().meta({ description: 'Id of the connection.' }),
})
export const receivedWebhookSchema = z.record(z.string(), z.any()).meta({ description: 'The payload of the provider: any JSON object.' })

export const ReceivedDeliveriesSchema = z
  .looseObject({
    success: z.boolean(),
    received: z.int().optional().meta({ description: 'Number of new events.' }),
    duplicates: z.int().optional().meta({ description: 'Number of events received before.' }),
  })
  .meta({ description: 'A reachability check receives the response that the provider expects.' })

/** Stores each new event together with its processing job, so that an acknowledged event is never lost. */
export async function receiveDelivery(scope: ProviderScope): Promise<z.infer<typeof ReceivedDeliveriesSchema>> {
  const {
    provider: { receiver },
    connection,
    request,
  } = scope
  if (scope.isPing) return { success: true }
  const body = parseBody(request.body, { acceptsArrays: receiver.acceptsArrays ?? false })
  const handshake = receiver.handshake?.(body, request.headers)
  if (handshake) return { success: true, ...handshake }
  const events = receiver.parseEvents(body, request.headers, connection.settings)
  let received = 0
  for (const event of events)
    if (await storeEvent(scope, event, event.body === body ? request.body : Buffer.from(JSON.stringify(event.body)))) received += 1
  return { success: true, received, duplicates: events.length - received }
}

async function storeEvent(scope: ProviderScope, event: IncomingEvent, body: Buffer): Promise<boolean> {
  const id = newId('del_', scope.now().getTime())
  const {
    connection: { id: connectionId },
    workspace: { id: workspaceId },
    request: { headers },
  } = scope
  const reason = ignoreReason(scope, event)
  const isNew = await insertDelivery(scope, {
    id,
    connectionId,
    workspaceId,
    externalId: deduplicationKey(event, body),
    eventType: withoutNul(event.type).slice(0, 200),
    state: reason === null ? 'received' : 'ignored',
    reason,
    attempts: 0,
    headers: storedHeaders(headers),
    body,
    receivedAt: scope.now(),
    changedAt: scope.now(),
  })
  if (isNew && reason === null) scope.enqueue(processDeliveryJob, { deliveryId: id })
  return isNew
}

/** Long ids are hashed, because they would not fit into an index. */
function deduplicationKey({ id }: IncomingEvent, body: Buffer): string {
  const hash = (data: Buffer | string) => sha256(data).toString('hex')
  if (id === null) return `body ${hash(body)}`
  return id.length <= 200 ? withoutNul(id) : `id ${hash(id)}`
}

function ignoreReason(scope: ProviderScope, incoming: IncomingEvent): string | null {
  if (incoming.isTest) return testModeReason
  const event = toProviderEvent(scope, scope.provider, scope.connection, {
    type: incoming.type,
    body: incoming.body,
    headers: scope.request.headers,
  })
  return isSupported(scope, event) ? null : 'events of this type are not supported'
}

// An event that cannot be read is stored nevertheless: its job fails and records the reason.
function isSupported({ provider, log }: ProviderScope, event: ReturnType<typeof toProviderEvent>): boolean {
  try {
    return provider.receiver.toActions(event) !== null
  } catch (error) {
    log.warn({ err: error, provider: provider.slug, type: event.type }, 'provider event could not be read')
    return true
  }
}

// PostgreSQL text columns cannot store NUL.
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()
