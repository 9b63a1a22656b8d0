/** One endpoint row as a Koa handler: authenticate, parse, run, check, answer. */
import type { Context } from 'koa'
import { clientAddress } from '../../shared/kernel/client-address.js'
import { ServiceError } from '../../shared/kernel/errors.js'
import { digestJson } from '../../shared/kernel/hash.js'
import type { Log } from '../../shared/kernel/log.js'
import type { CallerIdentity } from '../../shared/kernel/request-log-entry.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { inTransaction } from '../../shared/kernel/scope.js'
import { isOptionalBody, type ReceivedRequest, type Endpoint, type AuthRequest, type Method } from '../endpoint.js'
import { bodyPreview, hasBody, readCsv, readForm, readJson, readRaw } from './body.js'
import { allowAnyOrigin } from './cors.js'
import { httpStatus } from './error-response.js'
import { idempotentRunner, hasStoredAnswer } from './idempotency.js'
import { parseInput, queryOf, queryReader, readParams } from './input.js'
import { checkOutput } from './output.js'
import { pageLengthCheck } from './page-length.js'
import { Reply } from './reply.js'
import { respondAsync, respondToCsv } from './respond-async.js'
import { sendEvents } from './server-sent-events.js'

export interface RequestState {
  requestId: string
  log: Log
  /** Id of the matching row; a label of the metrics. */
  endpoint?: string
  /** Path template of that row. */
  pattern?: string
  /** The caller, once authenticated. */
  caller?: CallerIdentity
  /** The parsed request body. */
  body?: unknown
}

export function serveRow(row: Endpoint, resources: Resources): (context: Context) => Promise<void> {
  const readQuery = queryReader(row.query)
  const writes = row.method !== 'GET' && row.transaction !== false
  const production = resources.config.environment === 'production'
  const readBody = bodyReader(row)
  const checkLength = pageLengthCheck(row)
  const serve = async (context: Context, received: ReceivedRequest) => {
    const state = context.state as RequestState
    state.endpoint = row.id
    state.pattern = row.path
    if (row.allowsAnyOrigin) allowAnyOrigin(context)
    const scope = await row.access.authenticate(authRequest(row, context, resources))
    const params = await parseInput(row.params, context.params)
    const runIdempotent = idempotentRunner(row, scope, context)
    const query = await parseInput(row.query, readQuery(queryOf(context)))
    const early = row.async ? await respondAsync({ row, mode: row.async, query }, scope, context, runIdempotent) : undefined
    if (early?.isAnswered) return
    if (row.csv && context.is('text/csv')) return respondToCsv(row.csv, query, scope, context, runIdempotent)
    const openStream = row.events
    if (openStream && context.accepts('json', 'text/event-stream') === 'text/event-stream') {
      const lastEventId = context.get('Last-Event-ID') || undefined
      const open = (signal: AbortSignal) => openStream({ scope, params, query, lastEventId, signal })
      return sendEvents(context, open, async () => (await row.access.isStillAllowed?.(authRequest(row, context, resources))) ?? true)
    }
    const sent = early ? early.body : await readBody(context)
    state.body ??= sent
    if (row.acceptsForm) received.form = (sent ?? {}) as Record<string, string>
    const fingerprint = () => digestJson(sent)
    const body = await parseInput(row.readsRawBody ? undefined : row.body, sent)
    const isPrepared = !row.prepare || (await hasStoredAnswer(row, scope, context, fingerprint))
    const input = { scope, params, query, body: isPrepared ? body : await row.prepare?.({ scope, params, query, body }) }
    const checked = (value: unknown) => (value instanceof Reply ? value : checkOutput(row.output, value, production, state.log))
    const recordWrite = row.method === 'GET' ? undefined : row.access.recordWrite
    const work = async () => {
      const result = checked(await row.run(input))
      await recordWrite?.(scope, { operation: row.id, path: context.path, query, body })
      return result
    }
    const inOwnTransaction = row.transaction === 'own' && context.get('idempotency-key') === ''
    answer(
      context,
      writes && !inOwnTransaction ? await inTransaction(scope, () => runIdempotent(fingerprint, work)) : await work(),
      row.status ?? 200,
      checkLength,
    )
  }
  return row.errorPage ? withErrorPage(row.errorPage, serve) : (context) => serve(context, receivedRequest(context))
}

/** Reads what the row declares. A body may be missing if its schema says so. */
function bodyReader(row: Endpoint): (context: Context) => Promise<unknown> {
  const { body, readsRawBody, acceptsForm, acceptsCsv } = row
  if (!body || readsRawBody) return async () => undefined
  const read = acceptsForm ? readForm : acceptsCsv ? readCsv : readJson
  if (!isOptionalBody(row)) return read
  return async (context) => (hasBody(context.req) ? read(context) : undefined)
}

const receivedRequest = (context: Context): ReceivedRequest => ({
  url: context.path + context.search,
  query: Object.fromEntries(queryOf(context)),
  form: {},
})

/** Browsers get a page where programs get the error as JSON. */
function withErrorPage(
  refused: NonNullable<Endpoint['errorPage']>,
  serve: (context: Context, received: ReceivedRequest) => Promise<void>,
): (context: Context) => Promise<void> {
  return async (context) => {
    const received = receivedRequest(context)
    try {
      await serve(context, received)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      context.set(error.headers)
      answer(context, refused(error, received), httpStatus[error.code])
    }
  }
}

function authRequest(row: Endpoint, context: Context, resources: Resources): AuthRequest {
  const { requestId, log } = context.state as RequestState
  // Checked before authentication, because guards look up path parameters.
  const params = readParams((context as Context & { params: Record<string, string> }).params)
  return {
    method: context.method as Method,
    path: row.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => params[name] ?? ''),
    headers: context.headers,
    params,
    query: queryOf(context),
    rawQuery: context.querystring,
    address: clientAddress(context.socket, context.req.headers['x-forwarded-for'], resources.config.trustProxy),
    requestId,
    resources,
    log,
    rate: row.rate,
    plans: row.plans,
    refusesImpersonation: row.refusesImpersonation === true,
    setHeader: (name, value) => context.set(name, value),
    async readBody() {
      const raw = await readRaw(context.req)
      ;(context.state as RequestState).body = bodyPreview(raw)
      return raw
    },
    identify: (who) => void ((context.state as RequestState).caller = who),
  }
}

function answer(context: Context, value: unknown, status: number, checkLength: (text: string) => void = () => undefined): void {
  if (value instanceof Reply) {
    context.status = value.status
    context.set(value.headers)
    context.body = value.body
    // Koa turns a response without a body into 204, so the status is set again.
    context.status = value.status
    if (value.headers.ETag && context.fresh) context.status = 304
    return
  }
  const text = JSON.stringify(value ?? null)
  checkLength(text)
  context.status = status
  context.type = 'application/json; charset=utf-8'
  context.body = text
}
