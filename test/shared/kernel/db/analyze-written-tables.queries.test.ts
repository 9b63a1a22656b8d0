import test from 'ava'
import { analyzeWrittenTables } from '../../../../shared/kernel/db/analyze-written-tables.queries.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

/** A table with this many rows and no statistics, and functions to inspect it. */
async function writtenTable(name: string, rows: number) {
  const { pool } = service.resources.database
  await pool.query(`create table ${name} (value integer) with (autovacuum_enabled = false)`)
  const write = async (count: number) => {
    const client = await pool.connect()
    await client.query(`insert into ${name} select i from generate_series(1, $1::int) i`, [count])
    await client.query('select pg_stat_force_next_flush()') // else the server counts the rows seconds later
    client.release()
    return { rows: count, finishedAt: new Date() }
  }
  const analyses = async () => {
    const { rows: found } = await pool.query<{ count: number }>(
      'select analyze_count::int as count from pg_stat_user_tables where relid = $1::regclass',
      [name],
    )
    return found[0]?.count
  }
  const analyze = (written: { rows: number; finishedAt: Date }) => analyzeWrittenTables({ pool }, [name], written)
  return { write, analyses, analyze, written: await write(rows) }
}

test('a large write is followed by one analysis, however often it is requested', async (t) => {
  const { analyze, analyses, written } = await writtenTable('large', 10_000)
  await analyze(written)
  t.is(await analyses(), 1)
  await analyze(written)
  t.is(await analyses(), 1)
})

test('a small write is not analyzed', async (t) => {
  const { analyze, analyses, written } = await writtenTable('small', 9999)
  await analyze(written)
  t.is(await analyses(), 0)
})

test('a write is analyzed when a tenth of the table has changed', async (t) => {
  const { write, analyze, analyses, written } = await writtenTable('huge', 300_000)
  await analyze(written)
  await analyze(await write(10_000))
  t.is(await analyses(), 1)
  await analyze(await write(30_000))
  t.is(await analyses(), 2)
})
