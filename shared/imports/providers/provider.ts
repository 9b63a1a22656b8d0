/** What the import engine knows about another service: how to request its pages and what their rows mean. Pure. */
import type { Config } from '../../kernel/config.js'
import type { ImportKind } from '../import-kinds.js'

export { countOf } from '../source-values.js'

/** A link of the source, before validation. */
export interface SourceLink {
  /** Id in the source, if other objects refer to it. */
  sourceId?: string | undefined
  domain: string
  key: string
  url: string
  /** All other fields that the body of a new link has too. */
  [field: string]: unknown
  tagNames?: string[] | undefined
  /** Clicks that the source counted. */
  clicks?: number | undefined
  /** Id of the link for `Provider.clicks`, if the list lacks its clicks. */
  clicksId?: string | undefined
  createdAt?: string | null | undefined
}

/** An object of the source other than a link, before validation. Its field `id` is the id in the source. */
export type SourceObject = Readonly<Record<string, unknown>>

/** Rows that the provider describes unusably are null. */
export type Rows = { kind: 'link'; rows: (SourceLink | null)[] } | { kind: Exclude<ImportKind, 'link'>; rows: (SourceObject | null)[] }

export type Page = Rows & {
  /** Where the next page begins; null after the last. */
  next: string | null
  /** The following pages are stored together with this one, because each has few rows. */
  isSmall?: boolean | undefined
  /** Number of objects in the source, if the page states it. */
  total?: number | undefined
}

/** What the caller says about the source besides the token. */
export interface SourceOptions {
  accountId?: string | undefined
  sourceProgramId?: string | undefined
  campaignIds?: readonly string[] | undefined
  importClicks?: boolean | undefined
  /** Domains of the source whose links are imported; all if absent. */
  selectedDomains?: readonly { id?: string | undefined; domain: string; bitlyGroup?: string | undefined }[] | undefined
  /** Groups of Bitly whose tags are imported; all if absent. */
  selectedGroupTags?: readonly string[] | undefined
  createdAfter?: string | undefined
}

export interface Provider {
  title: string
  /** Fields of the request without which the API cannot be used. */
  requires?: readonly (keyof SourceOptions)[]
  /** Whether the target is a partner program: then the workspace must have one. */
  needsProgram?: boolean
  /** The configured address of the API. Absent for software without a public installation: the caller states it. */
  address?: (config: Config) => string
  headers(token: string, options: SourceOptions): Record<string, string>
  /** Path and query of the page at a cursor; null is the first. */
  path(cursor: string | null, token: string, options: SourceOptions): string
  /** Requests for the clicks of links, at most so many links each. The body becomes the clicks by `clicksId`. */
  clicks?: {
    linksPerRequest: number
    /** Address of the API with the clicks, if it is another one. */
    address?: (config: Config) => string
    path(ids: readonly string[], cursor: string | null): string
    read(body: unknown, ids: readonly string[]): ReadonlyMap<string, number>
  }
  /** Paths of the numbers of objects in the source, and how their bodies are read. */
  totals?: { paths: readonly string[]; read(body: unknown): number }
  /** Reads the body of a page. Throws for a body of another shape. */
  read(body: unknown, cursor: string | null, options: SourceOptions): Page
  /** The page in place of one that the account may not read or does not have, if the import can do without it. */
  skip?(cursor: string | null): Page | null
  /** What the account has to choose from, for the answer to the caller. `get` returns the JSON body at a path. */
  account?(get: (path: string) => Promise<unknown>): Promise<Row | Row[]>
  /** Domains that belong to the provider and cannot be added here. */
  ownDomains: readonly string[]
}

/** Splits `https://go.acme.com/key` or `go.acme.com/key`; null if it is neither. */
export function splitShortLink(text: unknown): { domain: string; key: string } | null {
  const match = /^(?:https?:\/\/)?([^/?#]+)\/?([^?#]*)$/i.exec(typeof text === 'string' ? text : '')
  return match ? { domain: (match[1] as string).toLowerCase(), key: decoded(match[2] || '_root') } : null
}

/** PostgreSQL texts cannot contain NUL: a key with its escape is refused like others with a percent sign. */
function decoded(text: string): string {
  try {
    const key = decodeURIComponent(text)
    return key.includes('\0') ? text : key
  } catch {
    return text
  }
}

/** A row with an address; null without. A missing destination is empty, so that the refused row is named. */
export function sourceLink(address: unknown, url: unknown, more: () => Omit<SourceLink, 'domain' | 'key' | 'url'>): SourceLink | null {
  const parts = splitShortLink(address)
  return parts && { ...parts, url: present(url) ?? '', ...more() }
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
export const readRows = <Source>(rows: unknown, read: (row: Row) => Source | null): (Source | null)[] =>
  listOf(rows).map((row) => (typeof row === 'object' && row !== null && !Array.isArray(row) ? read(fieldsOf(row)) : null))

export const present = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
/** An id as text; empty if it is neither text nor a number. */
export const idOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
/** Names of a list of names or of objects with a field `name`. */
export const namesOf = (tags: unknown): string[] =>
  Array.isArray(tags) ? tags.flatMap((tag: unknown) => present(tag) ?? present((tag as { name?: unknown } | null)?.name) ?? []) : []
/** The fields of a nested object; none if it is absent. */
export const nested = (value: unknown): Row => (typeof value === 'object' && value !== null ? { ...value } : {})
export const queryOf = (fields: Record<string, string | number | undefined>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
export const basic = (credential: string) => ({ authorization: `Basic ${Buffer.from(credential).toString('base64')}` })
