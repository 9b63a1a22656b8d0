/** Redirects after the response to a change must use the changed link, also with concurrent visitors. */
import test, { type ExecutionContext } from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { sendRaw } from '../../support/raw-request.js'

const roundCount = 100

let api: TestApi
let key: string
test.before(async () => {
  api = await testApi()
  key = (await api.make.caller()).key
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api.close())

const create = async (body: object) => (await api.call('POST /links', { key, body })).body as { id: string; key: string }

/** Returns the redirect target, or the status without a redirect. */
async function follow(path: string): Promise<string | number> {
  const { status, headers } = await api.call(`GET /${path}`)
  return headers.get('location') ?? status
}

/** Runs `work` while concurrent visitors request `path()`. */
async function withVisitors(path: () => string, work: () => Promise<void>): Promise<void> {
  let finished = false
  const visitors = Array.from({ length: 4 }, async () => {
    while (!finished) await follow(path())
  })
  await work().finally(() => (finished = true))
  await Promise.all(visitors)
}

/** Runs `once` repeatedly and asserts that every redirect matches the expected one. */
async function assertFresh(
  t: ExecutionContext,
  path: (round: number) => string,
  once: (round: number) => Promise<[actual: string | number, expected: string | number]>,
): Promise<void> {
  let round = 0
  const stale: unknown[] = []
  await withVisitors(
    () => path(round),
    async () => {
      for (; round < roundCount; round++) {
        const [actual, expected] = await once(round)
        if (actual !== expected) stale.push({ round, actual, expected })
      }
    },
  )
  t.deepEqual(stale.slice(0, 3), [], `${stale.length} of ${roundCount} redirects were stale`)
}

test.serial('a changed link redirects to its new destination after the response', async (t) => {
  const link = await create({ url: 'https://target.example/before' })
  await assertFresh(
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
  'a link redirects after the response to its creation, even if it was requested before, and returns 404 after its deletion',
  async (t) => {
    await assertFresh(
      t,
      (round) => `new-${round}`,
      async (round) => {
        const path = `new-${round}`
        const url = `https://target.example/${round}`
        const before = await follow(path)
        const { id } = await create({ key: path, url })
        const afterCreation = await follow(path)
        await api.call(`DELETE /links/${id}`, { key })
        return [`${before} ${afterCreation} ${await follow(path)}`, `404 ${url} 404`]
      },
    )
  },
)

test.serial('the process that changed a link redirects to the new destination even without notifications', async (t) => {
  const link = await create({ url: 'https://target.example/before' })
  // With Redis the notifications do not use this connection, and the rest of the test still applies.
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

test.serial('links changed in bulk redirect to their new destination after the response', async (t) => {
  const links = await Promise.all(Array.from({ length: 90 }, () => create({ url: 'https://target.example/before' })))
  const linkIds = links.map(({ id }) => id)
  await withVisitors(
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

test.serial('a domain is served as created, updated, renamed or deleted after the response', async (t) => {
  const visit = async (host: string) => {
    const { status, headers } = await sendRaw(Number(new URL(api.url).port), Buffer.from(`GET /nothing HTTP/1.1\r\nHost: ${host}\r\n\r\n`))
    return headers.location ?? status
  }
  const [slug, other] = ['new.example', 'other.example']
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
