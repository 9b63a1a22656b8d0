/** Finds the rows of a workspace from the database schema: in tables that refer to it, and in tables whose rows refer to such rows. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  isRequired: boolean
  /** The texts that a check constraint allows, if it lists any. */
  allowed: string[]
}

interface Reference {
  table: string
  column: string
  parent: string
  parentColumn: string
}

/** How rows of a table refer to the workspace. */
interface Ownership extends Omit<Reference, 'parent'> {
  parent: string | null
}

/** References without a foreign key. */
const unconstrainedReferences: Reference[] = [
  { table: 'webhook_event_batches', column: 'webhook_id', parent: 'webhooks', parentColumn: 'id' },
  { table: 'webhook_deliveries', column: 'webhook_id', parent: 'webhooks', parentColumn: 'id' },
  { table: 'pending_bounty_counts', column: 'program_id', parent: 'programs', parentColumn: 'id' },
  { table: 'pending_earnings', column: 'program_id', parent: 'programs', parentColumn: 'id' },
]

export async function inspectWorkspaceRows(pool: pg.Pool, workspaceId: string) {
  const rows = async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[]
  const columns = await rows<Column>(columnsSql)
  const references = [...(await rows<Reference>(referencesSql)), ...unconstrainedReferences]
  const tables = [...new Set(columns.map(({ table }) => table))]
  const ownership = findOwnership(tables, columns, references)
  const keysSeen = new Map<string, string[]>()

  /** The keys of owning rows. They stay known after the rows are deleted. */
  async function keysOf({ parent, parentColumn }: Ownership): Promise<string[]> {
    if (parent === null) return [workspaceId]
    const name = `${parent}.${parentColumn}`
    const owner = ownership.get(parent)
    const found = owner
      ? await rows<{ key: string }>(`select distinct ${parentColumn}::text as key from ${parent} where ${owner.column}::text = any($1)`, [
          await keysOf(owner),
        ])
      : []
    keysSeen.set(name, [...new Set([...(keysSeen.get(name) ?? []), ...found.map(({ key }) => key)])])
    return keysSeen.get(name) as string[]
  }

  async function count(table: string): Promise<number> {
    const owner = ownership.get(table) as Ownership
    const [row] = await rows<{ count: number }>(`select count(*)::int from ${table} where ${owner.column}::text = any($1)`, [
      await keysOf(owner),
    ])
    return row?.count ?? 0
  }

  /** Inserts a minimal row. Fails while the row that it refers to does not exist. */
  async function insertMinimalRow(table: string): Promise<void> {
    const required = columns.filter(
      (column) => column.table === table && (column.isRequired || column.name === ownership.get(table)?.column),
    )
    const values = await Promise.all(
      required.map(async ({ name, type, allowed }) => {
        const reference = references.find((one) => one.table === table && one.column === name)
        const parent = reference && ownership.get(reference.parent)
        if (name === ownership.get(table)?.column) return (await keysOf(ownership.get(table) as Ownership))[0]
        if (parent)
          return (
            await rows<{ key: string }>(
              `select ${reference.parentColumn} as key from ${reference.parent} where ${parent.column}::text = any($1)`,
              [await keysOf(parent)],
            )
          )[0]?.key
        if (reference)
          return (await rows<{ key: string }>(`select ${reference.parentColumn} as key from ${reference.parent} limit 1`))[0]?.key
        return allowed[0] ?? sample(type)
      }),
    )
    await pool.query(
      `insert into ${table} (${required.map(({ name }) => name).join()}) values (${required.map((_, index) => `$${index + 1}`).join()})`,
      values,
    )
  }

  return {
    /** Tables with rows of workspaces. */
    workspaceTables: [...ownership.keys()].sort(),
    otherTables: tables.filter((table) => !ownership.has(table)).sort(),
    async counts(): Promise<Record<string, number>> {
      const found: [string, number][] = []
      for (const table of [...ownership.keys()].sort()) found.push([table, await count(table)])
      return Object.fromEntries(found)
    },
    /** Inserts a row into every empty workspace table but `except`. */
    async fillEmpty(except: string): Promise<void> {
      // Repeated, because parents may have been empty too.
      for (let round = 0; round < 4; round++)
        for (const table of ownership.keys())
          if (table !== except && (await count(table)) === 0) await insertMinimalRow(table).catch(() => undefined)
    },
    /** Tables with a row that contains the text in any column. */
    async tablesContaining(text: string): Promise<string[]> {
      const found: string[] = []
      for (const table of tables)
        if ((await rows(`select 1 from ${table} as row_ where position($1 in row_::text) > 0 limit 1`, [text])).length > 0)
          found.push(table)
      return found.sort()
    },
  }
}

function findOwnership(tables: readonly string[], columns: readonly Column[], references: readonly Reference[]): Map<string, Ownership> {
  const ownership = new Map<string, Ownership>([['workspaces', { table: 'workspaces', column: 'id', parent: null, parentColumn: 'id' }]])
  const has = (table: string, name: string) => columns.some((column) => column.table === table && column.name === name)
  for (const table of tables) {
    if (has(table, 'workspace_id')) ownership.set(table, { table, column: 'workspace_id', parent: null, parentColumn: 'id' })
    else if (has(table, 'workspace')) ownership.set(table, { table, column: 'workspace', parent: 'workspace_numbers', parentColumn: 'no' })
  }
  for (let before = -1; before < ownership.size;) {
    before = ownership.size
    for (const reference of references)
      if (!ownership.has(reference.table) && ownership.has(reference.parent)) ownership.set(reference.table, reference)
  }
  return ownership
}

function sample(type: string): unknown {
  if (type.endsWith('[]')) return '{}'
  if (type.startsWith('timestamp') || type === 'date') return new Date()
  if (type === 'boolean') return false
  if (type === 'bytea') return Buffer.alloc(4)
  if (type.startsWith('json')) return '{}'
  return /int|numeric|double|real/.test(type) ? 1 : `sample-${randomBytes(6).toString('hex')}`
}

const columnsSql = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as "isRequired",
    coalesce((select array(select m[1] from regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') as m)
              from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1), '{}') as allowed
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by 1, a.attnum`

const referencesSql = `
  select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as parent, p.attname as "parentColumn"
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and array_length(c.conkey, 1) = 1`
