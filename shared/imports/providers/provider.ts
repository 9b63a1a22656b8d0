/** What the import engine knows about a link shortener: how to request its pages and what their rows mean. Pure. */
import type { Config } from '../../kernel/config.js'

/** A link of the source, before validation. */
export interface SourceLink {
  domain: string
  key: string
  url: string
  /** All other fields that the body of a new link has too. */
  [field: string]: unknown
  tagNames?: string[] | undefined
  /** Clicks that the source counted. */
  clicks?: number | undefined
  createdAt?: string | null | undefined
}

export interface Page {
  /** Rows that the provider describes unusably are null. */
  links: (SourceLink | null)[]
  /** Where the next page begins; null after the last. */
  next: string | null
  /** Number of links in the source, if the page states it. */
  total?: number | undefined
}

export interface Provider {
  title: string
  /** The configured address of the API. Absent for software without a public installation: the caller states it. */
  address?: (config: Config) => string
  headers(token: string): Record<string, string>
  /** Path and query of the page at a cursor; null is the first. */
  path(cursor: string | null, token: string): string
  /** Reads the body of a page. Throws for a body of another shape. */
  read(body: unknown, cursor: string | null): Page
  /** Domains that belong to the provider and cannot be added here. */
  ownDomains: readonly string[]
}

/** Splits `https://go.acme.com/key` or `go.acme.com/key`; null if it is neither. */
export function splitShortLink(text: unknown): { domain: string; key: string } | null {
  const match = /^(?:https?:\/\/)?([^/?#]+)\/?([^?#]*)$/i.exec(typeof text === 'string' ? text : '')
  return match ? { domain: (match[1] as string).toLowerCase(), key: decoded(match[2] || '_root') } : null
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A row with an address and a destination; null if either is absent. */
export function sourceLink(address: unknown, url: unknown, more: () => Omit<SourceLink, 'domain' | 'key' | 'url'>): SourceLink | null {
  const parts = splitShortLink(address)
  return parts && typeof url === 'string' && url !== '' ? { ...parts, url, ...more() } : null
}

export type Row = Readonly<Record<string, unknown>>

/** The fields of an object. Throws for anything else. */
export function fieldsOf(value: unknown): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('no object')
  return { ...value }
}

/** Throws for anything but a list. */
export function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('no list')
  return value
}

/** Maps rows one by one, so that a malformed one does not affect the others. */
export const readRows = (rows: unknown, read: (row: Row) => SourceLink | null): (SourceLink | null)[] =>
  listOf(rows).map((row) => (typeof row === 'object' && row !== null && !Array.isArray(row) ? read(fieldsOf(row)) : null))

export const present = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
/** An id as text; empty if it is neither text nor a number. */
export const idOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
export const countOf = (value: unknown): number => Math.max(0, Math.trunc(Number(value) || 0))
/** Names of a list of names or of objects with a field `name`. */
export const namesOf = (tags: unknown): string[] =>
  Array.isArray(tags) ? tags.flatMap((tag: unknown) => present(tag) ?? present((tag as { name?: unknown } | null)?.name) ?? []) : []
