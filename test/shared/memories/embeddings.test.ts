import test, { type ExecutionContext } from 'ava'
import { testApi } from '../../support/api.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { modelServer } from '../../support/model-server.js'

async function setUp(t: ExecutionContext, url: string) {
  const api = await testApi({
    MEMORY_EMBEDDINGS_URL: `${url}/`,
    MEMORY_EMBEDDINGS_KEY: 'key-of-the-model',
    MEMORY_EMBEDDINGS_MODEL: 'small',
  })
  t.teardown(() => api.close())
  const { key } = await api.make.caller()
  const add = (...texts: string[]) =>
    api.call('POST /memories', { key, body: { user_id: 'ann', memories: texts.map((text) => ({ text })) } })
  const search = async (query: string, options: object = {}) =>
    (await api.call('POST /memories/search', { key, body: { query, user_id: 'ann', ...options } })).body.results as {
      id: string
      memory: string
      score_details: object
    }[]
  const vectorCount = async () => (await api.resources.database.pool.query('select memory_id from memory_vectors')).rows.length
  return { api, key, add, search, vectorCount }
}

test('with an embedding endpoint, a job creates vectors, and a search finds synonyms', async (t) => {
  const model = await modelServer(t)
  const { api, add, search, vectorCount } = await setUp(t, model.url)
  await add('Our puppy sleeps', 'The vehicle is red', 'A fresh loaf')
  t.is(model.requests.length, 0)
  t.deepEqual(
    (await search('Is there a hound?')).map(({ memory }) => memory),
    [],
  )
  await runQueuedJobs(api.resources)
  t.is(await vectorCount(), 3)
  t.like(model.requests.at(-1), {
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

test('a memory found by keywords and by similarity ranks first', async (t) => {
  const model = await modelServer(t)
  const { api, add, search } = await setUp(t, model.url)
  await add('An automobile for sale', 'A red door for sale', 'A red car for sale')
  await runQueuedJobs(api.resources)
  t.is((await search('red vehicle'))[0]?.memory, 'A red car for sale')
})

test('updates the vector of a changed memory, deletes that of a deleted one, and requests each vector once', async (t) => {
  const model = await modelServer(t)
  const { api, key, add, search, vectorCount } = await setUp(t, model.url)
  const { id } = (await add('Our puppy sleeps')).body.results[0]
  await runQueuedJobs(api.resources)
  const before = model.requests.length
  await runJobByName(api.resources, 'memories.embed', { memoryIds: [id] })
  t.is(model.requests.length, before)
  await api.call(`PATCH /memories/${id}`, { key, body: { text: 'A fresh loaf' } })
  await runQueuedJobs(api.resources)
  t.deepEqual(
    (await search('hound')).map(({ memory }) => memory),
    [],
  )
  t.deepEqual(
    (await search('bread')).map(({ memory }) => memory),
    ['A fresh loaf'],
  )
  await api.call(`DELETE /memories/${id}`, { key })
  t.is(await vectorCount(), 0)
})

test('an unreachable endpoint does not affect additions, and hardly delays searches', async (t) => {
  const { api, add, search, vectorCount } = await setUp(t, 'http://127.0.0.1:9/v1')
  const started = performance.now()
  t.is((await add('Our puppy sleeps')).status, 200)
  t.deepEqual(
    (await search('puppy')).map(({ memory }) => memory),
    ['Our puppy sleeps'],
  )
  t.true(performance.now() - started < 15_000, 'about 0.2 s on an idle machine')
  await t.throwsAsync(runQueuedJobs(api.resources))
  t.is(await vectorCount(), 0)
})

test('a hanging endpoint delays one search by two seconds, a failing or invalid one none', async (t) => {
  const model = await modelServer(t)
  const { api, add, search } = await setUp(t, model.url)
  await add('Our puppy sleeps')
  model.setBehaviour('hang')
  const started = performance.now()
  t.is((await search('puppy')).length, 1)
  t.true(performance.now() - started < 20_000, 'ten times the timeout of the endpoint')
  const requestCount = model.requests.length
  t.is((await search('puppy')).length, 1)
  t.is(model.requests.length, requestCount)
  for (const behaviour of ['fail', 'invalid'] as const) {
    model.setBehaviour(behaviour)
    await api.resources.store.delete('memories:embeddings-unavailable')
    t.is((await search('puppy')).length, 1)
  }
  t.is(model.requests.length, requestCount + 2)
})

test('the hourly job creates vectors missing after an outage, and all vectors for a new model', async (t) => {
  const model = await modelServer(t)
  const { api, add, vectorCount } = await setUp(t, model.url)
  model.setBehaviour('fail')
  await add('Our puppy sleeps', 'The vehicle is red')
  await t.throwsAsync(runQueuedJobs(api.resources))
  model.setBehaviour('respond')
  await runJobByName(api.resources, 'memories.embed-missing')
  t.is(await vectorCount(), 0)
  await api.resources.database.pool.query(`update memories set updated_at = now() - interval '1 hour'`)
  await runJobByName(api.resources, 'memories.embed-missing')
  t.is(await vectorCount(), 2)
  await api.resources.database.pool.query(`update memory_vectors set model = 'older'`)
  await runJobByName(api.resources, 'memories.embed-missing')
  t.is((await api.resources.database.pool.query(`select 1 from memory_vectors where model = 'small'`)).rowCount, 2)
})

test('a text that the endpoint refuses is shortened, and delays the vectors of no other memory', async (t) => {
  const model = await modelServer(t)
  const { api, add, search, vectorCount } = await setUp(t, model.url)
  model.maxInputLength = 1000
  await add(
    ...Array.from({ length: 5 }, (_, index) => `The vehicle ${index} is red`),
    `A loaf ${'of rye '.repeat(200)}`,
    'Our puppy sleeps',
  )
  await runQueuedJobs(api.resources)
  t.is(await vectorCount(), 7)
  t.deepEqual((await search('bread')).length, 1)
  model.maxInputLength = 100
  await add(`A puppy ${'of mine '.repeat(20)}`, 'A fresh bun', `A puppy ${'of yours '.repeat(100)}`)
  await runQueuedJobs(api.resources)
  t.is(await vectorCount(), 8, 'texts that are refused at any length have no vector')
})

test('a search whose query the endpoint refuses does not keep other searches from using the endpoint', async (t) => {
  const model = await modelServer(t)
  const { api, add, search } = await setUp(t, model.url)
  await add('Our puppy sleeps')
  await runQueuedJobs(api.resources)
  model.maxInputLength = 1000
  t.is((await search('very '.repeat(500))).length, 0)
  t.is((await search('hound')).length, 1)
})

test('the job fails if the endpoint refuses every text', async (t) => {
  const model = await modelServer(t)
  const { api, add } = await setUp(t, model.url)
  model.maxInputLength = 0
  await add('Our puppy sleeps', 'The vehicle is red')
  await t.throwsAsync(runQueuedJobs(api.resources))
})

test('enqueues no job without an endpoint', async (t) => {
  const api = await testApi()
  t.teardown(() => api.close())
  const { key } = await api.make.caller()
  await api.call('POST /memories', { key, body: { user_id: 'ann', messages: 'x' } })
  t.deepEqual(await runQueuedJobs(api.resources), [])
  await t.notThrowsAsync(runJobByName(api.resources, 'memories.embed-missing'))
})
