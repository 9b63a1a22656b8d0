/** Compares the migrated schema with the entities. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { migrations } from '../migrations/index.js'
import { entities } from '../shared/entities.js'
import { openDatabase } from '../shared/kernel/db/database.js'
import { migrate } from '../shared/kernel/db/migrate.js'
import { onServer, testDatabase, withDatabase } from './support/database.js'

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

test('a migrated database has no pending migration', async (t) => {
  t.deepEqual(await migrate(url), [])
})

test('processes that migrate at the same time run each migration once', async (t) => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(url, `create database ${name} template template0 encoding utf8 locale 'C'`)
  t.teardown(() => onServer(url, `drop database ${name} with (force)`))
  const applied = await Promise.all([1, 2, 3].map(() => migrate(withDatabase(url, name))))
  t.deepEqual(applied.flat(), [...migrations])
})

test('the comparison covers all entities', (t) => {
  t.is(metadata.length, entities.length)
  t.true(metadata.flatMap(({ props }) => props).length > 100)
})

test('every column of an entity exists and has the same nullability', (t) => {
  const errors = metadata.flatMap((meta) => {
    const table = columnsOf(meta.tableName)
    return meta.props.flatMap((property) =>
      (property.persist === false ? [] : (property.fieldNames ?? [])).flatMap((field) => {
        const column = table.get(field)
        if (!column) return [`${meta.tableName}.${field} is in the entity but not in the database`]
        return (column.is_nullable === 'YES') === Boolean(property.nullable)
          ? []
          : [`${meta.tableName}.${field} is ${property.nullable ? '' : 'not '}nullable in the entity only`]
      }),
    )
  })
  t.deepEqual(errors, [])
})

test("every required column of an entity's table is in the entity", (t) => {
  const errors = metadata.flatMap((meta) => {
    const entityColumns = new Set(meta.props.flatMap(({ fieldNames }) => fieldNames ?? []))
    return [...columnsOf(meta.tableName).values()]
      .filter((column) => !entityColumns.has(column.column_name) && column.is_nullable === 'NO' && column.column_default === null)
      .map((column) => `${meta.tableName}.${column.column_name} is required but not in the entity`)
  })
  t.deepEqual(errors, [])
})

test('every entity can be read from its table', async (t) => {
  for (const entity of entities) await t.notThrowsAsync(database.orm.em.fork().find(entity as never, {}, { limit: 1 }))
})

test('text is compared bytewise, so that ids sort by time', async (t) => {
  const { rows } = await database.pool.query(`select 'Z' < 'a' as bytewise, 'link_0B' < 'link_1A' as ids`)
  t.deepEqual(rows, [{ bytewise: true, ids: true }])
})
