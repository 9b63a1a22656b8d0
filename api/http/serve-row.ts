/** One endpoint row as a Koa handler: knock, parse, run, check, answer. */
import type { Context } from 'koa'
import type { Recognised } from '../../shared/kernel/answered-request.js'
import { digest } from '../../shared/kernel/contract.js'
import { ServiceError } from '../../shared/kernel/errors.js'
import type { Log } from '../../shared/kernel/log.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { inTransaction } from '../../shared/kernel/scope.js'
import type { Asked, Endpoint, Knock, Method } from '../endpoint.js'
import { openToAnySite } from './any-site.js'
import { glimpse, readForm, readJson, readRaw } from './body.js'
import { statusOf } from './error-answer.js'
import { onceFor, wasAnswered } from './idempotency.js'
import { parseInput, queryOf, queryReader, readParams } from './input.js'
import { readLater } from './later.js'
import { checkOutput } from './output.js'
import { Reply } from './reply.js'
import { sendEvents } from './server-sent.js'

export interface RequestState {
  requestId: string
  log: Log
  /** Id of the row that answers; a label of the metrics. */
  endpoint?: string
  /** The path of that row. */
  pattern?: string
  /** Whose request it is, once that is known. */
  who?: Recognised
  /** The body that was read. */
  sent?: unknown
}

export function serveRow(row: Endpoint, resources: Resources): (context: Context) => Promise<void> {
  const readQuery = queryReader(row.query)
  const writes = row.method !== 'GET' && row.transaction !== false
  const production = resources.config.environment === 'production'
  const readBody = row.form ? readForm : readJson
  const serve = async (context: Context, asked: Asked) => {
    const state = context.state as RequestState
    state.endpoint = row.id
    state.pattern = row.path
    if (row.anySite) openToAnySite(context)
    const scope = await row.access.open(knock(row, context, resources))
    const params = await parseInput(row.params, readParams(context.params))
    const once = onceFor(row, scope, context)
    const early = row.later ? await readLater(row, row.later, scope, context, once) : undefined
    if (early?.isAnswered) return
    const query = await parseInput(row.query, readQuery(queryOf(context)))
    if (row.events && context.accepts('json', 'text/event-stream') === 'text/event-stream')
      return sendEvents(context, row.events({ scope, params, query, lastEventId: context.get('Last-Event-ID') || undefined }))
    const sent = early ? early.body : row.body && !row.signed ? await readBody(context.req) : undefined
    state.sent ??= sent
    if (row.form) asked.form = sent as Record<string, string>
    const fingerprint = () => digest(sent)
    const body = await parseInput(row.signed ? undefined : row.body, sent)
    const isPrepared = !row.prepare || (await wasAnswered(row, scope, context, fingerprint))
    const input = { scope, params, query, body: isPrepared ? body : await row.prepare?.({ scope, body }) }
    const checked = (value: unknown) => (value instanceof Reply ? value : checkOutput(row.output, value, production, state.log))
    const work = async () => checked(await row.run(input))
    answer(context, writes ? await inTransaction(scope, () => once(fingerprint, work)) : await work(), row.status ?? 200)
  }
  return row.refused ? telling(row.refused, serve) : (context) => serve(context, nothingAsked(context))
}

const nothingAsked = (context: Context): Asked => ({
  url: context.path + context.search,
  query: Object.fromEntries(queryOf(context)),
  form: {},
})

/** People at a browser get a page where programs get the error's JSON. */
function telling(
  refused: NonNullable<Endpoint['refused']>,
  serve: (context: Context, asked: Asked) => Promise<void>,
): (context: Context) => Promise<void> {
  return async (context) => {
    const asked = nothingAsked(context)
    try {
      await serve(context, asked)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      context.set(error.headers)
      answer(context, refused(error, asked), statusOf[error.code])
    }
  }
}

function knock(row: Endpoint, context: Context, resources: Resources): Knock {
  const { requestId, log } = context.state as RequestState
  return {
    method: context.method as Method,
    path: context.path.replace(/^\/api(?=\/)/, ''),
    headers: context.headers,
    params: (context as Context & { params: Record<string, string> }).params,
    query: queryOf(context),
    address: context.ip,
    requestId,
    resources,
    log,
    rate: row.rate,
    plans: row.plans,
    setHeader: (name, value) => context.set(name, value),
    async readBody() {
      const raw = await readRaw(context.req)
      ;(context.state as RequestState).sent = glimpse(raw)
      return raw
    },
    recognise: (who) => void ((context.state as RequestState).who = who),
  }
}

function answer(context: Context, value: unknown, status: number): void {
  if (value instanceof Reply) {
    context.status = value.status
    context.set(value.headers)
    context.body = value.body
    // Koa turns an answer without body into 204; the reply's own status is what was meant.
    context.status = value.status
    if (value.headers.ETag && context.fresh) context.status = 304
    return
  }
  context.status = status
  context.type = 'application/json; charset=utf-8'
  context.body = JSON.stringify(value ?? null)
}
