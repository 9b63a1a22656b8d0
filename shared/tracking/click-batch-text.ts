/**
 * The text of a click batch in the click queue: JSON in which a click is a list of values, and rare control characters are not escaped. A
 * redirect waits until it is written and stored, so clicks have no property names, and are joined from strings (docs/decisions/0054).
 */
import type { ClickBatch, RawClick } from './click-batch.js'

/** A lone surrogate is kept or, where the text is stored as UTF-8, becomes U+FFFD. */
export function encodeClickBatch({ id, clicks, excluded }: ClickBatch): string {
  let rows = ''
  for (const click of clicks) rows += (rows === '' ? '' : ',') + encodeClick(click)
  return `{"id":${JSON.stringify(id)},"excluded":${JSON.stringify(excluded)},"clicks":[${rows}]}`
}

function encodeClick({ id, at, workspaceId, linkId, domain, key, url, ip, ua, referer, trigger, returning, location }: RawClick): string {
  const link = `"${workspaceId}","${linkId}","${escaped(domain)}","${escaped(key)}","${escaped(url)}"`
  const visitor = `"${escaped(ip)}","${escaped(ua)}","${escaped(referer)}","${trigger}"`
  const rest = returning || location ? `,${returning ?? false},${JSON.stringify(location ?? null)}` : ''
  return `["${escaped(id)}",${at},${link},${visitor}${rest}]`
}

/**
 * Searches for single characters, which takes a tenth of the time of a regular expression for all that JSON escapes. A tab is the only
 * control character that visitors can send; PostgreSQL does not store NUL.
 */
const escaped = (text: string) =>
  text.includes('"') || text.includes('\\') || text.includes('\t') || text.includes('\0') ? JSON.stringify(text).slice(1, -1) : text

/**
 * Decodes what `encodeClickBatch` returned, as text or parsed, or a batch whose clicks are objects, as versions before 2026-12 queue it.
 * Returns a value that has not been validated: text that is neither is returned as it is.
 */
export const decodeClickBatch = (queued: unknown): unknown => decodeClicks(typeof queued === 'string' ? parse(queued) : queued)

const parse = (text: string): unknown => parseJson(text) ?? parseJson(escapeControlCharacters(text)) ?? text

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const escapeControlCharacters = (text: string) => text.replaceAll(/[^ -\uffff]/g, (control) => JSON.stringify(control).slice(1, -1))

function decodeClicks(batch: unknown): unknown {
  const { clicks } = (batch ?? {}) as { clicks?: unknown }
  return Array.isArray(clicks) ? { ...(batch as object), clicks: clicks.map(decodeClick) } : batch
}

function decodeClick(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const [id, at, workspaceId, linkId, domain, key, url, ip, ua, referer, trigger, returning, location] = value as unknown[]
  const click = { id, at, workspaceId, linkId, domain, key, url, ip, ua, referer, trigger }
  return returning || location ? { ...click, ...(returning ? { returning } : {}), ...(location ? { location } : {}) } : click
}
