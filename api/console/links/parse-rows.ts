/** Pasted lines and CSV files as links to create. Pure. */

/** A link as `POST /links/bulk` takes it. */
export interface NewLink {
  url: string
  [field: string]: unknown
}

export interface ParsedRows {
  links: NewLink[]
  /** Columns of a file with a heading that no field of a link has. */
  unknown: string[]
  /** Whether the first line names the columns. */
  hasHeading: boolean
}

const texts = [
  'url',
  'key',
  'domain',
  'externalId',
  'tenantId',
  'prefix',
  'comments',
  'title',
  'description',
  'image',
  'password',
  'expiresAt',
  'expiredUrl',
  'ios',
  'android',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'ref',
]
const flags = ['trackConversion', 'archived', 'proxy', 'rewrite', 'doIndex', 'publicStats']
const lists = ['tagNames']
const synonyms: Record<string, string> = {
  destination: 'url',
  destinationurl: 'url',
  longurl: 'url',
  originalurl: 'url',
  slug: 'key',
  shortkey: 'key',
  tags: 'tagNames',
  tag: 'tagNames',
  notes: 'comments',
}
const normalized = (heading: string) => heading.toLowerCase().replaceAll(/[\s_-]/g, '')
const fields = new Map([...texts, ...flags, ...lists].map((name) => [normalized(name), name]))
const fieldOf = (heading: string) => fields.get(synonyms[normalized(heading)]?.toLowerCase() ?? normalized(heading))

/** The fields that a file may have a column for. */
export const columnNames = [...texts, ...flags, ...lists]

/** Reads either a CSV file whose first line names the columns, or one link per line: the destination, then the key if it has one. */
export function parseRows(text: string): ParsedRows {
  const plain = text.replace(/^\uFEFF/, '').trimStart()
  const [firstLine = ''] = plain.split('\n', 1)
  const heading = splitCsv(firstLine)[0]
  const columns = heading?.map(fieldOf) ?? []
  if (heading && columns.includes('url')) {
    const unknown = heading.filter((name, index) => name.trim() !== '' && columns[index] === undefined)
    const [, ...rows] = splitCsv(plain)
    return { links: rows.map((row) => linkOf(columns, row)), unknown, hasHeading: true }
  }
  const lines = plain.split('\n').map((line) => line.trim())
  return { links: lines.filter((line) => line !== '').map(linkOfLine), unknown: [], hasHeading: false }
}

function linkOf(columns: (string | undefined)[], row: string[]): NewLink {
  const link: NewLink = { url: '' }
  columns.forEach((name, index) => {
    const value = row[index]?.trim() ?? ''
    if (!name || value === '') return
    link[name] = flags.includes(name)
      ? /^(true|yes|1)$/i.test(value)
      : lists.includes(name)
        ? value.split(',').map((one) => one.trim())
        : value
  })
  return link
}

/** Commas and semicolons after these belong to the destination, as in `?ids=1,2` and in the addresses of maps. */
const cells = /^([^\s,;?@]+)[,;]\s*([^\s,;/]+)(?:[,;].*)?$/

function linkOfLine(line: string): NewLink {
  const [url = '', key] = line.includes('"') ? (splitCsv(line)[0] ?? []) : (cells.exec(line)?.slice(1) ?? line.split(/\s+/))
  return { url: withProtocol(url), ...(key?.trim() ? { key: key.trim() } : {}) }
}

/** People paste addresses without a protocol. */
export const withProtocol = (url: string) => (/^[a-z][a-z0-9+.-]*:/i.test(url.trim()) ? url.trim() : `https://${url.trim()}`)

/** The records of a text whose cells are separated by commas, semicolons or tabs, whichever the first line has. Empty lines are skipped. */
export function splitCsv(text: string): string[][] {
  const [firstLine = ''] = text.split('\n', 1)
  const separator = ['\t', ';'].find((one) => firstLine.split(one).length > 1) ?? ','
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.some((one) => one.trim() !== '')) rows.push(row)
    row = []
    cell = ''
  }
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? ''
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[index + 1] === '"') cell += text[index++]
      else isQuoted = false
    } else if (char === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (char === separator) {
      row.push(cell)
      cell = ''
    } else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  endRow()
  return rows
}
