import test from 'ava'
import { forgetPlaces } from '../../../shared/links/link-cache.js'

function listening() {
  const messages: string[] = []
  return { messages, store: { publish: async (_channel: string, message: string) => void messages.push(message) } }
}

test('many links are told in several messages, none longer than the store carries', async (t) => {
  const links = Array.from({ length: 300 }, (_, at) => [`d${at}.example`, 'k'.repeat(190)] as const)
  const { messages, store } = listening()
  await forgetPlaces(store, links)
  for (const message of messages) t.true(Buffer.byteLength(message) < 4000)
  t.deepEqual(
    messages.flatMap((message) => JSON.parse(message)),
    links,
  )
})

test('nothing is told of no links', async (t) => {
  const { messages, store } = listening()
  await forgetPlaces(store, [])
  t.deepEqual(messages, [])
})
