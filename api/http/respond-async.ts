/** Requests that are answered with 202 and carried out in the background. */
import { createHash } from 'node:crypto'
import type { Context } from 'koa'
import type { Scope } from '../../shared/kernel/scope.js'
import { inTransaction } from '../../shared/kernel/scope.js'
import type { Endpoint, AsyncMode, CsvMode } from '../endpoint.js'
import { decoded, type ElementBody, readElements } from './body-elements.js'
import { hasBody } from './body.js'
import { csvDecoder, notUnicode } from './csv-text.js'
import type { RunIdempotent } from './idempotency.js'

interface SentElements {
  row: Endpoint
  mode: AsyncMode
  /** The parsed query. */
  query: unknown
}

/** Starts a background operation and answers 202 for a large body or with `Prefer: respond-async`; otherwise returns the body. */
export async function respondAsync(
  { row, mode, query }: SentElements,
  scope: Scope,
  context: Context,
  once: RunIdempotent,
): Promise<{ isAnswered: true } | { isAnswered: false; body: unknown }> {
  const hash = createHash('sha256')
  const prefersAsync = /(^|[,;\s])respond-async\b/i.test(context.get('prefer'))
  const sent =
    row.body || hasBody(context.req)
      ? await readElements(context.req, {
          threshold: mode.threshold,
          isAsync: prefersAsync,
          sizeOf: mode.sizeOf ?? (() => 0),
          onBytes: (bytes) => hash.update(bytes),
        })
      : bodyOfQuery(prefersAsync ? (mode.elementsOf?.(query) ?? []) : [])
  if ('value' in sent) return { isAnswered: false, body: sent.value }
  const started = await mode.start({
    scope,
    elements: sent.elements,
    runOnce: (work) => inTransaction(scope, () => once(() => hash.digest('base64url'), work)),
  })
  if (prefersAsync) context.set('Preference-Applied', 'respond-async')
  answerStarted(context, started)
  return { isAnswered: true }
}

/** Starts a background operation with the CSV file in the body, which is stored as it arrives. */
export async function respondToCsv(mode: CsvMode, query: unknown, scope: Scope, context: Context, once: RunIdempotent): Promise<void> {
  const hash = createHash('sha256')
  const started = await mode.start({
    scope,
    query,
    texts: decoded(context.req, (bytes) => hash.update(bytes), { decoderOf: csvDecoder, invalid: notUnicode }),
    runOnce: (work) => inTransaction(scope, () => once(() => hash.digest('base64url'), work)),
  })
  answerStarted(context, started)
}

function answerStarted(context: Context, started: { id: string }): void {
  context.status = 202
  context.set('Location', `/jobs/${started.id}`)
  context.type = 'application/json; charset=utf-8'
  context.body = JSON.stringify(started)
}

/** The elements that the query names, as one part; no body if it names none. */
const bodyOfQuery = (elements: readonly string[]): ElementBody =>
  elements.length === 0 ? { value: undefined } : { elements: onePart(elements) }

async function* onePart(elements: readonly string[]): AsyncGenerator<readonly string[]> {
  yield elements
}
