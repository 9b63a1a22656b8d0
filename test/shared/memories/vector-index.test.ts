/** Searches with the pgvector index. All other memory tests run on the embedded PostgreSQL, which does not have the extension. */
import test from 'ava'
import type { JobScope } from '../../../shared/kernel/scope.js'
import { embedMissingMemories } from '../../../shared/memories/embeddings/embed-memories.js'
import { rankBySimilarity } from '../../../shared/memories/embeddings/rank-by-similarity.js'
import { modelServer } from '../../support/model-server.js'
import { silentLog } from '../../support/service.js'
import { vectorDatabase } from '../../support/vector-database.js'

const now = new Date()

// A single test, because this database takes seconds to start and has only one connection.
test('uses pgvector once it is permitted, and finds the nearest memories of a scope, including old ones', async (t) => {
  const { pool, close } = await vectorDatabase()
  t.teardown(close)
  const model = await modelServer(t)
  const scope = {
    pool,
    log: silentLog,
    now: () => now,
    config: { memoryEmbeddings: { url: model.url, key: null, model: 'small' } },
    store: { get: async () => null },
  } as unknown as JobScope
  const insert = (user: string, texts: string[], at: string) =>
    pool.query(
      `insert into memories (id, workspace_id, user_id, text, hash, content_key, created_at, updated_at)
       select $1 || no, 'ws_1', $1, text, md5(text), $1 || no, $3, $3 from unnest($2::text[]) with ordinality input(text, no)`,
      [user, texts, at],
    )
  const search = async (query: string, limit = 5) => {
    const visibility = {
      workspaceId: 'ws_1',
      filter: { kind: 'is', field: 'user_id', operator: 'eq', value: 'ann' } as const,
      showExpired: false,
      now,
    }
    return (await rankBySimilarity(scope, query, visibility, { ids: [], limit })).map(({ id }) => id)
  }
  const hasIndex = async () => (await pool.query(`select to_regclass('memory_embeddings_nearest_4') is not null as is`)).rows[0].is

  await pool.query(`insert into workspaces values ('ws_1')`)
  await insert('ann', ['Our puppy sleeps', ...Array.from({ length: 600 }, (_, at) => `A vehicle, number ${at}`)], '2026-01-01')
  await pool.query(`update memories set created_at = '2020-01-01' where id = 'ann1'`)
  await insert(
    'bob',
    Array.from({ length: 300 }, (_, at) => `A hound, number ${at}`),
    '2026-01-02',
  )

  // Without the privilege to create the extension, only the newest memories are compared.
  await pool.query('create role restricted; grant all on all tables in schema public to restricted; set role restricted')
  await embedMissingMemories(scope)
  t.is((await pool.query('select from memory_vectors')).rowCount, 901)
  t.deepEqual([await hasIndex(), await search('Is there a hound?')], [false, []])
  await pool.query('reset role')

  await embedMissingMemories(scope)
  t.true(await hasIndex())
  t.deepEqual(await search('Is there a hound?'), ['ann1'])
  t.is((await search('Which automobile?', 100)).length, 100)

  // The index follows changed and deleted memories.
  await pool.query(`update memories set text = 'A fresh loaf', hash = md5('A fresh loaf') where id = 'ann1'`)
  await embedMissingMemories(scope)
  t.deepEqual([await search('Is there a hound?'), await search('bread')], [[], ['ann1']])
  await pool.query(`delete from memories where id = 'ann1'`)
  t.deepEqual(await search('bread'), [])
  t.is((await pool.query('select from memory_embeddings')).rowCount, 900)
})
