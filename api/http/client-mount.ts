/** `/console` and `/portal`: the pages of the browser clients and their assets, which the build wrote to `dist/clients`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Middleware } from 'koa'
import type { RequestState } from './serve-row.js'

const folder = fileURLToPath(new URL('../../clients', import.meta.url))
const clients = ['console', 'portal']
const assetPrefix = '/console/assets/'
const year = 31_536_000

/** Everything comes from this origin. `blob:` is for files that a client creates, `data:` for its icons. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  // The preview of an email.
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')
const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'same-origin',
  // The page names the current assets. They have hashed names and never change.
  'Cache-Control': 'no-cache',
}
const assetHeaders = { 'Cache-Control': `public, max-age=${year}, immutable` }
const types: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

interface File {
  /** The endpoint of metrics and logs. */
  client: string
  type: string
  headers: Record<string, string>
  plain: Buffer
  compressed: Buffer
}

export function clientMount(): { prefixes: string[]; middleware: Middleware } {
  let loaded: Map<string, File> | undefined
  return {
    prefixes: clients.map((name) => `/${name}`),
    async middleware(context, next) {
      const { path, method } = context
      const [, first = ''] = path.split('/')
      if (!clients.includes(first) || (method !== 'GET' && method !== 'HEAD')) return next()
      loaded ??= readFiles()
      // Paths below the prefix are pages, which the browser renders.
      const file = loaded.get(path.startsWith(assetPrefix) ? path : `/${first}`)
      if (!file) return next()
      serve(context, file)
    },
  }
}

function serve(context: Context, { client, type, headers, plain, compressed }: File): void {
  ;(context.state as RequestState).endpoint = client
  context.set(headers)
  context.vary('Accept-Encoding')
  context.type = type
  const isCompressed = context.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (isCompressed) context.set('Content-Encoding', 'gzip')
  context.body = isCompressed ? compressed : plain
}

/** Read with the first request, so that processes without visitors of the clients do not keep the files in memory. */
function readFiles(): Map<string, File> {
  const file = (client: string, path: string, type: string, headers: Record<string, string>): File => ({
    client,
    type,
    headers,
    plain: readFileSync(path),
    compressed: readFileSync(`${path}.gz`),
  })
  const assets = readdirSync(join(folder, 'assets')).filter((name) => !name.endsWith('.gz'))
  return new Map([
    ...clients.map((name): [string, File] => [
      `/${name}`,
      file(name, join(folder, `${name}.html`), 'text/html; charset=utf-8', pageHeaders),
    ]),
    ...assets.map((name): [string, File] => [
      assetPrefix + name,
      file('console', join(folder, 'assets', name), types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream', assetHeaders),
    ]),
  ])
}
