/** `npm run routes`: prints all endpoints in the order of the tables. */
import { textTable } from '../../shared/kernel/text-table.js'
import type { Endpoint } from '../endpoint.js'
import { tables } from '../routes/index.js'

const access = ({ access: { kind, permissions } }: Endpoint) => [kind, ...permissions].join(' ')

const rows = tables.rows.map((row) => [
  row.method,
  row.path,
  row.id,
  access(row),
  row.rate,
  row.plans?.join(', ') ?? 'all',
  row.summary ?? (row.hidden ? '(not documented)' : ''),
])

console.log(textTable(['Method', 'Path', 'Id', 'Access', 'Rate', 'Plans', 'Summary'], rows))
console.log(`\n${rows.length} endpoints. Paths that do not begin with /api are also served below /api.`)
