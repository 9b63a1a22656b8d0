import { type InWorkspace, isWorkspaceDisabled, planHas, type Workspace } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { ExternalError } from '../../kernel/http-client/external-error.js'
import { extendScope, forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import type { Action } from '../actions/action.js'
import { type ActionResult, applyAction } from '../actions/apply-action.js'
import { isAttributableCustomerKnown } from '../actions/customer.queries.js'
import { DependencyPendingError } from '../actions/dependency-pending-error.js'
import { findConnectionById } from '../connections/connection.queries.js'
import { providerOf } from '../providers/index.js'
import type { Json } from '../providers/json.js'
import { ProviderApiError } from '../providers/provider-api-error.js'
import type { ProviderEvent, Receiver } from '../providers/provider.js'
import {
  resetIfPending,
  storeResult,
  type DeliveryResult,
  markFailed,
  lockDelivery,
  recordFailure,
  readDelivery,
  type DeliveryWithBody,
} from './delivery.queries.js'
import { parseBody } from './parse-body.js'
import { testModeReason, toProviderEvent } from './provider-event.js'
import { createProviderFetch } from './provider-fetch.js'

/** Processes a delivery. Idempotent; a failure is recorded and rethrown, so that the queue retries the job. */
export async function processDelivery(scope: JobScope, { deliveryId }: { deliveryId: string }): Promise<void> {
  try {
    const prepared = await prepareDelivery(scope, deliveryId)
    const pendingOn = prepared && (await applyDelivery(scope, prepared))
    if (pendingOn && (await resetIfKnown(forkScope(scope), prepared, pendingOn))) await applyDelivery(scope, prepared)
  } catch (error) {
    const fork = forkScope(scope)
    await inTransaction(fork, () => recordFailure(fork, deliveryId, publicReason(error)))
    throw error
  }
}

/** Marks a delivery as failed after its last attempt. It stays failed until a user replays it. */
export const markDeliveryFailed = ({ scope, payload }: { scope: JobScope; payload: unknown }): Promise<void> =>
  markFailed(scope, (payload as { deliveryId: string }).deliveryId)

interface PreparedDelivery {
  delivery: DeliveryWithBody
  workspace: Workspace
  event: ProviderEvent
  provider: string
  toActions: Receiver['toActions']
  isTest: boolean
}

const notIncluded = 'events of this type are not supported or not included in the plan'

const isUnprocessed = ({ state }: Pick<DeliveryWithBody, 'state'>) => state === 'received' || state === 'retrying'

/** Reads the delivery and fetches missing event details from the provider; null when there is nothing left to process. */
async function prepareDelivery(scope: JobScope, id: string): Promise<PreparedDelivery | null> {
  const delivery = await readDelivery(scope, id)
  const found = delivery && isUnprocessed(delivery) ? await findConnectionById(scope, delivery.connectionId) : null
  const provider = found && providerOf(found.connection.provider)
  if (!delivery || !found || !provider?.receiver) return null
  const { receiver } = provider
  const event = toProviderEvent(scope, provider, found.connection, {
    type: delivery.eventType,
    body: parseBody(delivery.body),
    headers: delivery.headers,
  })
  // An event of the test mode is stored as ignored, and users may replay ignored deliveries.
  const isTest = receiver.parseEvents(event.body, event.headers, event.settings).some((one) => one.isTest)
  const fetchJson = receiver.fetchDetails && !isTest ? createProviderFetch(scope, found.connection) : null
  const body: Json = receiver.fetchDetails && fetchJson ? await receiver.fetchDetails(event, fetchJson, scope) : event.body
  return {
    delivery,
    workspace: found.workspace,
    event: { ...event, body },
    provider: provider.slug,
    toActions: (one) => receiver.toActions(one),
    isTest,
  }
}

/** A customer who became known during the transaction did not see that the delivery is pending, so nothing else would retry it. */
const resetIfKnown = (jobScope: JobScope, { delivery, workspace, provider }: PreparedDelivery, pendingOn: readonly string[]) =>
  inTransaction(
    jobScope,
    async () =>
      (await isAttributableCustomerKnown(extendScope(jobScope, { workspace }), provider, pendingOn)) &&
      (await resetIfPending(jobScope, delivery.id)),
  )

/**
 * Applies the actions, each in its own transaction, because a refund finds only committed sales. Returns the identifiers of the unknown
 * customer that the delivery is pending on, if any.
 */
async function applyDelivery(jobScope: JobScope, prepared: PreparedDelivery): Promise<readonly string[] | null> {
  const { delivery, event, toActions, isTest } = prepared
  const results: ActionResult[] = isTest ? [{ customerId: null, ignored: testModeReason }] : []
  const translated = isTest ? null : toActions(event)
  const actions = translated === null ? [] : [translated].flat()
  for (const action of actions.slice(0, -1)) {
    const result = await whileUnprocessed(jobScope, prepared, (scope) => applyIfActive(scope, prepared, action))
    if (!result) return null
    results.push(result)
  }
  return whileUnprocessed(jobScope, prepared, async (scope) => {
    for (const action of actions.slice(-1)) results.push(await applyIfActive(scope, prepared, action))
    const result = summarise(results)
    await storeResult(scope, delivery.id, result)
    return result.pendingOn
  })
}

/** Runs the work in a transaction that locks the delivery; returns null if it was processed meanwhile. */
async function whileUnprocessed<Result>(
  from: JobScope,
  { delivery: { id }, workspace }: PreparedDelivery,
  work: (scope: JobScope & InWorkspace) => Promise<Result>,
): Promise<Result | null> {
  const fork = forkScope(from)
  return inTransaction(fork, async () => {
    const locked = await lockDelivery(fork, id)
    return locked && isUnprocessed(locked) ? work(extendScope(fork, { workspace })) : null
  })
}

async function applyIfActive(
  scope: InWorkspace,
  { delivery: { id, connectionId, receivedAt }, provider }: PreparedDelivery,
  action: Action,
): Promise<ActionResult> {
  const ignored = isErasure(action) ? null : await inactiveReason(scope)
  return ignored ? { customerId: null, ignored } : applyAction(scope, action, { provider, connectionId, deliveryId: id, receivedAt })
}

/** Why events of providers are not recorded in the workspace, if so. */
async function inactiveReason({ em, workspace }: InWorkspace): Promise<string | null> {
  if (await isWorkspaceDisabled(em, workspace.id)) return 'the workspace is disabled'
  return planHas(workspace.plan, 'conversionTracking') ? null : notIncluded
}

/** The right to it does not end with the use of the workspace. */
const isErasure = (action: Action) => action.kind === 'shop-erased' || (action.kind === 'customer-deleted' && action.isErasure)

/** A delivery is processed if at least one of its actions had an effect. */
function summarise(results: readonly ActionResult[]): DeliveryResult {
  const customerId = results.find((one) => one.customerId !== null)?.customerId ?? null
  const isIgnored = results.every(({ ignored }) => ignored !== undefined)
  if (!isIgnored) return { state: 'processed', reason: null, pendingOn: null, customerId }
  const [first] = results
  return {
    state: 'ignored',
    reason: first?.ignored ?? notIncluded,
    pendingOn: first?.pendingOn?.length ? first.pendingOn : null,
    customerId,
  }
}

/** The failure reason shown to users. Internal errors are only logged. */
function publicReason(error: unknown): string {
  const isPublic =
    error instanceof ServiceError ||
    error instanceof DependencyPendingError ||
    error instanceof ProviderApiError ||
    error instanceof ExternalError
  return isPublic ? error.message.slice(0, 500) : 'internal error, see the service log'
}
