import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Workspace } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { Connection } from '../connections/connection.queries.js'
import { processDelivery } from '../jobs.js'
import type { Part, Provider, Receiver } from '../providers/provider.js'
import type { SignedRequest } from '../signatures/scheme.js'
import { insertDelivery } from './delivery.queries.js'
import { parseBody } from './parse-body.js'
import { eventOf } from './provider-event.js'
import { shownHeaders } from './shown-headers.js'

/** Somebody who proved to be the provider of a connection, or who only greets. */
export interface ProviderScope extends Scope {
  workspace: Workspace
  connection: Connection
  provider: Provider & { receiver: Receiver }
  request: SignedRequest
  isGreeting: boolean
}

export const ReceiverParams = z.object({
  providerSlug: z.string().meta({ description: 'Slug of the provider.' }),
  connectionId: z.string().meta({ description: 'Id of the connection.' }),
})
export const receivedWebhookSchema = z
  .record(z.string(), z.any())
  .meta({ description: 'Whatever the provider sends: an object of any shape.' })

export const ReceivedDeliveries = z
  .looseObject({
    success: z.boolean(),
    received: z.int().optional().meta({ description: 'How many events were new.' }),
    duplicates: z.int().optional().meta({ description: 'How many had come before.' }),
  })
  .meta({ description: 'Whoever only asks whether somebody is there gets the answer that the provider wants.' })

/** Keeps what came, once, together with the job that works on it: what got a 200 is not lost. */
export async function receiveDelivery(scope: ProviderScope): Promise<z.infer<typeof ReceivedDeliveries>> {
  const {
    provider: { receiver },
    connection,
    request,
  } = scope
  if (scope.isGreeting) return { success: true }
  const body = parseBody(request.body, { mayBeList: receiver.sendsLists ?? false })
  const answer = receiver.handshake?.(body, request.headers)
  if (answer) return { success: true, ...answer }
  const parts = receiver.parts(body, request.headers, connection.settings)
  let received = 0
  for (const part of parts)
    if (await keep(scope, part, part.body === body ? request.body : Buffer.from(JSON.stringify(part.body)))) received += 1
  return { success: true, received, duplicates: parts.length - received }
}

async function keep(scope: ProviderScope, part: Part, body: Buffer): Promise<boolean> {
  const id = newId('del_', scope.now().getTime())
  const {
    connection: { id: connectionId },
    workspace: { id: workspaceId },
    request: { headers },
  } = scope
  const reason = reasonToIgnore(scope, part)
  const isNew = await insertDelivery(scope, {
    id,
    connectionId,
    workspaceId,
    externalId: nameOf(part, body),
    eventType: storable(part.type).slice(0, 200),
    state: reason === null ? 'received' : 'ignored',
    reason,
    attempts: 0,
    headers: shownHeaders(headers),
    body,
    receivedAt: scope.now(),
    changedAt: scope.now(),
  })
  if (isNew && reason === null) scope.enqueue(processDelivery, { deliveryId: id })
  return isNew
}

/** A long id is as good by its hash, and an index cannot hold it otherwise. */
function nameOf({ id }: Part, body: Buffer): string {
  const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
  if (id === null) return `body ${hash(body)}`
  return id.length <= 200 ? storable(id) : `id ${hash(id)}`
}

function reasonToIgnore(scope: ProviderScope, part: Part): string | null {
  if (part.isTest) return 'it happened in a test mode of the provider'
  const event = eventOf(scope, scope.provider, scope.connection, { type: part.type, body: part.body, headers: scope.request.headers })
  return isUnderstood(scope, event) ? null : 'events of this type mean nothing here'
}

// A fault in the reading of one event must not lose it: the job meets it again, and says so.
function isUnderstood({ provider, log }: ProviderScope, event: ReturnType<typeof eventOf>): boolean {
  try {
    return provider.receiver.outcome(event) !== null
  } catch (error) {
    log.warn({ err: error, provider: provider.slug, type: event.type }, 'an event could not be read')
    return true
  }
}

// No text column holds a NUL.
const storable = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed()
