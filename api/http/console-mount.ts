/** `/console`: the page of the web console and its assets, which the build wrote to `dist/console`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context, Middleware } from 'koa'
import type { RequestState } from './serve-row.js'

const folder = fileURLToPath(new URL('../../console', import.meta.url))
const prefix = '/console'
const year = 31_536_000

/** Everything comes from this origin. `blob:` is for files that the console creates, `data:` for its icons. */
const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'Referrer-Policy': 'same-origin',
  // The page names the current assets. They have hashed names and never change.
  'Cache-Control': 'no-cache',
}
const assetHeaders = { 'Cache-Control': `public, max-age=${year}, immutable` }
const types: Record<string, string> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

interface File {
  type: string
  headers: Record<string, string>
  plain: Buffer
  compressed: Buffer
}

export function consoleMount(): { prefixes: string[]; middleware: Middleware } {
  let loaded: Map<string, File> | undefined
  return {
    prefixes: [prefix],
    async middleware(context, next) {
      const { path, method } = context
      if ((path !== prefix && !path.startsWith(`${prefix}/`)) || (method !== 'GET' && method !== 'HEAD')) return next()
      loaded ??= readFiles()
      // Paths below the prefix are pages, which the browser renders.
      const file = path.startsWith(`${prefix}/assets/`) ? loaded.get(path) : loaded.get(prefix)
      if (!file) return next()
      serve(context, file)
    },
  }
}

function serve(context: Context, { type, headers, plain, compressed }: File): void {
  ;(context.state as RequestState).endpoint = 'console'
  context.set(headers)
  context.vary('Accept-Encoding')
  context.type = type
  const isCompressed = context.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (isCompressed) context.set('Content-Encoding', 'gzip')
  context.body = isCompressed ? compressed : plain
}

/** Read with the first request, so that processes without visitors of the console do not keep the files in memory. */
function readFiles(): Map<string, File> {
  const file = (path: string, type: string, headers: Record<string, string>): File => ({
    type,
    headers,
    plain: readFileSync(path),
    compressed: readFileSync(`${path}.gz`),
  })
  const assets = readdirSync(join(folder, 'assets')).filter((name) => !name.endsWith('.gz'))
  return new Map([
    [prefix, file(join(folder, 'page.html'), 'text/html; charset=utf-8', pageHeaders)],
    ...assets.map((name): [string, File] => [
      `${prefix}/assets/${name}`,
      file(join(folder, 'assets', name), types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream', assetHeaders),
    ]),
  ])
}
