/** Query plans with many memories. */
import test from 'ava'
import { searchMemories } from '../../../../shared/memories/index.js'
import { deleteUnusedWords } from '../../../../shared/memories/search/words.queries.js'
import { testMember } from '../../../support/callers.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

const store = (workspaceId: string, user: string, count: number) =>
  service.resources.database.pool.query(
    `insert into memories (id, workspace_id, user_id, text, hash, content_key, created_at, updated_at)
     select 'mem_' || $2::text || i, $1, $2, 'The ' || md5(i::text) || ' is in box ' || i % 400, '', $2 || i, now(), now()
     from generate_series(1, $3::int) i`,
    [workspaceId, user, count],
  )

// The planner has no statistics of the new user yet.
test.serial('a search does not read all memories of a user without statistics', async (t) => {
  const { workspace, scope } = await testMember(service)
  const { pool } = service.resources.database
  await pool.query('alter table memories set (autovacuum_enabled = false)')
  await store(workspace.id, 'known', 20_000)
  await pool.query('analyze memories')
  await store(workspace.id, 'new', 20_000)
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

test.serial('unused words are found without comparing each word with the words of all memories', async (t) => {
  const { workspace, scope } = await testMember(service)
  const { em } = await scope()
  await store(workspace.id, 'many', 20_000)
  await em.execute('analyze memories')
  const plans: Record<string, string>[] = []
  const explain = async (sql: string, values: unknown[]) => plans.push(...(await em.execute(`explain ${sql}`, values)))
  await deleteUnusedWords({ em: { execute: explain } as unknown as typeof em }, workspace.id)
  const plan = plans.map((row) => row['QUERY PLAN']).join('\n')
  t.regex(plan, /Delete on memory_words/)
  t.notRegex(plan, /SubPlan/)
})
