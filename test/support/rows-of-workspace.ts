/** Where rows of a workspace lie, as the database itself says: in every table that names it, and in those whose rows belong to such rows. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  isNeeded: boolean
  /** What a check allows, where it lists texts. */
  allowed: string[]
}

interface Reference {
  table: string
  column: string
  parent: string
  parentColumn: string
}

/** How rows of a table are told to be the workspace's. */
interface Way extends Omit<Reference, 'parent'> {
  parent: string | null
}

/** References that no key guards. */
const unguarded: Reference[] = ['webhook_bundles', 'webhook_deliveries'].map((table) => ({
  table,
  column: 'webhook_id',
  parent: 'webhooks',
  parentColumn: 'id',
}))

export async function rowsOfWorkspace(pool: pg.Pool, workspaceId: string) {
  const rows = async <Row>(text: string, values: unknown[] = []) => (await pool.query(text, values)).rows as Row[]
  const columns = await rows<Column>(columnsSql)
  const references = [...(await rows<Reference>(referencesSql)), ...unguarded]
  const tables = [...new Set(columns.map(({ table }) => table))]
  const ways = waysOf(tables, columns, references)
  const held = new Map<string, string[]>()

  /** The values by which rows of the table are told, which outlive the rows. */
  async function keysOf({ parent, parentColumn }: Way): Promise<string[]> {
    if (parent === null) return [workspaceId]
    const name = `${parent}.${parentColumn}`
    const way = ways.get(parent)
    const found = way
      ? await rows<{ key: string }>(`select distinct ${parentColumn}::text as key from ${parent} where ${way.column}::text = any($1)`, [
          await keysOf(way),
        ])
      : []
    held.set(name, [...new Set([...(held.get(name) ?? []), ...found.map(({ key }) => key)])])
    return held.get(name) as string[]
  }

  async function count(table: string): Promise<number> {
    const way = ways.get(table) as Way
    const [row] = await rows<{ count: number }>(`select count(*)::int from ${table} where ${way.column}::text = any($1)`, [
      await keysOf(way),
    ])
    return row?.count ?? 0
  }

  /** Puts a row into the table that says as little as it can. Fails where what it belongs to is not there yet. */
  async function fill(table: string): Promise<void> {
    const needed = columns.filter((column) => column.table === table && (column.isNeeded || column.name === ways.get(table)?.column))
    const values = await Promise.all(
      needed.map(async ({ name, type, allowed }) => {
        const reference = references.find((one) => one.table === table && one.column === name)
        const parent = reference && ways.get(reference.parent)
        if (name === ways.get(table)?.column) return (await keysOf(ways.get(table) as Way))[0]
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
      `insert into ${table} (${needed.map(({ name }) => name).join()}) values (${needed.map((_, place) => `$${place + 1}`).join()})`,
      values,
    )
  }

  return {
    /** Tables that hold rows of workspaces, and all others. */
    ofWorkspaces: [...ways.keys()].sort(),
    others: tables.filter((table) => !ways.has(table)).sort(),
    async counts(): Promise<Record<string, number>> {
      const found: [string, number][] = []
      for (const table of [...ways.keys()].sort()) found.push([table, await count(table)])
      return Object.fromEntries(found)
    },
    /** Afterwards each has a row, but for the one named. */
    async fillEmpty(except: string): Promise<void> {
      // Once more for those whose parents were empty themselves.
      for (let round = 0; round < 4; round++)
        for (const table of ways.keys()) if (table !== except && (await count(table)) === 0) await fill(table).catch(() => undefined)
    },
    /** Tables where a row says the text, in whatever column. */
    async naming(text: string): Promise<string[]> {
      const found: string[] = []
      for (const table of tables)
        if ((await rows(`select 1 from ${table} as row_ where position($1 in row_::text) > 0 limit 1`, [text])).length > 0)
          found.push(table)
      return found.sort()
    },
  }
}

function waysOf(tables: readonly string[], columns: readonly Column[], references: readonly Reference[]): Map<string, Way> {
  const ways = new Map<string, Way>([['workspaces', { table: 'workspaces', column: 'id', parent: null, parentColumn: 'id' }]])
  const has = (table: string, name: string) => columns.some((column) => column.table === table && column.name === name)
  for (const table of tables) {
    if (has(table, 'workspace_id')) ways.set(table, { table, column: 'workspace_id', parent: null, parentColumn: 'id' })
    else if (has(table, 'workspace')) ways.set(table, { table, column: 'workspace', parent: 'rollup_workspaces', parentColumn: 'no' })
  }
  for (let before = -1; before < ways.size;) {
    before = ways.size
    for (const reference of references) if (!ways.has(reference.table) && ways.has(reference.parent)) ways.set(reference.table, reference)
  }
  return ways
}

function sample(type: string): unknown {
  if (type.endsWith('[]')) return '{}'
  if (type.startsWith('timestamp') || type === 'date') return new Date()
  if (type === 'boolean') return false
  if (type === 'bytea') return Buffer.alloc(4)
  if (type.startsWith('json')) return '{}'
  return /int|numeric|double/.test(type) ? 1 : `sample-${randomBytes(6).toString('hex')}`
}

const columnsSql = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as "isNeeded",
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
