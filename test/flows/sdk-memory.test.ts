/** The published memory client as its users install it; only its host is changed. Its dependencies other than HTTP are not needed. */
import process from 'node:process'
import test from 'ava'
import { days } from '../../shared/kernel/time.js'
import { type TestApi, testApi } from '../support/api.js'

process.env.MEM0_TELEMETRY = 'false' // disables telemetry; read when the module is loaded
const { MemoryClient } = await import('mem0ai')

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

async function client() {
  const { key } = await api.make.caller()
  return new MemoryClient({ apiKey: key, host: api.url })
}

const userMessage = (content: string) => [{ role: 'user' as const, content }]

/** The client's types declare an array, but the API returns a page. */
const textsOf = (page: { results: { memory?: string }[] }) => page.results.map(({ memory }) => memory)

test('add, getAll, search and get', async (t) => {
  const memory = await client()
  await memory.add([...userMessage('I like green tea'), { role: 'assistant', content: 'Noted' }], {
    userId: 'ann',
    metadata: { topicName: 'drinks' },
  })
  await memory.add(userMessage('I work at a bank'), { userId: 'ann' })
  await memory.add(userMessage('I like coffee'), { userId: 'bob' })
  const all = await memory.getAll({ filters: { user_id: 'ann' }, page: 1, pageSize: 2 })
  t.deepEqual([all.count, textsOf(all)], [3, ['I work at a bank', 'Noted']])
  const found = await memory.search('Which tea do I like?', { filters: { user_id: 'ann' }, topK: 3 })
  t.deepEqual(textsOf(found), ['I like green tea'])
  const [first] = found.results
  t.is(first?.score, 1)
  const stored = await memory.get(first?.id as string)
  t.like(stored, { memory: 'I like green tea', userId: 'ann', metadata: { topicName: 'drinks' } })
  t.true(Math.abs(Date.now() - new Date(stored.createdAt as Date).getTime()) < days(1))
})

test('update, history and delete', async (t) => {
  const memory = await client()
  await memory.add(userMessage('I like tea'), { userId: 'ann' })
  const [{ id } = { id: '' }] = (await memory.getAll({ filters: { user_id: 'ann' } })).results
  await memory.update(id, { text: 'I like coffee', metadata: { sure: true } })
  t.like(await memory.get(id), { memory: 'I like coffee', metadata: { sure: true } })
  await memory.delete(id)
  t.deepEqual(
    (await memory.history(id)).map(({ event, oldMemory, newMemory }) => [event, oldMemory, newMemory]),
    [
      ['ADD', null, 'I like tea'],
      ['UPDATE', 'I like tea', 'I like coffee'],
      ['DELETE', 'I like coffee', null],
    ],
  )
  await t.throwsAsync(memory.get(id), { name: 'MemoryNotFoundError' })
})

test('users, deleteAll and deleteUsers', async (t) => {
  const memory = await client()
  for (const userId of ['ann', 'bob']) await memory.add(userMessage(`I am ${userId}`), { userId })
  t.deepEqual(
    (await memory.users()).results.map(({ name, type }) => [name, type]),
    [
      ['ann', 'user'],
      ['bob', 'user'],
    ],
  )
  await memory.deleteAll({ userId: 'ann' })
  t.is((await memory.getAll({ filters: { user_id: 'ann' } })).count, 0)
  await memory.deleteUsers({ userId: 'bob' })
  t.deepEqual((await memory.users()).results, [])
})

test('batchUpdate and batchDelete', async (t) => {
  const memory = await client()
  await memory.add([...userMessage('one'), ...userMessage('two')], { userId: 'ann' })
  const ids = (await memory.getAll({ filters: { user_id: 'ann' } })).results.map(({ id }) => id)
  await memory.batchUpdate(ids.map((memoryId, at) => ({ memoryId, text: `changed ${at}` })))
  t.deepEqual(textsOf(await memory.getAll({ filters: { user_id: 'ann' } })), ['changed 0', 'changed 1'])
  await memory.batchDelete(ids)
  t.is((await memory.getAll({ filters: { user_id: 'ann' } })).count, 0)
})

test('errors map to the error classes of the client', async (t) => {
  const memory = await client()
  await t.throwsAsync(new MemoryClient({ apiKey: 'svc_invalid', host: api.url }).getAll({ filters: { user_id: 'ann' } }), {
    name: 'AuthenticationError',
  })
  await t.throwsAsync(memory.getAll({ filters: { topic: 'tea' } }), { name: 'ValidationError' })
})
