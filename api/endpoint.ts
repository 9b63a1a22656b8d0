/** An endpoint is data: router, authentication, validation, limits, the description and the table tests derive from these rows. */
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { AnsweredRequest, Recognised } from '../shared/kernel/answered-request.js'
import type { ErrorCode, ServiceError } from '../shared/kernel/errors.js'
import type { Log } from '../shared/kernel/log.js'
import type { Resources } from '../shared/kernel/resources.js'
import type { Scope } from '../shared/kernel/scope.js'
import type { Reply } from './http/reply.js'
import type { ServerSent } from './http/server-sent.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `api` and `analytics` follow the workspace's plan, `publishable` is 600 a minute and key, `none` is not limited. */
export type RateClass = 'api' | 'analytics' | 'publishable' | 'none'

/** What a doorkeeper may look at and set. */
export interface Knock {
  method: Method
  /** Without the query and without the `/api` mount. */
  path: string
  headers: IncomingHttpHeaders
  params: Record<string, string>
  query: URLSearchParams
  address: string
  requestId: string
  resources: Resources
  log: Log
  rate: RateClass
  /** Lowest to highest are not implied: every plan that may enter is named. Undefined lets all in. */
  plans: readonly string[] | undefined
  setHeader(name: string, value: string): void
  /** For doors that prove a request by its bytes; their rows are `signed`. */
  readBody(): Promise<Buffer>
  /** Tells on whose behalf the request is, as soon as that is known: from then on it belongs into that workspace's log. */
  recognise(who: Recognised): void
}

/** Takes note of an answered request; nobody waits for it. */
export type RecordRequest = (answered: AnsweredRequest) => void

/** Decides who enters, in the order of its refusals, and answers with the scope of those who do. */
export interface Doorkeeper<S extends Scope> {
  kind: string
  /** Permissions that are asked for; shown in the description and in `npm run routes`. */
  permissions: readonly string[]
  /** Roles that may enter, where no permission says it; undefined lets every role. */
  roles?: readonly string[]
  /** Whether the description declares the bearer scheme. */
  secured: boolean
  open(knock: Knock): Promise<S>
}

/** A request that was refused, as far as it was read. */
export interface Asked {
  /** Path and query. */
  url: string
  query: Record<string, string>
  /** What a form held; nothing where there is none. */
  form: Record<string, string>
}

/** Work that may be too much for one answer. */
export interface Later<S extends Scope = Scope> {
  /** With more elements than these in the body, or with `Prefer: respond-async`, the request is answered with 202 before it is carried out. */
  beyond: number
  /** How many elements a body holds that is no list. */
  sizeOf?(body: unknown): number
  output: z.ZodType
  /** `elements` are JSON texts as they arrive; a body that is no list is one. `keep` surrounds the last part with a transaction. */
  start(input: { scope: S; elements: AsyncIterable<readonly string[]>; keep: Keep }): Promise<{ id: string }>
}

/** May answer what the same request was answered before, instead of working. */
export type Keep = <Result>(work: () => Promise<Result>) => Promise<Result>

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
  access: Doorkeeper<Scope>
  rate: RateClass
  plans?: readonly string[]
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** What a 2xx answer holds; absent for an answer that is no JSON. */
  output?: z.ZodType
  /** Content types of an answer that is no JSON. */
  media?: readonly string[]
  /** Whether pages of any site may ask, and show the answer. */
  anySite?: boolean
  status?: number
  /** Codes beyond those that every operation shares. */
  fails?: readonly ErrorCode[]
  /** Routed, not documented. */
  hidden?: boolean
  /** `x-speakeasy-*` members of the operation, without the prefix. */
  hints?: Record<string, unknown>
  /** The body comes as a page's form sends it (JSON is taken as well). */
  form?: boolean
  /** The doorkeeper reads the body, for it proves the request by its bytes: `body` only describes it. */
  signed?: boolean
  /** What a person at a browser sees instead of the error's JSON. */
  refused?(error: ServiceError, asked: Asked): Reply
  later?: Later
  /**
   * What a caller with `Accept: text/event-stream` gets instead of one answer: each value as a message, until the last. Null says that
   * there is nothing new. `lastEventId` is what a caller who comes again got last.
   */
  events?(input: { scope: Scope; params: unknown; query: unknown; lastEventId: string | undefined }): AsyncIterable<ServerSent | null>
  /** A write whose answer must not wait for a transaction (it enqueues by other means, or reads only). */
  transaction?: boolean
  /** What has to be asked of outside systems, before the transaction begins; answers the body that `run` gets. */
  prepare?(input: { scope: Scope; body: unknown }): Promise<unknown>
  run(input: { scope: Scope; params: unknown; query: unknown; body: unknown }): Promise<unknown>
}

interface Row<S extends Scope, P, Q, B, O> extends Omit<
  Endpoint,
  'access' | 'params' | 'query' | 'body' | 'output' | 'later' | 'events' | 'prepare' | 'run'
> {
  access: Doorkeeper<S>
  params?: z.ZodType<P> & z.ZodObject
  query?: z.ZodType<Q>
  body?: z.ZodType<B>
  output?: z.ZodType<O>
  later?: Later<S>
  events?(input: { scope: S; params: P; query: Q; lastEventId: string | undefined }): AsyncIterable<ServerSent | null>
  prepare?(input: { scope: S; body: B }): Promise<B>
  run(input: { scope: S; params: P; query: Q; body: B }): Promise<O | Reply>
}

/** Declares one row; the types of `run` follow from the row's own schemas and doorkeeper. */
export function endpoint<S extends Scope, P = undefined, Q = undefined, B = undefined, O = unknown>(row: Row<S, P, Q, B, O>): Endpoint {
  return row
}

/** How clients go from page to page of a list: hints for the description. */
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
