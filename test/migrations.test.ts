/** The migrations build what the entities expect. */
import test from 'ava'
import { entities } from '../shared/entities.js'
import { openDatabase } from '../shared/kernel/database.js'
import { migrate } from '../shared/kernel/migrate.js'
import { testDatabase } from './support/database.js'

const { url, drop } = await testDatabase()
const database = await openDatabase({ url, entities, connections: 2 })
interface Column {
  table_name: string
  column_name: string
  is_nullable: 'YES' | 'NO'
  column_default: string | null
}

const { rows: columns } = await database.pool.query<Column>(
  `select table_name, column_name, is_nullable, column_default from information_schema.columns where table_schema = 'public'`,
)
const columnsOf = (table: string) =>
  new Map(columns.filter(({ table_name }) => table_name === table).map((column) => [column.column_name, column]))
const metadata = entities.map((entity) => database.orm.getMetadata().get(entity.meta.className))

test.after.always(async () => {
  await database.close()
  await drop()
})

test('a migrated database needs no migration', async (t) => {
  t.deepEqual(await migrate(url), [])
})

test('the comparison sees the entities', (t) => {
  t.is(metadata.length, entities.length)
  t.true(metadata.flatMap(({ props }) => props).length > 100)
})

test('every column of an entity exists, and is null only where the entity says so', (t) => {
  const faults = metadata.flatMap((meta) => {
    const table = columnsOf(meta.tableName)
    return meta.props.flatMap((property) =>
      (property.persist === false ? [] : (property.fieldNames ?? [])).flatMap((field) => {
        const column = table.get(field)
        if (!column) return [`${meta.tableName}.${field} is in the entity and in no migration`]
        return (column.is_nullable === 'YES') === Boolean(property.nullable)
          ? []
          : [`${meta.tableName}.${field} is ${property.nullable ? '' : 'not '}nullable in the entity only`]
      }),
    )
  })
  t.deepEqual(faults, [])
})

test("every column of an entity's table is in the entity, or the database fills it", (t) => {
  const faults = metadata.flatMap((meta) => {
    const known = new Set(meta.props.flatMap(({ fieldNames }) => fieldNames ?? []))
    return [...columnsOf(meta.tableName).values()]
      .filter((column) => !known.has(column.column_name) && column.is_nullable === 'NO' && column.column_default === null)
      .map((column) => `${meta.tableName}.${column.column_name} must be given and is not in the entity`)
  })
  t.deepEqual(faults, [])
})

test('an entity can be read from its table', async (t) => {
  for (const entity of entities) await t.notThrowsAsync(database.orm.em.fork().find(entity as never, {}, { limit: 1 }))
})

test('text compares bytewise, so that ids sort by time', async (t) => {
  const { rows } = await database.pool.query(`select 'Z' < 'a' as bytewise, 'link_0B' < 'link_1A' as ids`)
  t.deepEqual(rows, [{ bytewise: true, ids: true }])
})
