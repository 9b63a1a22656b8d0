/** Which column of a CSV file is which field of a link. Pure. */
import type { ServiceError } from '../../kernel/errors.js'
import { columnMissing, invalidLink, linkMissing, urlInvalid, urlMissing } from '../errors.js'
import { countOf, present, type SourceLink, splitShortLink } from '../providers/provider.js'

/** Fields of a link with the headers that name them if the caller maps none. The names of exported files are among them. */
const headersOfField = {
  link: ['link', 'short link', 'short url', 'shortlink', 'short'],
  url: ['url', 'destination url', 'destination', 'long url', 'original url', 'target'],
  title: ['title'],
  description: ['description'],
  tags: ['tags', 'tag'],
  createdAt: ['created at', 'createdat', 'created', 'date created'],
  clicks: ['clicks', 'click count', 'visits'],
  externalId: ['external id', 'externalid'],
  comments: ['comments', 'notes'],
} as const

export const csvFields = Object.keys(headersOfField) as CsvField[]
export type CsvField = keyof typeof headersOfField
export type CsvMapping = Partial<Record<CsvField, string>>
export type CsvRow = Partial<Record<CsvField, string>>

const normalized = (header: string) =>
  header
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

/** The index of each mapped column, or the required or mapped fields that the file has no column for. */
export function mapColumns(headers: readonly string[], mapping: CsvMapping) {
  const names = headers.map(normalized)
  const columns: Partial<Record<CsvField, number>> = {}
  const missing: { field: CsvField; header: string | undefined }[] = []
  for (const field of csvFields) {
    const header = mapping[field]
    const wanted = header === undefined ? headersOfField[field] : [normalized(header)]
    const index = wanted.map((name) => names.indexOf(name)).find((found) => found >= 0)
    if (index !== undefined) columns[field] = index
    else if (header !== undefined || field === 'link' || field === 'url') missing.push({ field, header })
  }
  return { columns, missing }
}

export function requireColumns(headers: readonly string[], mapping: CsvMapping) {
  const { columns, missing } = mapColumns(headers, mapping)
  if (missing[0]) throw columnMissing(missing[0].field, missing[0].header, headers)
  return columns
}

/** The cells of a record by field; empty cells are absent. */
export function readCsvRow(columns: Partial<Record<CsvField, number>>, record: readonly string[]): CsvRow {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, index]) => {
      const cell = present(record[index])
      return cell === undefined ? [] : [[field, cell]]
    }),
  )
}

/** The link of a row, before the validation that all new links have, or why it has none. */
export function linkOfRow({ link, url, tags, createdAt, clicks, ...more }: CsvRow): SourceLink | ServiceError {
  if (link === undefined) return linkMissing()
  if (url === undefined) return urlMissing()
  const parts = splitShortLink(link)
  if (!parts || !parts.domain.includes('.')) return invalidLink(link)
  if (!URL.canParse(url)) return urlInvalid(url)
  const tagNames = [...new Set((tags ?? '').split(',').map((name) => name.trim()))].filter(Boolean)
  return { ...more, ...parts, url, tagNames, createdAt, clicks: countOf(clicks) }
}
