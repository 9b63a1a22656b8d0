import { planHas, type Workspace } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { OutsideError } from '../../kernel/outside-error.js'
import { extendScope, forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { connectionToReceive } from '../connections/connection.queries.js'
import { type Applied, applyOutcome } from '../outcomes/apply.js'
import { Awaited } from '../outcomes/awaited.js'
import { providerOf } from '../providers/index.js'
import type { Json } from '../providers/json.js'
import type { ProviderEvent, Receiver } from '../providers/provider.js'
import { ProviderRefused, askWith } from './ask-provider.js'
import { closeDelivery, type Closing, giveUp, lockDelivery, noteFailure, readDelivery, type WholeDelivery } from './delivery.queries.js'
import { parseBody } from './parse-body.js'
import { eventOf } from './provider-event.js'

/** Makes of a delivery what it means here. Run twice it changes nothing; what fails is noted, and tried again by the queue. */
export async function processDeliveryNow(scope: JobScope, { deliveryId }: { deliveryId: string }): Promise<void> {
  try {
    const known = await recognise(scope, deliveryId)
    if (known) await inTransaction(scope, () => settle(scope, known))
  } catch (error) {
    const fork = forkScope(scope)
    await inTransaction(fork, () => noteFailure(fork, deliveryId, reasonOf(error)))
    throw error
  }
}

/** The last word on a delivery whose last attempt has failed: it lies among the failed ones until somebody replays it. */
export const deliveryGaveUp = ({ scope, payload }: { scope: JobScope; payload: unknown }): Promise<void> =>
  giveUp(scope, (payload as { deliveryId: string }).deliveryId)

interface Known {
  delivery: WholeDelivery
  workspace: Workspace
  event: ProviderEvent
  provider: string
  outcome: Receiver['outcome']
}

const isOpen = ({ state }: Pick<WholeDelivery, 'state'>) => state === 'received' || state === 'retrying'

/** What is to be done, completed by what the provider had to be asked; null when there is nothing any more. */
async function recognise(scope: JobScope, id: string): Promise<Known | null> {
  const delivery = await readDelivery(scope, id)
  const found = delivery && isOpen(delivery) ? await connectionToReceive(scope, delivery.connectionId) : null
  const provider = found && providerOf(found.connection.provider)
  if (!delivery || !found || !provider?.receiver) return null
  const { receiver } = provider
  const event = eventOf(scope, provider, found.connection, {
    type: delivery.eventType,
    body: parseBody(delivery.body),
    headers: delivery.headers,
  })
  const ask = receiver.complete && askWith(scope, found.connection)
  const body: Json = receiver.complete && ask ? await receiver.complete(event, ask) : event.body
  return {
    delivery,
    workspace: found.workspace,
    event: { ...event, body },
    provider: provider.slug,
    outcome: (one) => receiver.outcome(one),
  }
}

async function settle(
  jobScope: JobScope,
  { delivery: { id, connectionId, receivedAt }, workspace, event, provider, outcome }: Known,
): Promise<void> {
  const locked = await lockDelivery(jobScope, id)
  if (!locked || !isOpen(locked)) return
  const scope = extendScope(jobScope, { workspace })
  const meant = planHas(workspace.plan, 'conversionTracking') ? outcome(event) : null
  const outcomes = meant === null ? [] : [meant].flat()
  const applied: Applied[] = []
  for (const one of outcomes) applied.push(await applyOutcome(scope, one, { provider, connectionId, deliveryId: id, receivedAt }))
  await closeDelivery(scope, id, closingOf(applied))
}

/** A delivery means something when any part of it does. */
function closingOf(applied: readonly Applied[]): Closing {
  const customerId = applied.find((one) => one.customerId !== null)?.customerId ?? null
  const isIgnored = applied.every(({ ignored }) => ignored !== undefined)
  if (!isIgnored) return { state: 'processed', reason: null, waitsFor: null, customerId }
  const [first] = applied
  return {
    state: 'ignored',
    reason: first?.ignored ?? 'events of this type mean nothing here, or to this plan',
    waitsFor: first?.waitsFor ?? null,
    customerId,
  }
}

/** For the people of the workspace. What is our fault is in the log. */
function reasonOf(error: unknown): string {
  const isTelling =
    error instanceof ServiceError || error instanceof Awaited || error instanceof ProviderRefused || error instanceof OutsideError
  return isTelling ? error.message.slice(0, 500) : 'an internal error; the log of the service says more'
}
