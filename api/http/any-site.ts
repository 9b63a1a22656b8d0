/** Answers for pages of other sites. No cookie travels with such requests, so every site may ask. */
import type { Context } from 'koa'
import type { Endpoint } from '../endpoint.js'

/** Set before anything is refused: a page can read why only if the refusal is open to it as well. */
export function openToAnySite(context: Context): void {
  context.set('Access-Control-Allow-Origin', '*')
  // Otherwise browsers would not show a picture of ours in a page of another site.
  context.set('Cross-Origin-Resource-Policy', 'cross-origin')
}

/** What a browser asks beforehand: an answer to OPTIONS for each path that is open to pages of any site. */
export function preflights(rows: readonly Endpoint[]): { path: string; answer: (context: Context) => void }[] {
  const open = rows.filter(({ anySite }) => anySite)
  return [...new Set(open.map(({ path }) => path))].map((path) => ({ path, answer: preflight(open.filter((row) => row.path === path)) }))
}

function preflight(rows: readonly Endpoint[]): (context: Context) => void {
  const methods = [...rows.map(({ method }) => method), 'OPTIONS'].join(', ')
  const needsHeaders = rows.some(({ access, body }) => access.secured || body)
  return (context) => {
    openToAnySite(context)
    context.set('Access-Control-Allow-Methods', methods)
    if (needsHeaders) context.set('Access-Control-Allow-Headers', 'Content-Type, Authorization')
    context.set('Access-Control-Max-Age', '86400')
    context.status = 204
  }
}
