/** A webhook at Segment authenticates by the write key of a source of the user, which is stored as its secret. */
import type { Scope } from '../kernel/scope.js'
import { receiverCannotChange, writeKeyNotAllowed, writeKeyRequired } from './errors.js'
import { type Receiver, receiverAt } from './receiver.js'
import { sealFor } from './secret.js'
import type { CreateWebhook, UpdateWebhook } from './webhook-input.schema.js'
import type { Webhook } from './webhook.entity.js'

/** The write key of a new webhook. */
export function requireWriteKey({ url, writeKey }: Pick<CreateWebhook, 'url' | 'writeKey'>): void {
  const receiver = receiverAt(url)
  requireAllowed(receiver, writeKey)
  if (receiver === 'segment' && writeKey === undefined) throw writeKeyRequired()
}

function requireAllowed(receiver: Receiver, writeKey: string | undefined): void {
  if (receiver !== 'segment' && writeKey !== undefined) throw writeKeyNotAllowed()
}

/** The columns that a new write key changes. It replaces the former one at once. */
export function changedWriteKey({ vault }: Pick<Scope, 'vault'>, webhook: Webhook, { url, writeKey }: UpdateWebhook): Partial<Webhook> {
  const isMoved = url !== undefined && url !== webhook.url
  if (isMoved && (receiverAt(url) === 'segment') !== (webhook.receiver === 'segment')) throw receiverCannotChange()
  requireAllowed(webhook.receiver, writeKey)
  return writeKey === undefined ? {} : { sealedSecret: sealFor(vault, webhook.id, writeKey), formerSecret: null, formerUntil: null }
}
