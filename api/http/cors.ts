/** CORS for endpoints that any site may call. Browsers send no cookie with these requests. */
import type { Context } from 'koa'
import type { Endpoint } from '../endpoint.js'

/** Called before any check, so that a page can also read the error response. */
export function allowAnyOrigin(context: Context): void {
  context.set('Access-Control-Allow-Origin', '*')
  // Without this header browsers refuse to embed our images in pages of other sites.
  context.set('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** One OPTIONS handler for each path that allows any origin. */
export function preflights(rows: readonly Endpoint[]): { path: string; answer: (context: Context) => void }[] {
  const open = rows.filter(({ allowsAnyOrigin: anySite }) => anySite)
  return [...new Set(open.map(({ path }) => path))].map((path) => ({ path, answer: preflight(open.filter((row) => row.path === path)) }))
}

function preflight(rows: readonly Endpoint[]): (context: Context) => void {
  const methods = [...rows.map(({ method }) => method), 'OPTIONS'].join(', ')
  const needsHeaders = rows.some(({ access, body }) => access.secured || body)
  return (context) => {
    allowAnyOrigin(context)
    context.set('Access-Control-Allow-Methods', methods)
    if (needsHeaders) context.set('Access-Control-Allow-Headers', 'Content-Type, Authorization')
    context.set('Access-Control-Max-Age', '86400')
    context.status = 204
  }
}
