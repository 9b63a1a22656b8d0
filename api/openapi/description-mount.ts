/**
 * `GET /api` and the pages below `/docs`. The pages are prepared at start. The description is built by its first request, because that
 * takes 200 ms that every start would otherwise pay.
 */
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Context, Middleware } from 'koa'
import type { RequestState } from '../http/serve-row.js'
import type { OpenApiDocument } from './document.js'
import { errorsPage, errorsStyle, referencePage, startScript } from './pages.js'

interface File {
  id: string
  type: string
  headers: Record<string, string>
  body(): string | NodeJS.ReadableStream
}

const year = 31_536_000

/** A deployment purges shared caches, so the description may be cached for a year. */
const cachedUntilDeployment = { 'Cache-Control': `public, max-age=${year}`, 'CDN-Cache-Control': `public, s-maxage=${year}` }
const cachedImmutable = { 'Cache-Control': `public, max-age=${year}, immutable` }
const cachedForAnHour = { 'Cache-Control': 'public, max-age=3600' }

const policy = (more: string) => ({
  'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${more}`,
})
// Swagger UI sets style attributes and uses data URLs for its icons.
const referencePolicy = policy("script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'")
const errorsPolicy = policy("style-src 'self'")

export function descriptionMount(describe: () => OpenApiDocument): { prefixes: string[]; middleware: Middleware } {
  const files = filesOf(describe)
  return {
    prefixes: ['/api', '/docs'],
    async middleware(context, next) {
      const file = context.method === 'GET' || context.method === 'HEAD' ? files.get(context.path) : undefined
      if (file) serve(context, file)
      else if (context.path === '/docs/') context.redirect('../docs')
      else await next()
    },
  }
}

function serve(context: Context, { id, type, headers, body }: File): void {
  ;(context.state as RequestState).endpoint = id
  context.set(headers)
  context.type = type
  context.body = body()
}

function filesOf(describe: () => OpenApiDocument): Map<string, File> {
  const { directory, version } = referenceAssets()
  let description: string | undefined
  const documentJson = () => (description ??= JSON.stringify(describe()))
  const text = (id: string, type: string, headers: Record<string, string>, content: string): File => ({
    id,
    type,
    headers,
    body: () => content,
  })
  const asset = (name: string, type: string): [string, File] => [
    `/docs/${name}`,
    { id: 'docs', type, headers: cachedImmutable, body: () => createReadStream(join(directory, name)) },
  ]
  return new Map([
    ['/api', { id: 'description', type: 'application/json; charset=utf-8', headers: cachedUntilDeployment, body: documentJson }],
    ['/docs', text('docs', 'text/html; charset=utf-8', { ...cachedForAnHour, ...referencePolicy }, referencePage(version))],
    ['/docs/start.js', text('docs', 'text/javascript; charset=utf-8', cachedForAnHour, startScript)],
    ['/docs/errors', text('docs', 'text/html; charset=utf-8', { ...cachedForAnHour, ...errorsPolicy }, errorsPage())],
    ['/docs/errors.css', text('docs', 'text/css; charset=utf-8', cachedForAnHour, errorsStyle)],
    asset('swagger-ui.css', 'text/css; charset=utf-8'),
    asset('swagger-ui-bundle.js', 'text/javascript; charset=utf-8'),
    asset('favicon-32x32.png', 'image/png'),
  ])
}

function referenceAssets(): { directory: string; version: string } {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('swagger-ui-dist/package.json')
  return { directory: dirname(manifest), version: (require(manifest) as { version: string }).version }
}
