/** Processes are killed during deliveries: every created link sends an event, and a receiver that deduplicates by id sees each once. */
import test from 'ava'
import { scheduleFaults, disposableInstallation, type DisposableInstallation } from '../support/fault-injection.js'
import { openReceivers, type Receivers } from '../support/receivers.js'
import { waitUntil } from '../support/wait-until.js'

const linkCount = 300
const concurrency = 8

let disposable: DisposableInstallation
let receivers: Receivers
test.before(async () => {
  receivers = await openReceivers()
  disposable = await disposableInstallation({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(disposable.installation.output())
})
test.after.always(async () => {
  await disposable.end()
  await receivers.close()
})

/** The fault injected after a number of created links. */
const faultSchedule = (): [number, () => unknown][] => [
  [40, () => disposable.kill('workers/main.js')],
  [90, () => disposable.kill('api/main.js')],
  [140, () => disposable.kill('postgres -D')],
  [190, () => disposable.kill('workers/main.js')],
  [230, () => disposable.restartRedis()],
  [260, () => disposable.kill('workers/main.js')],
]

test(`processes are killed while creating ${linkCount} links: each link sends one event`, async (t) => {
  t.timeout(900_000)
  const { installation, apiKey } = disposable
  const post = (path: string, body: object) =>
    fetch(installation.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // Responds late, so that there are always requests in flight.
  receivers.setBehaviour('/hook', (response) => setTimeout(() => response.writeHead(204).end(), 30))
  t.is((await post('/webhooks', { name: 'Test', url: `${receivers.origin}/hook`, triggers: ['link.created'] })).status, 201)

  const { reached, completed } = scheduleFaults(faultSchedule())
  const createdIds = new Set<string>()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (createdIds.size < linkCount) {
        const response = await post('/links', { url: 'https://destination.example/' }).catch(() => null)
        if (response?.ok) createdIds.add(((await response.json()) as { id: string }).id)
        else await new Promise((resolve) => setTimeout(resolve, 50))
        reached(createdIds.size)
      }
    }),
  )
  await completed()

  const pool = await disposable.openPool()
  try {
    const { rows } = await pool.query<{ id: string }>(`select id from links where key <> '_root'`)
    const receivedLinkIds = () => new Set(receivers.requests.map(({ event }) => event.data.id as string))
    await waitUntil(() => rows.every(({ id }) => receivedLinkIds().has(id)), 300_000)
    t.true([...createdIds].every((id) => receivedLinkIds().has(id)))
    const ids = new Map(receivers.requests.map(({ headers, event }) => [String(headers['webhook-id']), event.data.id]))
    t.is(ids.size, rows.length, 'one event per link')
    t.is(new Set(ids.values()).size, rows.length, 'no event is repeated under another id')
    t.log(`${rows.length} links, ${receivers.requests.length} deliveries`)
    await waitUntil(
      async () =>
        (await pool.query(`select 1 from webhook_deliveries where state <> 'succeeded' union all select 1 from webhook_event_batches`)).rows
          .length === 0,
      300_000,
    )
  } finally {
    await pool.end()
  }
})
