/** Requests that are answered before they are carried out. */
import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import type { Scope } from '../../shared/kernel/scope.js'
import { inTransaction } from '../../shared/kernel/scope.js'
import type { Endpoint, Later } from '../endpoint.js'
import { readElements } from './elements.js'
import type { Once } from './idempotency.js'

/** Starts the work where it is to be done later, and answers where it can be watched; otherwise gives the body for an answer at once. */
export async function readLater(
  row: Endpoint,
  later: Later,
  scope: Scope,
  context: Context,
  once: Once,
): Promise<{ isAnswered: true } | { isAnswered: false; body: unknown }> {
  const { headers } = context.req
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!row.body && !hasBody) return { isAnswered: false, body: undefined }
  const hash = createHash('sha256')
  const prefersLater = /(^|[,;\s])respond-async\b/i.test(context.get('prefer'))
  const sent = await readElements(context.req, {
    beyond: later.beyond,
    isLater: prefersLater,
    sizeOf: later.sizeOf ?? (() => 0),
    onBytes: (bytes) => hash.update(bytes),
  })
  if ('value' in sent) return { isAnswered: false, body: sent.value }
  const started = await later.start({
    scope,
    elements: sent.elements,
    keep: (work) => inTransaction(scope, () => once(() => hash.digest('base64url'), work)),
  })
  context.status = 202
  context.set('Location', `/jobs/${started.id}`)
  if (prefersLater) context.set('Preference-Applied', 'respond-async')
  context.type = 'application/json; charset=utf-8'
  context.body = JSON.stringify(started)
  return { isAnswered: true }
}
