import test, { type ExecutionContext } from 'ava'
import { testApi } from '../../support/api.js'
import { modelServer } from '../../support/model.js'

async function stage(t: ExecutionContext, facts: string[]) {
  const model = await modelServer(t, facts)
  const api = await testApi({ MEMORY_CHAT_URL: model.url, MEMORY_CHAT_KEY: 'key-of-the-model', MEMORY_CHAT_MODEL: 'clever' })
  t.teardown(() => api.close())
  const { key } = await api.make.caller()
  const add = (body: object, headers: Record<string, string> = {}) => api.call('POST /memories', { key, body, headers })
  const list = async () =>
    (await api.call('GET /memories?user_id=ann', { key })).body.results as { memory: string; metadata: Record<string, unknown> | null }[]
  return { model, add, list }
}

const talk = [
  { role: 'user', content: 'Hi, I am Ann and I have a PhD in geology', name: 'ann' },
  { role: 'assistant', content: 'Nice!' },
]

test('with infer a model picks the facts, and each keeps what it was picked from', async (t) => {
  const { model, add, list } = await stage(t, ['Ann has a PhD in geology', ' '])
  const { status, body } = await add({
    messages: talk,
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
  const [asked] = model.asked
  t.like(asked, { path: '/v1/chat/completions', authorization: 'Bearer key-of-the-model' })
  t.is(asked?.body.model, 'clever')
  t.true(asked?.body.messages[0].content.endsWith('Only degrees.'))
})

test('when the model finds nothing, the answer says so', async (t) => {
  const { add } = await stage(t, [])
  const { status, body } = await add({ messages: talk, user_id: 'ann', infer: true })
  t.deepEqual([status, body], [200, { results: [], reason: 'The model found nothing worth remembering.' }])
})

test('when the model fails or babbles, nothing is stored and the answer is an error', async (t) => {
  const { model, add, list } = await stage(t, ['x'])
  for (const how of ['fail', 'babble'] as const) {
    model.behave(how)
    const { status, body } = await add({ messages: talk, user_id: 'ann', infer: true })
    t.is(status, 500)
    t.regex(body.error.message, /Nothing was stored/)
  }
  t.deepEqual(await list(), [])
})

test('a repeated request is answered without the model, also when that is down', async (t) => {
  const { model, add } = await stage(t, ['Ann has a PhD in geology'])
  const ask = () => add({ messages: talk, user_id: 'ann', infer: true }, { 'Idempotency-Key': 'once' })
  model.behave('fail')
  t.is((await ask()).status, 500)
  model.behave('answer')
  const first = await ask()
  t.is(first.status, 200)
  model.behave('fail')
  t.deepEqual((await ask()).body, first.body)
  t.is(model.asked.length, 2)
})

test('a request that would be refused is refused before the model is asked', async (t) => {
  const { model, add } = await stage(t, ['x'])
  t.is((await add({ messages: talk, infer: true })).status, 400)
  t.is((await add({ memories: [{ text: 'x' }], user_id: 'ann', infer: true })).status, 400)
  t.is(model.asked.length, 0)
})

test('without a model infer is refused with a sentence, and nothing is stored', async (t) => {
  const api = await testApi()
  t.teardown(() => api.close())
  const { key } = await api.make.caller()
  const { status, body } = await api.call('POST /memories', { key, body: { messages: talk, user_id: 'ann', infer: true } })
  t.deepEqual([status, body.error.code], [400, 'bad_request'])
  t.regex(body.error.message, /Inference is not configured/)
  t.deepEqual((await api.call('GET /memories?user_id=ann', { key })).body.results, [])
})
