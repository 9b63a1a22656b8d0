/** Tables in, Koa application out. It does not listen, so tests use it as it is. */
import Router from '@koa/router'
import Koa from 'koa'
import helmet from 'koa-helmet'
import type { z } from 'zod'
import type { Log } from '../shared/kernel/log.js'
import type { Resources } from '../shared/kernel/resources.js'
import type { Endpoint, RecordRequest } from './endpoint.js'
import { preflights } from './http/any-site.js'
import type { Measure } from './http/pulse.js'
import { faultsOf } from './http/refuse-tables.js'
import { errorExit, unknownPath } from './http/request.js'
import { serveRow } from './http/serve-row.js'

export interface Api {
  app: Koa
  /** Whether a path belongs to the API; on a host that serves short links as well, such a path is never a short link. */
  owns(path: string): boolean
}

/** Parts that are no endpoints: pages with assets of their own. */
export interface Mount {
  prefixes: string[]
  middleware: Koa.Middleware
}

/** All rows, and the words that they may use. */
export interface Tables {
  rows: readonly Endpoint[]
  /** Schemas that the description publishes besides those of the rows. */
  published: readonly z.ZodType[]
  permissions: readonly string[]
  plans: readonly string[]
  measures: readonly Measure[]
}

interface Surroundings {
  resources: Resources
  log: Log
  mounts?: Mount[]
  record?: RecordRequest
}

/** Throws when the tables contradict themselves. */
export function buildApp(
  { rows, permissions, plans }: Omit<Tables, 'published' | 'measures'>,
  { resources, log, mounts = [], record = () => undefined }: Surroundings,
): Api {
  const faults = faultsOf(rows, { permissions, plans })
  if (faults.length > 0) throw new Error(`The endpoint tables are inconsistent:\n${faults.join('\n')}`)
  const app = new Koa({ proxy: resources.config.trustProxy > 0, maxIpsCount: resources.config.trustProxy })
  app.silent = true // errors leave by errorExit; what Koa would print is a connection that its caller closed
  app.use(errorExit(log, resources.config.docsUrl, record))
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
  return { app, owns: (path) => segments.has(segment(path)) }
}

const segment = (path: string) => path.split('/')[1] ?? ''

/** A router tries all its paths on every request: so each first step of a path has its own. */
function route(rows: readonly Endpoint[], resources: Resources): Koa.Middleware {
  const routers = new Map<string, Router>()
  const register = (path: string, method: string, handler: Koa.Middleware) => {
    for (const mount of mountsOf(path)) {
      const router = routers.get(firstStep(mount)) ?? new Router()
      routers.set(firstStep(mount), router)
      router.register(routed(mount), [method], handler)
    }
  }
  for (const row of [...rows].sort(bySpecificity)) register(row.path, row.method, serveRow(row, resources))
  for (const { path, answer } of preflights(rows)) register(path, 'OPTIONS', answer)
  const routes = new Map([...routers].map(([step, router]) => [step, router.routes()]))
  return (context, next) => routes.get(firstStep(context.path))?.(context as Parameters<ReturnType<Router['routes']>>[0], next) ?? next()
}

/** Of a path below `/api` the step after it. Case makes no difference to a router. */
const firstStep = (path: string) =>
  path
    .toLowerCase()
    .replace(/^\/api(?=\/.)/, '')
    .split('/', 2)[1] ?? ''

const routed = (path: string) => path.replaceAll(/\{([^}]+)\}/g, ':$1')

const mountsOf = (path: string) => (path === '/api' || path.startsWith('/api/') ? [path] : [path, `/api${path}`])

// A fixed step beats a parameter, whatever the order in the tables: those are ordered for readers.
function bySpecificity(a: Endpoint, b: Endpoint): number {
  const shape = (path: string) =>
    path
      .split('/')
      .map((step) => (step.startsWith('{') ? '1' : '0'))
      .join('')
  return shape(a.path) < shape(b.path) ? -1 : shape(a.path) > shape(b.path) ? 1 : 0
}
