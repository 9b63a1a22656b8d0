/** Which column of a CSV file is which field of its rows. Pure. */
import { columnMissing } from '../errors.js'
import { present } from '../providers/provider.js'
import { storableText } from '../source-values.js'

/** Fields of each kind of rows, with the headers that name them if the caller maps none. The names of exported files are among them. */
const headersOfField = {
  links: {
    link: ['link', 'short link', 'short url', 'shortlink', 'short'],
    domain: ['domain', 'domain name', 'hostname'],
    key: ['key', 'slug', 'slashtag', 'keyword', 'back half'],
    url: ['url', 'destination url', 'destination', 'long url', 'original url', 'target'],
    title: ['title'],
    description: ['description'],
    tags: ['tags', 'tag'],
    createdAt: ['created at', 'createdat', 'created', 'date created'],
    archived: ['archived', 'is archived'],
    clicks: ['clicks', 'click count', 'visits'],
    externalId: ['external id', 'externalid'],
    comments: ['comments', 'notes'],
  },
  partners: {
    email: ['email', 'email address', 'e mail'],
    name: ['name', 'full name', 'partner'],
    group: ['group', 'group slug', 'campaign'],
    country: ['country', 'country code'],
    status: ['status', 'state'],
    tenantId: ['tenant id', 'tenantid', 'external id'],
    description: ['description'],
    key: ['key', 'link', 'referral link', 'referral code', 'ref', 'token'],
    clicks: ['link clicks', 'visitors', 'visits'],
  },
} as const

export type CsvKind = keyof typeof headersOfField
export type CsvField<Kind extends CsvKind = CsvKind> = Kind extends CsvKind ? keyof (typeof headersOfField)[Kind] : never
export const csvFieldsOf = <Kind extends CsvKind>(kind: Kind) => Object.keys(headersOfField[kind]) as CsvField<Kind>[]
export type CsvMapping = Readonly<Record<string, string | undefined>>
export type CsvRow<Kind extends CsvKind = CsvKind> = Partial<Record<CsvField<Kind>, string>>
/** The index of the column of each field. */
export type CsvColumns = Partial<Record<CsvField, number>>

const required: Record<CsvKind, readonly string[]> = { links: ['link', 'url'], partners: ['email'] }

const normalized = (header: string) =>
  header
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

/** The index of each mapped column, or the required or mapped fields that the file has no column for. */
export function mapColumns(kind: CsvKind, headers: readonly string[], mapping: CsvMapping) {
  const names = headers.map(normalized)
  const columns: CsvColumns = {}
  const missing: { field: CsvField; header: string | undefined }[] = []
  for (const [field, known] of Object.entries(headersOfField[kind]) as [CsvField, readonly string[]][]) {
    const header = mapping[field]
    const wanted = header === undefined ? known : [normalized(header)]
    const index = wanted.map((name) => names.indexOf(name)).find((found) => found >= 0)
    if (index !== undefined) columns[field] = index
    else if (header !== undefined || required[kind].includes(field)) missing.push({ field, header })
  }
  // A key names the short link too.
  const hasKey = kind === 'links' && columns.key !== undefined && mapping.link === undefined
  return { columns, missing: hasKey ? missing.filter(({ field }) => field !== 'link') : missing }
}

export function requireColumns(kind: CsvKind, headers: readonly string[], mapping: CsvMapping): CsvColumns {
  const { columns, missing } = mapColumns(kind, headers, mapping)
  if (missing[0]) throw columnMissing(missing[0].field, missing[0].header, headers)
  return columns
}

/** The cells of a record by field; empty cells are absent. */
export function readCsvRow(columns: CsvColumns, record: readonly string[]): CsvRow {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([field, index]) => {
      const cell = present(storableText(record[index] ?? ''))
      return cell === undefined ? [] : [[field, cell]]
    }),
  )
}
