import test, { type ExecutionContext } from 'ava'
import { testApi } from '../../support/api.js'
import { runNamed, runQueued } from '../../support/jobs.js'
import { modelServer } from '../../support/model.js'

async function stage(t: ExecutionContext, url: string) {
  const api = await testApi({
    MEMORY_EMBEDDINGS_URL: `${url}/`,
    MEMORY_EMBEDDINGS_KEY: 'key-of-the-model',
    MEMORY_EMBEDDINGS_MODEL: 'small',
  })
  t.teardown(() => api.close())
  const { key } = await api.make.caller()
  const add = (...texts: string[]) =>
    api.call('POST /memories', { key, body: { user_id: 'ann', memories: texts.map((text) => ({ text })) } })
  const search = async (query: string, more: object = {}) =>
    (await api.call('POST /memories/search', { key, body: { query, user_id: 'ann', ...more } })).body.results as {
      id: string
      memory: string
      score_details: object
    }[]
  const vectors = async () => (await api.resources.database.pool.query('select memory_id from memory_vectors')).rows.length
  return { api, key, add, search, vectors }
}

test('with an embedding endpoint a job asks for vectors, and a question finds what means the same without a word in common', async (t) => {
  const model = await modelServer(t)
  const { api, add, search, vectors } = await stage(t, model.url)
  await add('Our puppy sleeps', 'The vehicle is red', 'A fresh loaf')
  t.is(model.asked.length, 0)
  t.deepEqual(
    (await search('Is there a hound?')).map(({ memory }) => memory),
    [],
  )
  await runQueued(api.resources)
  t.is(await vectors(), 3)
  t.like(model.asked.at(-1), {
    path: '/v1/embeddings',
    authorization: 'Bearer key-of-the-model',
    body: { model: 'small', encoding_format: 'float' },
  })
  const found = await search('Is there a hound?', { explain: true })
  t.deepEqual(
    found.map(({ memory }) => memory),
    ['Our puppy sleeps'],
  )
  t.like(found[0]?.score_details, { word_rank: null, meaning_rank: 1 })
})

test('what both words and meaning find comes first', async (t) => {
  const model = await modelServer(t)
  const { api, add, search } = await stage(t, model.url)
  await add('An automobile for sale', 'A red door for sale', 'A red car for sale')
  await runQueued(api.resources)
  t.is((await search('red vehicle'))[0]?.memory, 'A red car for sale')
})

test('a changed memory gets a new vector, a deleted one loses its own, and a job run twice asks once', async (t) => {
  const model = await modelServer(t)
  const { api, key, add, search, vectors } = await stage(t, model.url)
  const { id } = (await add('Our puppy sleeps')).body.results[0]
  await runQueued(api.resources)
  const before = model.asked.length
  await runNamed(api.resources, 'memories.embed', { memoryIds: [id] })
  t.is(model.asked.length, before)
  await api.call(`PATCH /memories/${id}`, { key, body: { text: 'A fresh loaf' } })
  await runQueued(api.resources)
  t.deepEqual(
    (await search('hound')).map(({ memory }) => memory),
    [],
  )
  t.deepEqual(
    (await search('bread')).map(({ memory }) => memory),
    ['A fresh loaf'],
  )
  await api.call(`DELETE /memories/${id}`, { key })
  t.is(await vectors(), 0)
})

test('a dead endpoint changes nothing for who writes, and little for who searches', async (t) => {
  const { api, add, search, vectors } = await stage(t, 'http://127.0.0.1:9/v1')
  const started = performance.now()
  t.is((await add('Our puppy sleeps')).status, 200)
  t.deepEqual(
    (await search('puppy')).map(({ memory }) => memory),
    ['Our puppy sleeps'],
  )
  t.true(performance.now() - started < 15_000, 'a fifth of a second on a machine with nothing else to do')
  await t.throwsAsync(runQueued(api.resources))
  t.is(await vectors(), 0)
})

test('an endpoint that hangs keeps who searches two seconds, once; failing and babbling ones not even that', async (t) => {
  const model = await modelServer(t)
  const { api, add, search } = await stage(t, model.url)
  await add('Our puppy sleeps')
  model.behave('hang')
  const started = performance.now()
  t.is((await search('puppy')).length, 1)
  t.true(performance.now() - started < 20_000, 'ten times as long as the endpoint is waited for')
  const asked = model.asked.length
  t.is((await search('puppy')).length, 1)
  t.is(model.asked.length, asked)
  for (const how of ['fail', 'babble'] as const) {
    model.behave(how)
    await api.resources.store.delete('memories:embeddings-are-down')
    t.is((await search('puppy')).length, 1)
  }
  t.is(model.asked.length, asked + 2)
})

test('what an outage left without vectors is caught up with, and a new model makes all anew', async (t) => {
  const model = await modelServer(t)
  const { api, add, vectors } = await stage(t, model.url)
  model.behave('fail')
  await add('Our puppy sleeps', 'The vehicle is red')
  await t.throwsAsync(runQueued(api.resources))
  model.behave('answer')
  await runNamed(api.resources, 'memories.embed-left')
  t.is(await vectors(), 0)
  await api.resources.database.pool.query(`update memories set updated_at = now() - interval '1 hour'`)
  await runNamed(api.resources, 'memories.embed-left')
  t.is(await vectors(), 2)
  await api.resources.database.pool.query(`update memory_vectors set model = 'older'`)
  await runNamed(api.resources, 'memories.embed-left')
  t.is((await api.resources.database.pool.query(`select 1 from memory_vectors where model = 'small'`)).rowCount, 2)
})

test('without an endpoint no job is queued', async (t) => {
  const api = await testApi()
  t.teardown(() => api.close())
  const { key } = await api.make.caller()
  await api.call('POST /memories', { key, body: { user_id: 'ann', messages: 'x' } })
  t.deepEqual(await runQueued(api.resources), [])
  await t.notThrowsAsync(runNamed(api.resources, 'memories.embed-left'))
})
