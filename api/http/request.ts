/** Surrounds every request: request id, log line, metrics and error handling. */
import type { Context, Middleware } from 'koa'
import { notFound } from '../../shared/kernel/errors.js'
import { newId } from '../../shared/kernel/ids.js'
import type { Log } from '../../shared/kernel/log.js'
import { maskKeys } from '../../shared/kernel/mask-secrets.js'
import { observeRequest } from '../../shared/kernel/metrics.js'
import type { RecordRequest } from '../endpoint.js'
import { errorResponse } from './error-response.js'
import { queryOf } from './input.js'
import type { RequestState } from './serve-row.js'

const requestIdPattern = /^[A-Za-z0-9_.-]{8,64}$/

/**
 * Assigns a request id (the caller's own if it is well-formed), logs one line, turns thrown errors into responses and records the requests
 * of workspaces.
 */
export function requestLifecycle(log: Log, docsUrl: string, record: RecordRequest): Middleware {
  return async (context, next) => {
    const at = new Date()
    const started = process.hrtime.bigint()
    const callerRequestId = context.get('x-request-id')
    const state = context.state as RequestState
    state.requestId = requestIdPattern.test(callerRequestId) ? callerRequestId : newId('req_')
    state.log = log.child({ requestId: state.requestId })
    context.set('X-Request-Id', state.requestId)
    try {
      await next()
    } catch (error) {
      const { status, headers, body } = errorResponse(error, docsUrl, state.log)
      context.status = status
      context.set(headers)
      context.type = 'application/json; charset=utf-8'
      context.body = JSON.stringify(body)
    }
    const durationMs = Number(process.hrtime.bigint() - started) / 1e6
    observeRequest(state.endpoint ?? 'none', context.status, durationMs)
    // The path only: a query may hold a password or an email address.
    // Health checks are frequent and say nothing while they succeed.
    state.log[isHealthCheck(context) ? 'debug' : 'info'](
      {
        method: context.method,
        path: maskKeys(context.path),
        status: context.status,
        durationMs: Math.round(durationMs),
        endpoint: state.endpoint,
      },
      'request',
    )
    recordWorkspaceRequest(context, at, durationMs, record)
  }
}

const isHealthCheck = ({ path, status }: Context) => status < 400 && (path === '/health' || path === '/ready' || path === '/metrics')

function recordWorkspaceRequest(context: Context, at: Date, durationMs: number, record: RecordRequest): void {
  const { state, method, path, status, headers, body, type } = context
  const { caller, requestId, pattern, body: requestBody } = state as RequestState
  if (!caller || pattern === undefined) return
  record({
    ...caller,
    requestId,
    at,
    durationMs,
    method,
    path,
    route: pattern,
    status,
    userAgent: headers['user-agent'] ?? null,
    query: queryOf(context),
    requestBody,
    responseBody: type === 'application/json' && typeof body === 'string' ? body : null,
  })
}

/** No endpoint matches the path and method. */
export const unknownPath: Middleware = (context) => {
  throw notFound(`${context.method} ${context.path} does not exist.`)
}
