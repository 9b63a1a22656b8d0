/** SQL that reads the rows of an archive. The columns come from the catalog, so that a new column is exported too. */
import { fileColumn, nameIn } from '../files/index.js'
import type { Scope } from '../kernel/scope.js'
import { type ArchiveTable, archiveTables } from './archive-tables.js'

export interface ArchiveColumn {
  name: string
  /** The name of its type in SQL. */
  type: string
}

/** Columns of clicks that the view derives from others. */
const derivedClickColumns = /_value$|^workspace$|^qr$/

/** The columns of a table that are exported. */
export const archiveColumns = async (scope: Pick<Scope, 'em'>, table: ArchiveTable): Promise<ArchiveColumn[]> =>
  (await importedColumns(scope, table)).filter(({ name }) => !table.former?.includes(name) && !table.discarded?.includes(name))

/** The columns of a table in archives, also in older ones; without those that belong to the workspace or that the database computes. */
export async function importedColumns({ em }: Pick<Scope, 'em'>, table: ArchiveTable): Promise<ArchiveColumn[]> {
  const rows = await columnsOf({ em }, table)
  return rows.filter(
    ({ name }) =>
      name !== 'workspace_id' &&
      !table.without?.includes(name) &&
      (table.columns?.includes(name) ?? true) &&
      !(table.name === 'clicks' && derivedClickColumns.test(name)),
  )
}

const ofWorkspace = 'workspace_id = ?'
const programs = `select id from programs where ${ofWorkspace}`

/** Every program table with partners. They are exported too, and so are their referrers, who may have left the program. */
const partnersSql = ['enrolments', 'commissions', 'payouts', 'program_applications', 'fraud_groups', 'submitted_leads']
  .map((table) => `select partner_id from ${table} where program_id in (${programs})`)
  .concat(
    ['enrolments', 'program_applications'].map(
      (table) => `select referred_by_partner_id from ${table} where program_id in (${programs}) and referred_by_partner_id is not null`,
    ),
  )
  .join(' union ')

/** A condition with one parameter for each time that it names the workspace. */
const ownedBy = (table: ArchiveTable): string => (table.where === undefined ? ownerOf(table) : `${ownerOf(table)} and ${table.where}`)

function ownerOf(table: ArchiveTable): string {
  if (table.owner === 'workspace') return ofWorkspace
  if (table.owner === 'program') return `program_id in (${programs})`
  if (table.owner === 'partners') return `id in (${partnersSql})`
  const { column, parent } = table.owner
  return `${column} in (select id from ${parent} where ${ownedBy(archiveTables.find(({ name }) => name === parent) as ArchiveTable)})`
}

const textOf = ({ name, type }: ArchiveColumn) =>
  type === 'timestamp with time zone'
    ? `to_char("${name}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : type === 'date'
      ? `to_char("${name}", 'YYYY-MM-DD')`
      : `"${name}"::text`

export interface ArchiveBatch {
  rows: (string | null)[][]
  /** The key of the last row; null if there are no more rows. */
  next: string[] | null
}

/** The next rows after a key, as texts in the order of the columns. */
export async function archiveRowsAfter(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  { table, columns }: { table: ArchiveTable; columns: readonly ArchiveColumn[] },
  { after, size }: { after: readonly string[] | null; size: number },
): Promise<ArchiveBatch> {
  const keyTypes = await keyTypesOf({ em }, table)
  const owned = ownedBy(table)
  const names = table.key.map((name) => `"${name}"`).join(', ')
  const keys = table.key.map((name, index) => textOf({ name, type: keyTypes[index] as string })).join(', ')
  const later = after === null ? '' : `and (${names}) > (${keyTypes.map((type) => `cast(? as ${type})`).join(', ')})`
  const found: { values: (string | null)[]; key: string[] }[] = await em.execute(
    `select array[${columns.map(textOf).join(', ')}] as "values", array[${keys}] as key
     from ${table.name} where ${owned} ${later} order by ${names} limit ?`,
    [...Array.from(owned.match(/\?/g) ?? [], () => workspaceId), ...(after ?? []), size],
  )
  return { rows: found.map(({ values }) => values), next: found.length < size ? null : (found.at(-1)?.key ?? null) }
}

/** Names of stored files in rows of the workspace, in order, after a name. */
export async function fileNamesAfter(scope: Pick<Scope, 'em'>, workspaceId: string, after: string, limit: number): Promise<string[]> {
  const params: string[] = []
  const selects: string[] = []
  for (const table of archiveTables) {
    const owned = ownedBy(table)
    for (const { name } of await archiveColumns(scope, table)) {
      if (!fileColumn.test(name)) continue
      selects.push(`select ${nameIn(`"${name}"`)} as name from ${table.name} where "${name}" like '%/files/%' and ${owned}`)
      params.push(...Array.from(owned.match(/\?/g) ?? [], () => workspaceId))
    }
  }
  const rows: { name: string }[] = await scope.em.execute(
    `select distinct name from (${selects.join(' union all ')}) as used where name > ? order by name limit ?`,
    [...params, after, limit],
  )
  return rows.map(({ name }) => name)
}

async function keyTypesOf(scope: Pick<Scope, 'em'>, table: ArchiveTable): Promise<string[]> {
  const columns = await columnsOf(scope, table)
  return table.key.map((key) => columns.find(({ name }) => name === key)?.type ?? 'text')
}

/** The columns of a table that the database does not compute. */
const columnsOf = ({ em }: Pick<Scope, 'em'>, { name }: ArchiveTable): Promise<ArchiveColumn[]> =>
  em.execute(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = ?::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [name],
  )
