/**
 * Domains publish webhook events to an outbox table, in the transaction of the change itself: a rollback discards them and a commit never
 * loses them. The `webhooks` domain, which depends on all others, delivers them.
 */
import { z } from 'zod'
import { contract } from '../../kernel/queue/contract.js'
import type { Scope } from '../../kernel/scope.js'
import type { Workspace } from '../workspace.entity.js'
import type { WebhookTrigger } from './triggers.js'
import { insertWebhookOutbox } from './webhook-outbox.queries.js'

/** Turns the entries of the outbox into deliveries. Runs within a second of an entry, and sooner after a commit with entries. */
export const dispatchWebhookEventsJob = contract({
  name: 'webhooks.dispatch-events',
  queue: 'deliveries',
  payload: z.null(),
  attempts: 1,
})

interface InWorkspace extends Scope {
  workspace: Workspace | null
}

/** Whether an enabled webhook of the workspace subscribes to the trigger. Check it before building an expensive payload. */
export const hasWebhookFor = ({ workspace }: Pick<InWorkspace, 'workspace'>, trigger: WebhookTrigger) =>
  workspace?.webhookTriggers.includes(trigger) ?? false

/**
 * Publishes events of one trigger. `payloads` is called only if a webhook subscribes to it. Must run in a transaction. Returns the ids of
 * the events in the order of the payloads.
 */
export async function publishWebhookEvent(
  scope: InWorkspace,
  trigger: WebhookTrigger,
  payloads: () => Promise<readonly object[]>,
): Promise<string[]> {
  const { workspace } = scope
  if (!workspace || !hasWebhookFor(scope, trigger)) return []
  const events = await payloads()
  if (events.length === 0) return []
  const ids = await insertWebhookOutbox(
    scope.em,
    events.map((data) => ({ workspaceId: workspace.id, trigger, data })),
    scope.now(),
  )
  scope.wake(dispatchWebhookEventsJob)
  return ids
}
