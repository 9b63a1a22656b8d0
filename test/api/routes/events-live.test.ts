import { setTimeout as pause } from 'node:timers/promises'
import test from 'ava'
import { minutes, seconds } from '../../../shared/kernel/time.js'
import { ensurePartition, insertClicks } from '../../../shared/tracking/click.queries.js'
import { type TestApi, testApi } from '../../support/api.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { clickRow } from '../../support/events.js'
import { runNamed } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

interface Message {
  id: string
  event: string
  /** The id of the event. */
  told: string
}

type More = Parameters<typeof rawClick>[1]

async function listener() {
  const { track, key, link, workspace } = await tracker(api)
  return {
    link,
    workspace,
    track,
    /** Stored by one transaction; answers the ids. */
    clicks: async (...some: More[]) => {
      const made = some.map((more) => rawClick(link, more))
      await runNamed(api.resources, 'tracking.ingest-clicks', batchOf(made))
      return made.map(({ id }) => id)
    },
    open: (query = '', lastEventId?: string) =>
      fetch(`${api.url}/events?${query}`, {
        headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) },
        signal: AbortSignal.timeout(minutes(2)),
      }),
  }
}

/**
 * The first messages of the stream, after which it is left; those without an event only where `all` are wanted. `meanwhile` happens when it
 * is open.
 */
async function heard(
  answer: Response,
  count: number,
  { meanwhile, all = false }: { meanwhile?: () => Promise<unknown>; all?: boolean } = {},
): Promise<Message[]> {
  const messages: Message[] = []
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isOpen = false
  while (messages.length < count) {
    const { value, done } = await reader.read()
    if (done) break
    if (!isOpen) await meanwhile?.()
    isOpen = true
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    messages.push(...blocks.map(messageOf).filter(({ event }) => all || event !== ''))
  }
  await reader.cancel()
  return messages.slice(0, count)
}

function messageOf(block: string): Message {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]))
  const data = JSON.parse(fields.get('data') ?? 'null') as { event: string; click: { id: string }; eventId: string } | null
  return {
    id: fields.get('id') ?? '',
    event: fields.get('event') ?? '',
    told: (data?.event === 'click' ? data.click.id : data?.eventId) ?? '',
  }
}

const told = (messages: Message[]) => messages.map((one) => one.told)

test('events of all kinds are told as they are stored, and refunds are none', async (t) => {
  const { open, clicks, track } = await listener()
  await clicks({})
  const answer = await open()
  t.is(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  let clickId = ''
  const messages = await heard(answer, 4, {
    meanwhile: async () => {
      ;[clickId = ''] = await clicks({})
      await track('sale', { clickId, customerExternalId: 'ada', amount: 500, invoiceId: 'i' })
      await track('refund', { invoiceId: 'i' })
      await track('lead', { clickId, customerExternalId: 'ada', eventName: 'Sign up' })
    },
  })
  t.deepEqual(
    messages.map(({ event }) => event),
    ['click', 'lead', 'sale', 'lead'],
  )
  t.is(messages[0]?.told, clickId)
})

test('whoever comes again is told what was stored since, each event once, also from the middle of what was stored at once', async (t) => {
  const { open, clicks } = await listener()
  const first = await open()
  const ids: string[] = []
  const before = await heard(first, 2, { meanwhile: async () => ids.push(...(await clicks({}, {}, {}, {}))) })
  ids.push(...(await clicks({ at: Date.now() - minutes(90) })), ...(await clicks({})))
  const sorted = [...ids.slice(0, 4).toSorted(), ...ids.slice(4)]
  t.deepEqual(told(before), sorted.slice(0, 2))
  const after = await heard(await open('', before.at(-1)?.id), 4)
  t.deepEqual(told(after), sorted.slice(2))
  const [nothing] = await heard(await open('', after.at(-1)?.id), 1, { all: true })
  t.is(nothing?.event, '')
})

test('whoever heard of no event yet misses none when it comes again', async (t) => {
  const { open, clicks } = await listener()
  const [beginning] = await heard(await open(), 1, { all: true })
  const ids = await clicks({})
  t.deepEqual(told(await heard(await open('', beginning?.id), 1)), ids)
})

test('what is stored by a transaction that ends late is told all the same, and what came meanwhile waits for it', async (t) => {
  const { open, clicks, link, workspace } = await listener()
  const answer = await open()
  const client = await api.resources.database.pool.connect()
  try {
    const late = clickRow({ workspace_id: workspace.id, link_id: link.id, timestamp: new Date(Date.now() - seconds(90)) })
    await ensurePartition(client, late.timestamp)
    await client.query('begin')
    await insertClicks(client, [late])
    const ids: string[] = []
    const ended = pause(seconds(3)).then(() => client.query('commit'))
    const messages = await heard(answer, 2, {
      meanwhile: async () => ids.push(...(await clicks({ linkId: (await api.make.link(workspace)).id }))),
    })
    await ended
    t.deepEqual(told(messages), [late.id, ...ids])
  } finally {
    client.release()
  }
})

test('a stream is narrowed by the filters of the list', async (t) => {
  const { open, clicks, track } = await listener()
  const place = { continent: 'EU', country: 'DE', region: 'BE', city: 'Berlin', latitude: '', longitude: '' }
  const wanted: string[] = []
  const messages = await heard(await open('event=clicks&country=DE'), 1, {
    meanwhile: async () => {
      const [clickId] = await clicks({})
      await track('lead', { clickId, customerExternalId: 'ada', eventName: 'Sign up' })
      wanted.push(...(await clicks({ place })))
    },
  })
  t.deepEqual(told(messages), wanted)
})

test('what is no place in the stream is refused before it begins', async (t) => {
  const { open } = await listener()
  for (const id of ['nobody', '1.2', '99999999999999999999.0.0', '4000000000000000000.0.0']) t.is((await open('', id)).status, 422, id)
  t.is((await open('folderId=fold_none')).status, 404)
})

/** Of so many streams those that were let in. */
async function admitted(count: number, open: () => Promise<Response>): Promise<Response[]> {
  await pause(300)
  const answers = await Promise.all(Array.from({ length: count }, () => open()))
  for (const one of answers) if (one.status !== 200) await one.body?.cancel()
  return answers.filter(({ status }) => status === 200)
}

test('a workspace has twenty streams at most; who leaves makes room', async (t) => {
  const { open } = await listener()
  // So many requests in one second are refused for another reason.
  const opened: Response[] = []
  while (opened.length < 20) opened.push(...(await admitted(5, open)))
  const [first, ...others] = opened
  await pause(seconds(1.1))
  const refused = await open()
  t.is(refused.status, 429)
  t.like(await refused.json(), {
    error: { code: 'rate_limit_exceeded', message: 'The workspace has 20 live streams open. Close one of them first.' },
  })
  await first?.body?.cancel()
  let [again] = await admitted(1, open)
  while (!again) [again] = await admitted(1, open)
  for (const one of [again, ...others]) await one.body?.cancel()
})
