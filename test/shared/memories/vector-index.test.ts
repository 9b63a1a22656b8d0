/** Memories found by pgvector's index. The rest of memories is tested on the embedded PostgreSQL, which has no such extension. */
import test from 'ava'
import type { JobScope } from '../../../shared/kernel/scope.js'
import { embedLeftMemories } from '../../../shared/memories/meaning/embed-memories.js'
import { rankedByMeaning } from '../../../shared/memories/meaning/ranked-by-meaning.js'
import { modelServer } from '../../support/model.js'
import { vectorDatabase } from '../../support/pgvector.js'
import { silent } from '../../support/service.js'

const now = new Date()

// One story, because such a database takes seconds to start and has a single connection.
test('pgvector finds the nearest of all memories of a scope, also old ones among many, and is made use of as soon as it may be', async (t) => {
  const { pool, close } = await vectorDatabase()
  t.teardown(close)
  const model = await modelServer(t)
  const scope = {
    pool,
    log: silent,
    now: () => now,
    config: { memoryEmbeddings: { url: model.url, key: null, model: 'small' } },
    store: { get: async () => null },
  } as unknown as JobScope
  const remember = (user: string, texts: string[], at: string) =>
    pool.query(
      `insert into memories (id, workspace_id, user_id, text, hash, content_key, created_at, updated_at)
       select $1 || no, 'ws_1', $1, text, md5(text), $1 || no, $3, $3 from unnest($2::text[]) with ordinality given(text, no)`,
      [user, texts, at],
    )
  const ask = async (question: string, limit = 5) => {
    const visible = {
      workspaceId: 'ws_1',
      filter: { kind: 'is', field: 'user_id', operator: 'eq', value: 'ann' } as const,
      showExpired: false,
      now,
    }
    return (await rankedByMeaning(scope, question, visible, { ids: [], limit })).map(({ id }) => id)
  }
  const hasIndex = async () => (await pool.query(`select to_regclass('memory_embeddings_nearest_4') is not null as is`)).rows[0].is

  await pool.query(`insert into workspaces values ('ws_1')`)
  await remember('ann', ['Our puppy sleeps', ...Array.from({ length: 600 }, (_, at) => `A vehicle, number ${at}`)], '2026-01-01')
  await pool.query(`update memories set created_at = '2020-01-01' where id = 'ann1'`)
  await remember(
    'bob',
    Array.from({ length: 300 }, (_, at) => `A hound, number ${at}`),
    '2026-01-02',
  )

  // A user who may not enable the extension goes on without it: only the newest are compared.
  await pool.query('create role poor; grant all on all tables in schema public to poor; set role poor')
  await embedLeftMemories(scope)
  t.is((await pool.query('select from memory_vectors')).rowCount, 901)
  t.deepEqual([await hasIndex(), await ask('Is there a hound?')], [false, []])
  await pool.query('reset role')

  await embedLeftMemories(scope)
  t.true(await hasIndex())
  t.deepEqual(await ask('Is there a hound?'), ['ann1'])
  t.is((await ask('Which automobile?', 100)).length, 100)

  // A new text gets a new place; what is deleted has none.
  await pool.query(`update memories set text = 'A fresh loaf', hash = md5('A fresh loaf') where id = 'ann1'`)
  await embedLeftMemories(scope)
  t.deepEqual([await ask('Is there a hound?'), await ask('bread')], [[], ['ann1']])
  await pool.query(`delete from memories where id = 'ann1'`)
  t.deepEqual(await ask('bread'), [])
  t.is((await pool.query('select from memory_embeddings')).rowCount, 900)
})
