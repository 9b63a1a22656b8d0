/** Query plans of a search right after many memories of a new user were stored: the planner has no statistics of the user yet. */
import test from 'ava'
import { searchMemories } from '../../../../shared/memories/index.js'
import { testMember } from '../../../support/callers.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

test('a search does not read all memories of a user without statistics', async (t) => {
  const { workspace, scope } = await testMember(service)
  const { pool } = service.resources.database
  await pool.query('alter table memories set (autovacuum_enabled = false)')
  const store = (user: string, count: number) =>
    pool.query(
      `insert into memories (id, workspace_id, user_id, text, hash, content_key, created_at, updated_at)
       select 'mem_' || $2::text || i, $1, $2, 'The ' || md5(i::text) || ' is in box ' || i % 400, '', $2 || i, now(), now()
       from generate_series(1, $3::int) i`,
      [workspace.id, user, count],
    )
  await store('known', 20_000)
  await pool.query('analyze memories')
  await store('new', 20_000)
  const statements: [sql: string, values: unknown[]][] = []
  const query = async (sql: string | { text: string; values: unknown[] }, values: unknown[]) => {
    if (typeof sql === 'string' && !sql.startsWith('explain')) statements.push([sql, values])
    return typeof sql === 'string' ? pool.query(sql, values) : pool.query(sql)
  }
  const { results } = await searchMemories(
    { ...(await scope()), pool: { query } as unknown as typeof pool },
    { query: 'box 123', user_id: 'new', top_k: 5, threshold: 0, show_expired: false, explain: false },
  )
  t.is(results.length, 5)
  t.is(statements.length, 3)
  for (const [sql, values] of statements) {
    const { rows } = await pool.query<Record<string, string>>(`explain (analyze, timing off) ${sql}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const removed = [...plan.matchAll(/Rows Removed by \w+: (\d+)/g)].map(([, count]) => Number(count))
    t.true(Math.max(0, ...removed) < 2000, plan)
  }
})
