/** What surrounds every request: its id, its log line, its measure, and the exit for errors. */
import type { Context, Middleware } from 'koa'
import { notFound } from '../../shared/kernel/errors.js'
import { newId } from '../../shared/kernel/ids.js'
import type { Log } from '../../shared/kernel/log.js'
import { observeRequest } from '../../shared/kernel/metrics.js'
import type { RecordRequest } from '../endpoint.js'
import { errorAnswer } from './error-answer.js'
import { queryOf } from './input.js'
import type { RequestState } from './serve-row.js'

const acceptableId = /^[A-Za-z0-9_.-]{8,64}$/

/**
 * Gives the request an id (the caller's own, where it is sane), logs one line, turns what is thrown into an answer, and has requests of
 * workspaces recorded.
 */
export function errorExit(log: Log, docsUrl: string, record: RecordRequest): Middleware {
  return async (context, next) => {
    const at = new Date()
    const started = process.hrtime.bigint()
    const given = context.get('x-request-id')
    const state = context.state as RequestState
    state.requestId = acceptableId.test(given) ? given : newId('req_')
    state.log = log.child({ requestId: state.requestId })
    context.set('X-Request-Id', state.requestId)
    try {
      await next()
    } catch (error) {
      const { status, headers, body } = errorAnswer(error, docsUrl, state.log)
      context.status = status
      context.set(headers)
      context.type = 'application/json; charset=utf-8'
      context.body = JSON.stringify(body)
    }
    const milliseconds = Number(process.hrtime.bigint() - started) / 1e6
    observeRequest(state.endpoint ?? 'none', context.status, milliseconds)
    // The path only: a query may carry a password or an address.
    state.log.info(
      {
        method: context.method,
        path: context.path,
        status: context.status,
        milliseconds: Math.round(milliseconds),
        endpoint: state.endpoint,
      },
      'request',
    )
    recordWhose(context, at, milliseconds, record)
  }
}

function recordWhose(context: Context, at: Date, milliseconds: number, record: RecordRequest): void {
  const { state, method, path, status, headers, body, type } = context
  const { who, requestId, pattern, sent } = state as RequestState
  if (!who || pattern === undefined) return
  const answer = type === 'application/json' && typeof body === 'string' ? body : null
  record({
    ...who,
    requestId,
    at,
    milliseconds,
    method,
    path,
    pattern,
    status,
    userAgent: headers['user-agent'] ?? null,
    query: queryOf(context),
    sent,
    answer,
  })
}

/** Nothing matched, by path or by method. */
export const unknownPath: Middleware = (context) => {
  throw notFound(`There is no ${context.method} ${context.path} here.`)
}
