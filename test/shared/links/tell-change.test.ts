/** Whoever follows a link after the answer to its change finds it changed, however many visit it meanwhile. */
import test, { type ExecutionContext } from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { sendRaw } from '../../support/raw-request.js'

const times = 100

let api: TestApi
let key: string
test.before(async () => {
  api = await testApi()
  key = (await api.make.caller()).key
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const create = async (body: object) => (await api.call('POST /links', { key, body })).body as { id: string; key: string }

/** Where a visitor is led, or the status of the answer. */
async function follow(path: string): Promise<string | number> {
  const { status, headers } = await api.call(`GET /${path}`)
  return headers.get('location') ?? status
}

/** Does `work` while visitors come and go at `path()`. */
async function amongVisitors(path: () => string, work: () => Promise<void>): Promise<void> {
  let over = false
  const visitors = Array.from({ length: 4 }, async () => {
    while (!over) await follow(path())
  })
  await work().finally(() => (over = true))
  await Promise.all(visitors)
}

/** Tries `once` again and again, and says how often somebody was led where the answer before it did not say. */
async function never(
  t: ExecutionContext,
  path: (round: number) => string,
  once: (round: number) => Promise<[seen: string | number, wanted: string | number]>,
): Promise<void> {
  let round = 0
  const wrong: unknown[] = []
  await amongVisitors(
    () => path(round),
    async () => {
      for (; round < times; round++) {
        const [seen, wanted] = await once(round)
        if (seen !== wanted) wrong.push({ round, seen, wanted })
      }
    },
  )
  t.deepEqual(wrong.slice(0, 3), [], `${wrong.length} of ${times} were led by what was before`)
}

test.serial('a link whose destination changed leads there from the answer on', async (t) => {
  const link = await create({ url: 'https://target.example/before' })
  await never(
    t,
    () => link.key,
    async (round) => {
      const url = `https://target.example/${round}`
      await api.call(`PATCH /links/${link.id}`, { key, body: { url } })
      return [await follow(link.key), url]
    },
  )
})

test.serial(
  'a link leads from the answer to its creation on, also who was there before it, and nowhere once its deletion is answered',
  async (t) => {
    await never(
      t,
      (round) => `made-${round}`,
      async (round) => {
        const path = `made-${round}`
        const url = `https://target.example/${round}`
        const before = await follow(path)
        const { id } = await create({ key: path, url })
        const made = await follow(path)
        await api.call(`DELETE /links/${id}`, { key })
        return [`${before} ${made} ${await follow(path)}`, `404 ${url} 404`]
      },
    )
  },
)

test.serial('the process that changed a link leads there even while it hears no messages', async (t) => {
  const link = await create({ url: 'https://target.example/before' })
  // In the Redis pass messages come another way, and only the rest of this is tried.
  await api.resources.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`,
  )
  for (let round = 0; round < 5; round++) {
    await follow(link.key)
    const url = `https://target.example/${round}`
    await api.call(`PATCH /links/${link.id}`, { key, body: { url } })
    t.is(await follow(link.key), url)
  }
})

test.serial('many links that change at once lead where they are to from the answer on', async (t) => {
  const links = await Promise.all(Array.from({ length: 90 }, () => create({ url: 'https://target.example/before' })))
  const linkIds = links.map(({ id }) => id)
  await amongVisitors(
    () => links[0]?.key ?? '',
    async () => {
      for (let round = 0; round < 5; round++) {
        const url = `https://target.example/${round}`
        await Promise.all(links.map(({ key: path }) => follow(path)))
        await api.call('PATCH /links/bulk', { key, body: { linkIds, data: { url } } })
        t.deepEqual([...new Set(await Promise.all(links.map(({ key: path }) => follow(path))))], [url])
      }
    },
  )
})

test.serial('a domain that came, changed, got another name or went is another from the answer on', async (t) => {
  const visit = async (host: string) => {
    const { status, headers } = await sendRaw(Number(new URL(api.url).port), Buffer.from(`GET /nothing HTTP/1.1\r\nHost: ${host}\r\n\r\n`))
    return headers.location ?? status
  }
  const [slug, other] = ['comes.example', 'other.example']
  t.deepEqual([await visit(slug), await visit(other)], [404, 404])
  await api.call('POST /domains', { key, body: { slug, notFoundUrl: 'https://target.example/one' } })
  t.is(await visit(slug), 'https://target.example/one')
  await api.call(`PATCH /domains/${slug}`, { key, body: { notFoundUrl: 'https://target.example/two' } })
  t.is(await visit(slug), 'https://target.example/two')
  await api.call(`PATCH /domains/${slug}`, { key, body: { slug: other } })
  t.deepEqual([await visit(slug), await visit(other)], [404, 'https://target.example/two'])
  await api.call(`DELETE /domains/${other}`, { key })
  t.is(await visit(other), 404)
})
