/** Builds the Koa application from the endpoint tables. It does not listen, so tests can use it directly. */
import Router from '@koa/router'
import Koa from 'koa'
import helmet from 'koa-helmet'
import type { z } from 'zod'
import type { Log } from '../shared/kernel/log.js'
import type { Resources } from '../shared/kernel/resources.js'
import type { Endpoint, RecordRequest } from './endpoint.js'
import { preflights } from './http/cors.js'
import type { UpdateGauges } from './http/health-routes.js'
import { requestLifecycle, unknownPath } from './http/request.js'
import { serveRow } from './http/serve-row.js'
import type { Closing } from './http/server-sent-events.js'
import { tableErrors } from './http/validate-tables.js'

export interface Api {
  app: Koa
  /** Whether a path belongs to the API. On a host that also serves short links, such a path is never a short link. */
  isApiPath(path: string): boolean
}

/** Middleware that is not an endpoint: pages with their own assets. */
export interface Mount {
  prefixes: string[]
  middleware: Koa.Middleware
}

/** All endpoint rows and the permissions and plans that they may name. */
export interface Tables {
  rows: readonly Endpoint[]
  /** Schemas that the description publishes in addition to those of the rows. */
  published: readonly z.ZodType[]
  permissions: readonly string[]
  plans: readonly string[]
  measures: readonly UpdateGauges[]
}

interface AppOptions {
  resources: Resources
  log: Log
  mounts?: Mount[]
  record?: RecordRequest
  /** Ends streams when it is aborted. */
  closing?: AbortSignal
}

/** Throws when the tables are inconsistent. */
export function buildApp(
  { rows, permissions, plans }: Omit<Tables, 'published' | 'measures'>,
  { resources, log, mounts = [], record = () => undefined, closing }: AppOptions,
): Api {
  const errors = tableErrors(rows, { permissions, plans })
  if (errors.length > 0) throw new Error(`The endpoint tables are inconsistent:\n${errors.join('\n')}`)
  const app = new Koa({ proxy: resources.config.trustProxy > 0, maxIpsCount: resources.config.trustProxy })
  if (closing) (app.context as Closing).closing = closing
  app.silent = true // requestLifecycle handles errors; Koa would only print connections that callers closed
  app.use(requestLifecycle(log, resources.config.docsUrl, record))
  app.use(
    helmet({
      contentSecurityPolicy: false,
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'no-referrer-when-downgrade' },
      dnsPrefetchControl: { allow: true },
      hsts: false,
    }),
  )
  for (const { middleware } of mounts) app.use(middleware)
  app.use(route(rows, resources))
  app.use(unknownPath)
  const segments = new Set([...rows.map(({ path }) => segment(path)), ...mounts.flatMap(({ prefixes }) => prefixes.map(segment)), 'api'])
  return { app, isApiPath: (path) => segments.has(segment(path)) }
}

/** The first segment of a path. Routers ignore case. Not split, because it is called for every redirect. */
function segment(path: string): string {
  const end = path.indexOf('/', 1)
  return (end < 0 ? path.slice(1) : path.slice(1, end)).toLowerCase()
}

/** A router tries all its paths on every request, so each first path segment has its own router. */
function route(rows: readonly Endpoint[], resources: Resources): Koa.Middleware {
  const routers = new Map<string, Router>()
  const register = (path: string, method: string, handler: Koa.Middleware) => {
    for (const mount of mountedPaths(path)) {
      const router = routers.get(firstSegment(mount)) ?? new Router()
      routers.set(firstSegment(mount), router)
      router.register(routerPath(mount), [method], handler)
    }
  }
  for (const row of [...rows].sort(bySpecificity)) register(row.path, row.method, serveRow(row, resources))
  for (const { path, answer } of preflights(rows)) register(path, 'OPTIONS', answer)
  const routes = new Map([...routers].map(([step, router]) => [step, router.routes()]))
  return (context, next) => routes.get(firstSegment(context.path))?.(context as Parameters<ReturnType<Router['routes']>>[0], next) ?? next()
}

/** The first segment after an optional `/api`. Routers ignore case. */
const firstSegment = (path: string) =>
  path
    .toLowerCase()
    .replace(/^\/api(?=\/.)/, '')
    .split('/', 2)[1] ?? ''

const routerPath = (path: string) => path.replaceAll(/\{([^}]+)\}/g, ':$1')

const mountedPaths = (path: string) => (path === '/api' || path.startsWith('/api/') ? [path] : [path, `/api${path}`])

// A static segment wins over a parameter, whatever the order in the tables: those are ordered for readers.
function bySpecificity(a: Endpoint, b: Endpoint): number {
  const shape = (path: string) =>
    path
      .split('/')
      .map((step) => (step.startsWith('{') ? '1' : '0'))
      .join('')
  return shape(a.path) < shape(b.path) ? -1 : shape(a.path) > shape(b.path) ? 1 : 0
}
