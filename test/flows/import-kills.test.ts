/**
 * The worker is killed in the middle of an import of each provider, then each import is started a second time: every object is here once.
 * `IMPORT_KILL_OBJECTS=5000` imports that many objects of each provider.
 */
import test, { type ExecutionContext } from 'ava'
import type pg from 'pg'
import { affiliatePlatform, malformedPartner, type Platform, platforms } from '../support/affiliate-player.js'
import { disposableInstallation, type DisposableInstallation } from '../support/fault-injection.js'
import { type LinkProvider, linkProvider, linkProviders, malformedLink } from '../support/link-player.js'
import { unique } from '../support/program-owner.js'
import { waitUntil } from '../support/wait-until.js'

const objects = Number(process.env.IMPORT_KILL_OBJECTS ?? 240)
/** A partner, its link, a customer and two commissions of it; not all platforms list the links apart. */
const partnerCount = Math.ceil(objects / 4)
const linkCount = Math.max(120, objects)

let disposable: DisposableInstallation
let pool: pg.Pool
test.before(async () => {
  disposable = await disposableInstallation({ ALLOW_PRIVATE_TARGETS: 'true' })
  pool = await disposable.openPool()
  await pool.query('update workspaces set links_limit = 1000000, partners_limit = 1000000, groups_limit = 1000, domains_limit = 1000')
})
test.afterEach.always((t) => {
  if (!t.passed) t.log(disposable.installation.output())
})
test.after.always(async () => {
  await pool.end()
  await disposable.end()
})

interface Job {
  id: string
  state: string
  done: number
  failed: number
  error: string | null
}

async function call<Body = Job>(methodAndPath: string, body?: object): Promise<Body> {
  const [method = '', path = ''] = methodAndPath.split(' ')
  const response = await fetch(disposable.installation.url + path, {
    method,
    headers: { authorization: `Bearer ${disposable.apiKey}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${methodAndPath}: ${text}`)
  return (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as Body
}

interface Source {
  name: LinkProvider | Platform
  access: { apiUrl: string; token: string; domains?: Record<string, string> }
  /** The domain of the links, or the word in all identifiers of the program. */
  word: string
  kills: number
  isHeld: boolean
  jobs: Job[]
}

/** Delivers the jobs of the killed worker again, as the queue does it later, once their locks have expired. */
const redeliver = () =>
  pool.query(
    `insert into outbox (id, kind, name, payload)
     select 'evt_' || gen_random_uuid(), 'job', 'imports.run', jsonb_build_object('operationId', id) from background_operations
     where state = 'active'`,
  )

/** Imports that a worker runs at the same time. */
const concurrency = 2
let sources: Source[] = []

/**
 * Holds the request of an import that has stored a third of its objects, until as many imports as a worker runs have come so far: then the
 * worker is killed in the middle of all of them. Few kills keep the supervisor from waiting long before each restart.
 */
function killOnce(source: () => Source): () => Promise<void> {
  return async () => {
    const { kills, jobs } = source()
    if (kills > 0 || !jobs[0]) return
    const { rows } = await pool.query<{ done: number }>('select done::int from background_operations where id = $1', [jobs[0].id])
    if ((rows[0]?.done ?? 0) < objects / 3) return
    source().isHeld = true
    const held = sources.filter(({ isHeld }) => isHeld)
    const left = sources.filter((one) => one.kills === 0)
    if (held.length < Math.min(concurrency, left.length)) return waitUntil(() => source().kills > 0).then(() => undefined)
    for (const one of held) Object.assign(one, { kills: one.kills + 1, isHeld: false })
    disposable.kill('workers/main.js')
    await redeliver()
  }
}

async function openSource(t: ExecutionContext, name: Source['name']): Promise<Source> {
  const onRequest = killOnce(() => source)
  const word = unique(name)
  const { domain, ...access } = isPlatform(name)
    ? { domain: word, ...(await affiliatePlatform(t, name, { unique: word, partners: partnerCount, customers: partnerCount, onRequest })) }
    : await linkProvider(t, name, { count: linkCount, onRequest })
  const source: Source = { name, access, word: domain, kills: 0, isHeld: false, jobs: [] }
  return source
}

const isPlatform = (name: Source['name']): name is Platform => (platforms as readonly string[]).includes(name)
const count = async (sql: string, word: string) => Number((await pool.query(`select count(*) from ${sql}`, [word])).rows[0].count)

/** Starts the import and waits for all to end. */
async function importAll(path: string): Promise<void> {
  for (const source of sources) source.jobs.unshift(await call(`POST ${path}/import/${source.name}`, source.access))
  for (const source of sources) {
    const { id } = source.jobs[0] as Job
    source.jobs[0] = await waitUntil(async () => {
      const job = await call(`GET /jobs/${id}`).catch(() => null)
      return job && ['completed', 'failed'].includes(job.state) ? job : null
    }, 900_000)
  }
}

async function assertLinks(t: ExecutionContext, { name, word, jobs: [second, first] }: Source): Promise<void> {
  t.like(first, { state: 'completed', done: linkCount - 1, failed: 1 }, name)
  t.like(second, { state: 'completed', done: 0, failed: linkCount }, name)
  t.is(await count(`links where domain = $1 and key <> '_root'`, word), linkCount - 1, name)
  const { rows } = await pool.query(
    'select sum(opening_clicks)::int as opening, sum(clicks)::int as clicks from links join imported_links on link_id = links.id where domain = $1',
    [word],
  )
  t.deepEqual(rows, [{ opening: (linkCount * (linkCount - 1)) / 2 - malformedLink, clicks: 0 }], name)
}

async function assertProgram(t: ExecutionContext, { name, word, jobs: [second, first] }: Source): Promise<void> {
  const good = partnerCount - 1
  t.like(first, { state: 'completed', error: null }, name)
  t.like(second, { state: 'completed', error: null }, name)
  t.is(await count(`enrolments join partners on partners.id = partner_id where email like '%@' || $1 || '.example'`, word), good, name)
  t.is(await count(`links where key like $1 || '-%'`, word), good, name)
  t.is(await count(`customers join partners on partners.id = partner_id where partners.email like '%@' || $1 || '.example'`, word), good)
  const ofWord = `commissions join partners on partners.id = partner_id where partners.email like '%@' || $1 || '.example'`
  t.is(await count(ofWord, word), good * 2, name)
  t.is(await count(`(select distinct invoice_id from ${ofWord}) as invoices`, word), good * 2, name)
}

test('the worker is killed during an import of each provider, and every object is here once', async (t) => {
  t.timeout(1_800_000)
  const { rows } = await pool.query<{ id: string }>('select workspace_id as id from tokens where workspace_id is not null limit 1')
  const path = `/workspaces/${rows[0]?.id}`
  const domain = `${unique('go')}.example`
  await call('POST /domains', { slug: domain })
  await call('POST /programs', { name: 'Acme', domain, url: 'https://acme.example/' })
  sources = await Promise.all([...linkProviders, ...platforms].map((name) => openSource(t, name)))

  await importAll(path)
  t.deepEqual(
    sources.filter(({ kills }) => kills === 0).map(({ name }) => name),
    [],
    'the worker was killed during each import',
  )
  const errors = await call<string>(`GET ${path}/import/${(await importOf(sources.at(-1)?.jobs[0]?.id ?? '')).id}/download`)
  t.regex(errors, new RegExp(`,partner,p${malformedPartner},unprocessable_entity,`))
  await importAll(path)
  for (const source of sources) await (isPlatform(source.name) ? assertProgram(t, source) : assertLinks(t, source))

  async function importOf(jobId: string) {
    const imports = await call<{ id: string; jobId: string }[]>(`GET ${path}/imports`)
    return imports.find((one) => one.jobId === jobId) as { id: string }
  }
})
