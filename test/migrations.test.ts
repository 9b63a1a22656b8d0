/** Compares the migrated schema with the entities. */
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type pg from 'pg'
import { migrations } from '../migrations/index.js'
import { entities } from '../shared/entities.js'
import { openDatabase } from '../shared/kernel/db/database.js'
import { migrate } from '../shared/kernel/db/migrate.js'
import { openPool } from '../shared/kernel/db/pool.js'
import { seconds } from '../shared/kernel/time.js'
import { lockForIngestionSql } from '../shared/rollups/ingestion-lock.queries.js'
import { onServer, testDatabase, withDatabase } from './support/database.js'
import { waitUntil } from './support/wait-until.js'

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

/** A database as it was before the migration. */
async function databaseOfVersion(t: ExecutionContext, before: string): Promise<{ own: string; pool: pg.Pool }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(url, `create database ${name} template template0 encoding utf8 locale 'C'`)
  const own = withDatabase(url, name)
  await migrate(own, migrations.slice(0, migrations.indexOf(before)))
  const pool = openPool({ connectionString: own, max: 2, statement_timeout: seconds(60) }, () => undefined)
  t.teardown(async () => {
    await pool.end()
    await onServer(url, `drop database ${name} with (force)`)
  })
  return { own, pool }
}

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

test('a process that waits for the migrations of another one says so', async (t) => {
  const { own, pool } = await databaseOfVersion(t, '20261127004600_payout_account_ids')
  const other = await pool.connect()
  await other.query('select pg_advisory_lock(7104203)')
  const lines: string[] = []
  const migrated = migrate(own, migrations, (line) => lines.push(line))
  await waitUntil(() => lines.length > 0)
  t.deepEqual(lines, ['Waiting for the migrations of another process.'])
  await other.query('select pg_advisory_unlock(7104203)')
  other.release()
  t.deepEqual(await migrated, migrations.slice(migrations.indexOf('20261127004600_payout_account_ids')))
})

test('a migration that is interrupted before it is recorded can be run again', async (t) => {
  const { own, pool } = await databaseOfVersion(t, '20261127004310_impersonated_sessions')
  await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$`)
  await pool.query('create trigger refuse before insert on migrations for each row execute function refuse()')
  await t.throwsAsync(migrate(own), { message: /interrupted/ })
  await pool.query('drop trigger refuse on migrations')
  t.deepEqual(await migrate(own), migrations.slice(migrations.indexOf('20261127004310_impersonated_sessions')))
})

test('a migration that waits for a long transaction names it and does not block requests meanwhile', async (t) => {
  const { own, pool } = await databaseOfVersion(t, '20261127004310_impersonated_sessions')
  const reader = await pool.connect()
  await reader.query(`set application_name = 'a long report'`)
  await reader.query('begin')
  await reader.query('select from sessions')
  const lines: string[] = []
  const migrated = migrate(own, migrations, (line) => lines.push(line))
  await waitUntil(async () => (await pool.query(`select from pg_locks where not granted and relation = 'sessions'::regclass`)).rowCount)
  await pool.query('select from sessions')
  await waitUntil(() => lines.length > 1)
  for (const line of lines)
    t.regex(
      line,
      /^Migration 20261127004310_impersonated_sessions waits for the table or index sessions, which session \d+ \(a long report, idle in transaction, since 2/,
    )
  await reader.query('commit')
  reader.release()
  t.true((await migrated).includes('20261127004310_impersonated_sessions'))
})

test('clicks are stored while a migration waits for a long transaction', async (t) => {
  const { own, pool } = await databaseOfVersion(t, '20261127004310_impersonated_sessions')
  const reader = await pool.connect()
  await reader.query('begin')
  await reader.query('select from sessions')
  const migrated = migrate(own)
  await waitUntil(async () => (await pool.query(`select from pg_locks where not granted and relation = 'sessions'::regclass`)).rowCount)
  const ingestion = lockForIngestionSql.replace('select pg_', 'select pg_try_')
  const { rows } = await pool.query(`${ingestion} as locked`)
  await reader.query('commit')
  reader.release()
  t.true((await migrated).includes('20261127004310_impersonated_sessions'))
  t.deepEqual(rows, [{ locked: true }])
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
