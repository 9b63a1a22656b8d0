import test, { type ExecutionContext } from 'ava'
import { testApi } from '../../support/api.js'
import { modelServer } from '../../support/model-server.js'

async function setUp(t: ExecutionContext, facts: string[]) {
  const model = await modelServer(t, facts)
  const api = await testApi({ MEMORY_CHAT_URL: model.url, MEMORY_CHAT_KEY: 'key-of-the-model', MEMORY_CHAT_MODEL: 'clever' })
  t.teardown(() => api.close())
  const { key } = await api.make.caller()
  const add = (body: object, headers: Record<string, string> = {}) => api.call('POST /memories', { key, body, headers })
  const list = async () =>
    (await api.call('GET /memories?user_id=ann', { key })).body.results as { memory: string; metadata: Record<string, unknown> | null }[]
  return { model, add, list }
}

const messages = [
  { role: 'user', content: 'Hi, I am Ann and I have a PhD in geology', name: 'ann' },
  { role: 'assistant', content: 'Nice!' },
]

test('with infer, the model extracts facts, and each fact contains its source', async (t) => {
  const { model, add, list } = await setUp(t, ['Ann has a PhD in geology', ' '])
  const { status, body } = await add({
    messages,
    user_id: 'ann',
    infer: true,
    metadata: { topic: 'life' },
    custom_instructions: 'Only degrees.',
  })
  t.deepEqual(
    [status, body.results.map(({ memory, event }: Record<string, unknown>) => [memory, event])],
    [200, [['Ann has a PhD in geology', 'ADD']]],
  )
  t.deepEqual(
    (await list()).map(({ memory, metadata }) => [memory, metadata]),
    [['Ann has a PhD in geology', { topic: 'life', inferred_from: 'ann: Hi, I am Ann and I have a PhD in geology\nassistant: Nice!' }]],
  )
  const [request] = model.requests
  t.like(request, { path: '/v1/chat/completions', authorization: 'Bearer key-of-the-model' })
  t.is(request?.body.model, 'clever')
  t.true(request?.body.messages[0].content.endsWith('Only degrees.'))
})

test('metadata up to the limit is stored with as much of the source as fits, and larger metadata is refused before calling the model', async (t) => {
  const { model, add, list } = await setUp(t, ['Ann likes cats'])
  const long = [{ role: 'user', content: '猫'.repeat(5000) }]
  t.is((await add({ messages: long, user_id: 'ann', infer: true, metadata: { notes: 'x'.repeat(10_000) } })).status, 200)
  t.regex(String((await list())[0]?.metadata?.inferred_from), /^user: 猫{1000}/)
  t.is((await add({ messages, user_id: 'bob', infer: true, metadata: { notes: 'x'.repeat(16_370) } })).status, 200)
  t.is(model.requests.length, 2)
  t.is((await add({ messages, user_id: 'bob', infer: true, metadata: { notes: 'x'.repeat(16_390) } })).status, 400)
  t.is(model.requests.length, 2)
})

test('the response gives a reason when the model finds no facts', async (t) => {
  const { add } = await setUp(t, [])
  const { status, body } = await add({ messages, user_id: 'ann', infer: true })
  t.deepEqual([status, body], [200, { results: [], reason: 'The model found no facts to store.' }])
})

test('answers an error and stores nothing when the model fails or returns invalid output', async (t) => {
  const { model, add, list } = await setUp(t, ['x'])
  for (const behaviour of ['fail', 'invalid'] as const) {
    model.setBehaviour(behaviour)
    const { status, body } = await add({ messages, user_id: 'ann', infer: true })
    t.is(status, 500)
    t.regex(body.error.message, /Nothing was stored/)
  }
  t.deepEqual(await list(), [])
})

test('answers a repeated idempotent request without calling the model, also during an outage', async (t) => {
  const { model, add } = await setUp(t, ['Ann has a PhD in geology'])
  const addOnce = () => add({ messages, user_id: 'ann', infer: true }, { 'Idempotency-Key': 'once' })
  model.setBehaviour('fail')
  t.is((await addOnce()).status, 500)
  model.setBehaviour('respond')
  const first = await addOnce()
  t.is(first.status, 200)
  model.setBehaviour('fail')
  t.deepEqual((await addOnce()).body, first.body)
  t.is(model.requests.length, 2)
})

test('refuses an invalid request before calling the model', async (t) => {
  const { model, add } = await setUp(t, ['x'])
  t.is((await add({ messages, infer: true })).status, 400)
  t.is((await add({ memories: [{ text: 'x' }], user_id: 'ann', infer: true })).status, 400)
  t.is(model.requests.length, 0)
})

test('refuses infer without a configured model and stores nothing', async (t) => {
  const api = await testApi()
  t.teardown(() => api.close())
  const { key } = await api.make.caller()
  const { status, body } = await api.call('POST /memories', { key, body: { messages, user_id: 'ann', infer: true } })
  t.deepEqual([status, body.error.code], [400, 'bad_request'])
  t.regex(body.error.message, /Inference is not configured/)
  t.deepEqual((await api.call('GET /memories?user_id=ann', { key })).body.results, [])
})
