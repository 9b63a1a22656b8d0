/** An endpoint is data: router, authentication, validation, limits, the description and the table tests derive from these rows. */
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { ErrorCode, ServiceError } from '../shared/kernel/errors.js'
import type { Log } from '../shared/kernel/log.js'
import type { RequestLogEntry, CallerIdentity } from '../shared/kernel/request-log-entry.js'
import type { Resources } from '../shared/kernel/resources.js'
import type { Scope } from '../shared/kernel/scope.js'
import type { Reply } from './http/reply.js'
import type { ServerSentEvent } from './http/server-sent-events.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `api` and `analytics` depend on the workspace's plan, `publishable` allows 600 requests per minute and key, `none` is unlimited. */
export type RateClass = 'api' | 'analytics' | 'publishable' | 'none'

/** The part of a request that an auth guard may read and set. */
export interface AuthRequest {
  method: Method
  /** That of the endpoint with the parameters, whatever the spelling of the request: in capitals, with a slash at the end, below `/api`. */
  path: string
  headers: IncomingHttpHeaders
  params: Record<string, string>
  query: URLSearchParams
  /** The query as it was sent, without question mark. */
  rawQuery: string
  address: string
  requestId: string
  resources: Resources
  log: Log
  rate: RateClass
  /** Every plan that is allowed (higher plans are not implied). Undefined allows all plans. */
  plans: readonly string[] | undefined
  /** Whether the session of an operator who logged in as the user is refused. */
  refusesImpersonation: boolean
  setHeader(name: string, value: string): void
  /** For guards that verify a signature over the raw bytes; their rows set `readsRawBody`. */
  readBody(): Promise<Buffer>
  /** Records the caller as soon as it is known. From then on the request appears in the log of that workspace. */
  identify(who: CallerIdentity): void
}

/** Records an answered request without blocking the response. */
export type RecordRequest = (answered: RequestLogEntry) => void

/** Authenticates and authorises a request. The order of its checks is part of the interface. Returns the scope of the caller. */
export interface AuthGuard<S extends Scope> {
  kind: string
  /** Required permissions; shown in the description and in `npm run routes`. */
  permissions: readonly string[]
  /** Whether the description declares the bearer scheme. */
  secured: boolean
  authenticate(request: AuthRequest): Promise<S>
  /** Records a request that changed something, in its transaction. */
  recordWrite?(scope: Scope, write: { operation: string; path: string; query: unknown; body: unknown }): Promise<void>
  /** Whether the request would still be accepted; counts nothing. For responses that last minutes. */
  isStillAllowed?(request: AuthRequest): Promise<boolean>
}

/** A rejected request, as far as it was read. */
export interface ReceivedRequest {
  /** Path and query. */
  url: string
  query: Record<string, string>
  /** Form fields; empty when the request has no form. */
  form: Record<string, string>
}

/** Runs large requests as background operations. */
export interface AsyncMode<S extends Scope = Scope, Q = unknown> {
  /** A body with more elements than this, or `Prefer: respond-async`, is answered with 202 and carried out in the background. */
  threshold: number
  /** Number of elements of a body that is not a list. */
  sizeOf?(body: unknown): number
  /** JSON texts of the elements of a request without a body, which its query names. */
  elementsOf?(query: Q): readonly string[]
  output: z.ZodType
  /**
   * `elements` yields JSON texts as they arrive (a body that is not a list is one element). `runOnce` wraps the final part in a
   * transaction.
   */
  start(input: { scope: S; elements: AsyncIterable<readonly string[]>; runOnce: RunOnce }): Promise<{ id: string }>
}

/** Runs requests whose body is a CSV file (`text/csv`) as background operations. */
export interface CsvMode<S extends Scope = Scope, Q = unknown> {
  /** `texts` yields the file as it arrives. `runOnce` wraps the final part in a transaction. */
  start(input: { scope: S; query: Q; texts: AsyncIterable<string>; runOnce: RunOnce }): Promise<{ id: string }>
}

/** Runs the work, or returns the stored response of a request with the same idempotency key. */
export type RunOnce = <Result>(work: () => Promise<Result>) => Promise<Result>

export interface Endpoint {
  /** The operation id: unique over all tables. */
  id: string
  /** `group.method` in the official client. */
  sdk?: string
  /** The group of the description. */
  tag?: string
  method: Method
  /** In the form `/links/{linkId}`. Mounted there and below `/api`; a path that begins with `/api/` is mounted once. */
  path: string
  summary?: string
  description?: string
  access: AuthGuard<Scope>
  rate: RateClass
  plans?: readonly string[]
  /** Refuses an operator who logged in as the user: for what outlives that session. */
  refusesImpersonation?: boolean
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** Body of a 2xx response; absent when the response is not JSON. */
  output?: z.ZodType
  /** Descriptions of the responses, by status, that the OpenAPI document declares as objects without properties. */
  freeFormResponses?: Readonly<Record<number, string>>
  /** Content types of a response that is not JSON. */
  contentTypes?: readonly string[]
  /** Whether pages of any site may call the endpoint (CORS). */
  allowsAnyOrigin?: boolean
  status?: number
  /** Error codes in addition to those that every operation shares. */
  fails?: readonly ErrorCode[]
  /** Routed, not documented. */
  hidden?: boolean
  /** `x-speakeasy-*` members of the operation, without the prefix. */
  hints?: Record<string, unknown>
  /** Accepts a form body in addition to JSON. */
  acceptsForm?: boolean
  /** Accepts a CSV file (`text/csv`) as the body's field `csv`, in addition to JSON. */
  acceptsCsv?: boolean
  /** The auth guard reads the raw body to verify its signature; `body` only documents it. */
  readsRawBody?: boolean
  /** The page that a browser shows instead of the error's JSON. */
  errorPage?(error: ServiceError, request: ReceivedRequest): Reply
  async?: AsyncMode
  csv?: CsvMode
  /**
   * The event stream for callers with `Accept: text/event-stream`: each value becomes a message, null a keep-alive comment. `lastEventId`
   * is the last id that a reconnecting caller received. `signal` is aborted when the caller disconnects or loses access.
   */
  events?(input: {
    scope: Scope
    params: unknown
    query: unknown
    lastEventId: string | undefined
    signal: AbortSignal
  }): AsyncIterable<ServerSentEvent | null>
  /**
   * False for a POST that needs no transaction (it only reads, or enqueues by other means). `own`: the use case opens one where it needs
   * it, unless the request has an idempotency key, whose response is stored in the same transaction.
   */
  transaction?: boolean | 'own'
  /** Calls external systems before the transaction begins and returns the body that `run` receives. */
  prepare?(input: { scope: Scope; params: unknown; query: unknown; body: unknown }): Promise<unknown>
  run(input: { scope: Scope; params: unknown; query: unknown; body: unknown }): Promise<unknown>
}

interface Row<S extends Scope, P, Q, B, O, R> extends Omit<
  Endpoint,
  'access' | 'params' | 'query' | 'body' | 'output' | 'async' | 'csv' | 'events' | 'prepare' | 'run'
> {
  access: AuthGuard<S>
  params?: z.ZodType<P> & z.ZodObject
  query?: z.ZodType<Q>
  body?: z.ZodType<B>
  output?: z.ZodType<O>
  async?: AsyncMode<S, Q>
  csv?: CsvMode<S, Q>
  events?(input: {
    scope: S
    params: P
    query: Q
    lastEventId: string | undefined
    signal: AbortSignal
  }): AsyncIterable<ServerSentEvent | null>
  prepare?(input: { scope: S; params: P; query: Q; body: B }): Promise<R>
  run(input: { scope: S; params: P; query: Q; body: R }): Promise<O | Reply>
}

/** Whether the request may omit the body: its schema accepts `undefined`. */
export const isOptionalBody = ({ body }: Pick<Endpoint, 'body'>) => body?.safeParse(undefined).success === true

/** Declares one row. The types of `run` follow from the row's schemas, its `prepare` and auth guard. */
export function endpoint<S extends Scope, P = undefined, Q = undefined, B = undefined, O = unknown, R = B>(
  row: Row<S, P, Q, B, O, R>,
): Endpoint {
  return row
}

/** Pagination hints of the description. */
export const byPage = {
  type: 'offsetLimit',
  inputs: [
    { name: 'page', in: 'parameters', type: 'page' },
    { name: 'pageSize', in: 'parameters', type: 'limit' },
  ],
  outputs: { results: '$' },
}
export const byCursor = {
  type: 'cursor',
  inputs: [{ name: 'startingAfter', in: 'parameters', type: 'cursor' }],
  outputs: { nextCursor: '$[-1].id' },
}
