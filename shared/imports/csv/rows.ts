/** What the rows of a CSV file mean, before the validation that all new objects have. Pure. */
import { ServiceError } from '../../kernel/errors.js'
import { rootKey } from '../../links/index.js'
import { emailMissing, invalidLink, linkMissing, statusNotImported, urlInvalid, urlMissing } from '../errors.js'
import { type SourceLink, type SourceObject, splitShortLink } from '../providers/provider.js'
import { countOfText } from '../source-values.js'
import type { CsvKind, CsvRow } from './columns.js'

/** A row with a key and no domain is on the default domain. Only the link of a bare domain may have no destination. */
export function linkOfCsvRow(row: CsvRow<'links'>, defaultDomain: string): SourceLink | ServiceError {
  const { link, domain = defaultDomain, key, url, tags, createdAt, clicks, archived, ...more } = row
  const address = link ?? (key === undefined ? undefined : `${domain}/${key.replace(/^\/+/, '')}`)
  if (address === undefined) return linkMissing()
  const parts = hostedLink(address)
  if (url === undefined && parts?.key !== rootKey) return urlMissing()
  if (!parts) return invalidLink(address)
  if (url !== undefined && !URL.canParse(url)) return urlInvalid(url)
  const tagNames = [...new Set((tags ?? '').split(',').map((name) => name.trim()))].filter(Boolean)
  const flags = archived === undefined ? {} : { archived: /^(true|yes|1|x)$/i.test(archived) }
  return { ...more, ...parts, ...flags, url: url ?? '', tagNames, createdAt, clicks: countOfText(clicks) }
}

/** Exported links of a development installation name its port. */
function hostedLink(address: string): { domain: string; key: string } | null {
  const parts = splitShortLink(address)
  const domain = parts?.domain.replace(/:\d+$/, '') ?? ''
  return parts && (domain.includes('.') || domain === 'localhost') ? { domain, key: parts.key } : null
}

/** Statuses of partners whom an import must not approve, in exported files of this and other systems. */
const notApproved = /^(pending|invited|rejected|denied|declined|deactivated|inactive|disabled|suspended|banned|blocked)$/i

/** The link of the partner is a key, or an address that ends with it. */
export function partnerOfCsvRow({ email, status, key, clicks, ...row }: CsvRow<'partners'>): SourceObject | ServiceError {
  if (email === undefined) return emailMissing()
  if (status !== undefined && notApproved.test(status)) return statusNotImported(email, status.toLowerCase())
  const ownKey = key?.split(/[/=]/).findLast(Boolean)
  const links = ownKey === undefined ? [] : [{ key: ownKey, clicks: countOfText(clicks) }]
  return { ...row, id: email.toLowerCase(), email, links }
}

export const readRowOf = {
  links: linkOfCsvRow,
  partners: partnerOfCsvRow,
} satisfies Record<CsvKind, (row: CsvRow, defaultDomain: string) => SourceLink | SourceObject | ServiceError>

/** The row as the caller recognises it, for errors. */
export const nameOfRow = (row: CsvRow<'links'> & CsvRow<'partners'>) => row.link ?? row.email ?? row.key ?? null

export const isRefused = (row: unknown): row is ServiceError => row instanceof ServiceError
