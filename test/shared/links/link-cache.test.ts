import test from 'ava'
import { publishInvalidation } from '../../../shared/links/link-cache.js'

function recordingStore() {
  const messages: string[] = []
  return { messages, store: { publish: async (_channel: string, message: string) => void messages.push(message) } }
}

test('splits many addresses into messages below the size limit of the store', async (t) => {
  const links = Array.from({ length: 300 }, (_, index) => [`d${index}.example`, 'k'.repeat(190)] as const)
  const { messages, store } = recordingStore()
  await publishInvalidation(store, links)
  for (const message of messages) t.true(Buffer.byteLength(message) < 4000)
  t.deepEqual(
    messages.flatMap((message) => JSON.parse(message)),
    links,
  )
})

test('publishes nothing for an empty list', async (t) => {
  const { messages, store } = recordingStore()
  await publishInvalidation(store, [])
  t.deepEqual(messages, [])
})
