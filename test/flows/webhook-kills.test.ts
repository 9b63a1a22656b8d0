/** Processes die in the middle of deliveries: every link that was made is told of, and a receiver that looks at ids sees each once. */
import test from 'ava'
import { accidents, endangered, type Endangered } from '../support/accidents.js'
import { openReceivers, type Receivers } from '../support/receivers.js'
import { until } from '../support/until.js'

const wanted = 300
const atOnce = 8

let place: Endangered
let receivers: Receivers
test.before(async () => {
  receivers = await openReceivers()
  place = await endangered({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(place.installation.output())
})
test.after.always(async () => {
  await place.end()
  await receivers.close()
})

/** What happens when so many links have been made. */
const planned = (): [number, () => unknown][] => [
  [40, () => place.kill('workers/main.js')],
  [90, () => place.kill('api/main.js')],
  [140, () => place.kill('postgres -D')],
  [190, () => place.kill('workers/main.js')],
  [230, () => place.restartRedis()],
  [260, () => place.kill('workers/main.js')],
]

test(`processes are killed amid ${wanted} links: each that was made is told of, under one id`, async (t) => {
  t.timeout(900_000)
  const { installation, apiKey } = place
  const post = (path: string, body: object) =>
    fetch(installation.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  // It answers late, so that there is always something on its way.
  receivers.behave('/hook', (response) => setTimeout(() => response.writeHead(204).end(), 30))
  t.is((await post('/webhooks', { name: 'Test', url: `${receivers.origin}/hook`, triggers: ['link.created'] })).status, 201)

  const { reached, over } = accidents(planned())
  const answered = new Set<string>()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (answered.size < wanted) {
        const answer = await post('/links', { url: 'https://destination.example/' }).catch(() => null)
        if (answer?.ok) answered.add(((await answer.json()) as { id: string }).id)
        else await new Promise((resolve) => setTimeout(resolve, 50))
        reached(answered.size)
      }
    }),
  )
  await over()

  const pool = await place.openPool()
  try {
    const { rows } = await pool.query<{ id: string }>(`select id from links where key <> '_root'`)
    const heard = () => new Set(receivers.arrivals.map(({ event }) => event.data.id as string))
    await until(() => rows.every(({ id }) => heard().has(id)), 300_000)
    t.true([...answered].every((id) => heard().has(id)))
    const ids = new Map(receivers.arrivals.map(({ headers, event }) => [String(headers['webhook-id']), event.data.id]))
    t.is(ids.size, rows.length, 'as many events as links')
    t.is(new Set(ids.values()).size, rows.length, 'each of another link')
    t.log(`${rows.length} links, ${receivers.arrivals.length} deliveries`)
    await until(
      async () =>
        (await pool.query(`select 1 from webhook_deliveries where state <> 'succeeded' union all select 1 from webhook_bundles`)).rows
          .length === 0,
      300_000,
    )
  } finally {
    await pool.end()
  }
})
