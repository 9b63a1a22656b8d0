import test from 'ava'
import { hashKey } from '../../../shared/accounts/index.js'
import type { EventsQuery } from '../../../shared/analytics/analytics-query.schema.js'
import { watchEvents } from '../../../shared/analytics/live/watch-events.js'
import { minutes, seconds } from '../../../shared/kernel/time.js'
import { ensurePartition } from '../../../shared/tracking/click.queries.js'
import { type TestApi, testApi } from '../../support/api.js'
import { testMember } from '../../support/callers.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { tracker } from '../../support/conversions.js'
import { clickRow, storeClicks, storeClicksInTransaction } from '../../support/events.js'
import { runJobByName } from '../../support/jobs.js'
import { resetRateLimit } from '../../support/rate-limits.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

interface Message {
  id: string
  event: string
  eventId: string
}

type ClickOverrides = Parameters<typeof rawClick>[1]

async function setUp() {
  const { track, key, link, workspace } = await tracker(api)
  return {
    key,
    link,
    workspace,
    track,
    /** Stores clicks in one transaction and returns their ids. */
    storeClicks: async (...overrides: ClickOverrides[]) => {
      const clicks = overrides.map((override) => rawClick(link, override))
      await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf(clicks))
      return clicks.map(({ id }) => id)
    },
    open: (query = '', lastEventId?: string) =>
      fetch(`${api.url}/events?${query}`, {
        headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) },
        signal: AbortSignal.timeout(minutes(2)),
      }),
  }
}

interface ReadOptions {
  /** Runs after the first data. */
  onOpen?: () => Promise<unknown>
  /** Runs after each piece of data. */
  onMessages?: (count: number) => unknown
  /** Also counts messages without an event. */
  all?: boolean
}

/** Reads this many messages, or until the stream ends, and then disconnects. */
async function readMessages(response: Response, count: number, { onOpen, onMessages, all = false }: ReadOptions = {}): Promise<Message[]> {
  const messages: Message[] = []
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isOpen = false
  while (messages.length < count) {
    const { value, done } = await reader.read()
    if (done) break
    if (!isOpen) await onOpen?.()
    isOpen = true
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    messages.push(...blocks.map(messageOf).filter(({ event }) => all || event !== ''))
    await onMessages?.(messages.length)
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
    eventId: (data?.event === 'click' ? data.click.id : data?.eventId) ?? '',
  }
}

const eventIds = (messages: Message[]) => messages.map(({ eventId }) => eventId)

test('streams events of all kinds as they are stored, without refunds', async (t) => {
  const { open, storeClicks, track } = await setUp()
  await storeClicks({})
  const response = await open()
  t.is(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  let clickId = ''
  const messages = await readMessages(response, 4, {
    onOpen: async () => {
      ;[clickId = ''] = await storeClicks({})
      await track('sale', { clickId, customerExternalId: 'ada', amount: 500, invoiceId: 'i' })
      await track('refund', { invoiceId: 'i' })
      await track('lead', { clickId, customerExternalId: 'ada', eventName: 'Sign up' })
    },
  })
  t.deepEqual(
    messages.map(({ event }) => event),
    ['click', 'lead', 'sale', 'lead'],
  )
  t.is(messages[0]?.eventId, clickId)
})

test('a reconnecting client receives each event stored since exactly once, also from the middle of a batch', async (t) => {
  const { open, storeClicks } = await setUp()
  const first = await open()
  const ids: string[] = []
  const before = await readMessages(first, 2, { onOpen: async () => ids.push(...(await storeClicks({}, {}, {}, {}))) })
  ids.push(...(await storeClicks({ at: Date.now() - minutes(90) })), ...(await storeClicks({})))
  const sorted = [...ids.slice(0, 4).toSorted(), ...ids.slice(4)]
  t.deepEqual(eventIds(before), sorted.slice(0, 2))
  const after = await readMessages(await open('', before.at(-1)?.id), 4)
  t.deepEqual(eventIds(after), sorted.slice(2))
  const [nothing] = await readMessages(await open('', after.at(-1)?.id), 1, { all: true })
  t.is(nothing?.event, '')
})

test('a client that disconnected before its first event misses none when it reconnects', async (t) => {
  const { open, storeClicks } = await setUp()
  const [start] = await readMessages(await open(), 1, { all: true })
  const ids = await storeClicks({})
  t.deepEqual(eventIds(await readMessages(await open('', start?.id), 1)), ids)
})

test('events of a transaction that commits late are delivered first, and later events wait for it', async (t) => {
  const { open, storeClicks: ingest, link, workspace } = await setUp()
  const { pool } = api.resources.database
  const lateClick = () => clickRow({ workspace_id: workspace.id, link_id: link.id, timestamp: new Date(Date.now() - seconds(90)) })
  const late = lateClick()
  await ensurePartition(pool, late.timestamp)
  // Its values are stored beforehand: other transactions that store the same new values would wait for the open one.
  await storeClicks(pool, [lateClick()])
  const response = await open()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await storeClicksInTransaction(pool, client, [late])
    const ids: string[] = []
    let polls = 0
    const messages = await readMessages(response, 2, {
      onOpen: async () => ids.push(...(await ingest({ linkId: (await api.make.link(workspace)).id }))),
      // Every poll sends the position at least. The first may have begun before the later click was stored.
      onMessages: async (count) => {
        if (++polls > 3) return
        t.is(count, 0)
        if (polls === 3) await client.query('commit')
      },
    })
    t.deepEqual(eventIds(messages), [late.id, ...ids])
  } finally {
    client.release()
  }
})

test('filters apply to a stream', async (t) => {
  const { open, storeClicks, track } = await setUp()
  const location = { continent: 'EU', country: 'DE', region: 'BE', city: 'Berlin', latitude: '', longitude: '' }
  const expected: string[] = []
  const messages = await readMessages(await open('event=clicks&country=DE'), 1, {
    onOpen: async () => {
      const [clickId] = await storeClicks({})
      await track('lead', { clickId, customerExternalId: 'ada', eventName: 'Sign up' })
      expected.push(...(await storeClicks({ location })))
    },
  })
  t.deepEqual(eventIds(messages), expected)
})

test('refuses an invalid position before the stream starts', async (t) => {
  const { open } = await setUp()
  for (const id of ['invalid', '1.2', '99999999999999999999.0.0', '4000000000000000000.0.0']) t.is((await open('', id)).status, 422, id)
  t.is((await open('folderId=fold_none')).status, 404)
})

test('a workspace has at most twenty streams, and a closed stream frees its slot', async (t) => {
  const { open, key } = await setUp()
  const openWithinRate = async () => {
    await resetRateLimit(api.resources, 'analytics', hashKey(key), { windowMs: seconds(1) })
    return open()
  }
  const opened: Response[] = []
  while (opened.length < 20) opened.push(await openWithinRate())
  t.true(opened.every(({ status }) => status === 200))
  const [first, ...others] = opened
  const refused = await openWithinRate()
  t.is(refused.status, 429)
  t.like(await refused.json(), {
    error: { code: 'rate_limit_exceeded', message: 'The workspace has 20 live streams open. Close one of them first.' },
  })
  await first?.body?.cancel()
  const reopened = await waitUntil(async () => {
    const response = await openWithinRate()
    if (response.status === 200) return response
    await response.body?.cancel()
    return null
  })
  for (const stream of [reopened, ...others]) await stream.body?.cancel()
})

test('an aborted stream frees its slot at once, also while nothing reads from it', async (t) => {
  const { workspace, scope } = await testMember(api)
  const slot = `live-events:${workspace.id}:0`
  const abort = new AbortController()
  const stream = watchEvents(await scope(), {} as EventsQuery, undefined, abort.signal)
  await stream.next()
  t.not(await api.resources.store.get(slot), null)
  abort.abort()
  await waitUntil(async () => (await api.resources.store.get(slot)) === null)
  await stream.return(undefined)
  t.is(await api.resources.store.get(slot), null)
})

const sql = (text: string, id: string) => api.resources.database.pool.query(text, [id])
const losses: [what: string, lose: (caller: { tokenId: string; userId: string; ownKey: string }) => Promise<unknown>][] = [
  ['key is deleted', ({ tokenId, ownKey }) => api.call(`DELETE /tokens/${tokenId}`, { key: ownKey })],
  ['key expires', ({ tokenId }) => sql(`update tokens set expires = now() - interval '1 s' where id = $1`, tokenId)],
  ['key loses the scope', ({ tokenId }) => sql(`update tokens set scopes = 'links.read' where id = $1`, tokenId)],
  ['user leaves the workspace', ({ userId }) => sql('delete from members where user_id = $1', userId)],
]
for (const [what, lose] of losses)
  test(`a stream ends when its ${what}`, async (t) => {
    const { workspace, user, key: ownKey } = await api.make.caller()
    const { key, token } = await api.make.token(user, workspace)
    const response = await openStream({ Authorization: `Bearer ${key}` })
    t.is(response.status, 200)
    await readMessages(response, Infinity, { onOpen: () => lose({ tokenId: token.id, userId: user.id, ownKey }) })
  })

test('a stream of a browser continues until its session ends', async (t) => {
  const { workspace, user } = await api.make.caller()
  const { headers } = await api.make.session(user)
  const response = await openStream(headers, `?workspaceId=${workspace.id}`)
  t.is(response.status, 200)
  const messages = await readMessages(response, Infinity, {
    all: true,
    onMessages: (count) => (count === 5 ? api.call('POST /auth/logout', { headers }) : undefined),
  })
  t.true(messages.length >= 5, 'several access checks passed before')
})

test('a stream ends when the server closes, so that it does not delay the end of the process', async (t) => {
  const closing = await testApi()
  const { workspace, key } = await closing.make.caller()
  const headers = { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' }
  const response = await fetch(`${closing.url}/events?workspaceId=${workspace.id}`, { headers, signal: AbortSignal.timeout(minutes(1)) })
  let closed: Promise<void> | undefined
  await readMessages(response, Infinity, { all: true, onOpen: async () => void (closed = closing.close()) })
  await t.notThrowsAsync(async () => closed)
})

/** A stream that the test does not end itself. */
const openStream = (headers: Record<string, string>, query = '') =>
  fetch(`${api.url}/events${query}`, { headers: { ...headers, Accept: 'text/event-stream' }, signal: AbortSignal.timeout(minutes(2)) })
