import test from 'ava'
import { newClickId } from '../../../shared/kernel/ids.js'
import { minutes, seconds } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { clickRow, leadRow, saleRow, storeClicks, storeConversions } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

interface Message {
  id: string
  event: string
  data: { event: string; timestamp: string; link: { id: string } }
}

async function workspaceWithLink() {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const pool = api.resources.database.pool
  const given = (ago: number) => ({ timestamp: new Date(Date.now() - ago), workspace_id: workspace.id, link_id: link.id })
  return {
    given,
    click: async (ago: number, more: object = {}) => {
      const row = clickRow({ ...given(ago), ...more })
      await storeClicks(pool, [row])
      return row.id
    },
    lead: async (ago: number) => {
      const row = leadRow(given(ago))
      await storeConversions(pool, 'lead_events', [row])
      return row.id
    },
    sale: async (ago: number) => {
      const sale = saleRow(given(ago))
      await storeConversions(pool, 'sale_events', [sale, saleRow({ ...given(ago), amount: -10, sales: 0, refund_of: sale.id })])
      return sale.id
    },
    open: (query = '', lastEventId?: string) =>
      fetch(`${api.url}/events?${query}`, { headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) }, signal: AbortSignal.timeout(seconds(20)) }),
  }
}

/** The first messages of the stream, after which it is left. `meanwhile` happens when it is open. */
async function heard(answer: Response, count: number, meanwhile: () => Promise<unknown> = async () => undefined): Promise<Message[]> {
  const messages: Message[] = []
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isOpen = false
  while (messages.length < count) {
    const { value, done } = await reader.read()
    if (done) break
    if (!isOpen) await meanwhile()
    isOpen = true
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks.filter((one) => one.startsWith('id: '))) {
      const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
      messages.push({ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(fields.get('data') ?? '') })
    }
  }
  await reader.cancel()
  return messages
}

test('events of all kinds are told as they happen, with their ids, and refunds are none', async (t) => {
  const { open, click, lead, sale } = await workspaceWithLink()
  await click(minutes(2))
  const ids: string[] = []
  const answer = await open()
  t.is(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const messages = await heard(answer, 3, async () => ids.push(await click(-1), await lead(-2), await sale(-3)))
  t.deepEqual(messages.map(({ id }) => id), ids)
  t.deepEqual(messages.map(({ event, data }) => [event, data.event]), [['click', 'click'], ['lead', 'lead'], ['sale', 'sale']])
})

test('whoever comes again is told what happened since, older events first', async (t) => {
  const { open, click, lead } = await workspaceWithLink()
  await click(minutes(10))
  const ids = [await click(minutes(5)), await lead(minutes(4)), await click(minutes(3)), await click(seconds(1))]
  const messages = await heard(await open('', ids[0]), 4)
  t.deepEqual(messages.map(({ id }) => id), ids)
})

test('an event that becomes a row late is told all the same', async (t) => {
  const { open, click } = await workspaceWithLink()
  const ids: string[] = []
  const first = newClickId(Date.now() - seconds(50))
  const messages = await heard(await open('', first), 2, async () => {
    ids.push(await click(seconds(1)))
    ids.push(await click(seconds(40)))
  })
  t.deepEqual(messages.map(({ id }) => id).sort(), ids.sort())
})

test('a stream is narrowed by the filters of the list', async (t) => {
  const { open, click, lead } = await workspaceWithLink()
  const since = newClickId(Date.now() - minutes(5))
  await lead(minutes(4))
  const [wanted] = [await click(minutes(3), { country: 'DE' }), await click(minutes(3))]
  t.deepEqual((await heard(await open('event=clicks&country=DE', since), 1)).map(({ id }) => id), [wanted])
})

test('what is no event is refused before the stream begins', async (t) => {
  const { open } = await workspaceWithLink()
  t.is((await open('', 'nobody')).status, 422)
  t.is((await open('folderId=fold_none')).status, 404)
})
