/** Secrets of every kind go through the service, rightly and wrongly, and are looked for wherever something can be seen afterwards. */
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import pg from 'pg'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { startEmbeddedPostgres } from '../../shared/kernel/embedded-postgres.js'
import { freePort, install, type Installation } from '../support/installation.js'
import { type OwnRedis, ownRedis } from '../support/own-redis.js'
import { answering, openReceivers, type Receivers } from '../support/receivers.js'
import { until } from '../support/until.js'

let dataDir: string
let installation: Installation
let receivers: Receivers
let redis: OwnRedis | undefined
/** What the terminal shows at the start: the keys of the installation among it, for whoever starts it. */
let welcome: string
/** What must be seen nowhere, by what it is. */
const planted = new Map<string, string>()
const plant = (what: string, secret = `planted${randomBytes(15).toString('hex')}`) => (planted.set(what, secret), secret)

test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-secrets-'))
  receivers = await openReceivers()
  redis = process.env.REDIS_URL ? await ownRedis(dataDir) : undefined
  receivers.behave('/failing', answering(500, 'no'))
  receivers.behave('/v1/embeddings', answering(500, '{}'))
  installation = install(dataDir, await freePort(), {
    LOG_LEVEL: 'debug',
    ALLOW_PRIVATE_TARGETS: 'true',
    MEMORY_EMBEDDINGS_URL: `${receivers.origin}/v1`,
    MEMORY_EMBEDDINGS_KEY: plant('key of the embeddings'),
    SMTP_URL: `smtp://mailer:${plant('password of the mail server')}@127.0.0.1:9`,
    ...(redis ? { REDIS_URL: redis.url } : {}),
  })
  await installation.ready
  welcome = installation.output()
})
test.after.always(async () => {
  await installation.end()
  await receivers.close()
  await redis?.end()
  await rm(dataDir, { recursive: true, force: true })
})

interface Call {
  body?: unknown
  key?: string
  headers?: Record<string, string>
}

async function call(methodAndPath: string, { body, key, headers = {} }: Call = {}): Promise<{ status: number; text: string; body: any }> {
  const [method = '', path = ''] = methodAndPath.split(' ')
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const answer = await fetch(installation.url + path, {
    method,
    headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...(sent ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(sent ? { body: sent } : {}),
  })
  const text = await answer.text()
  return { status: answer.status, text, body: /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : null }
}

/** Everything that lies in the database, the queues' tables included, as one text a table. */
async function tables(pool: pg.Pool): Promise<[string, string][]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  return Promise.all(
    rows.map(async ({ name }): Promise<[string, string]> => [
      name,
      (await pool.query<{ text: string }>(`select coalesce(string_agg(to_jsonb(r)::text, ' '), '') as text from ${name} r`)).rows[0]
        ?.text ?? '',
    ]),
  )
}

/** All that Redis was ever told. */
async function redisLog(): Promise<[string, string][]> {
  const folder = join(dataDir, 'appendonlydir')
  return Promise.all(
    (redis ? await readdir(folder) : []).map(async (name): Promise<[string, string]> => [
      name,
      await readFile(join(folder, name), 'latin1'),
    ]),
  )
}

test('no log, table, queue or answer shows a secret', async (t) => {
  t.timeout(600_000)
  const credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  const key = plant('key of the owner', credentials.apiKey)
  const admin = plant('key of the operator', credentials.adminApiKey)
  for (const [what, secret] of [
    ['credential of the schedules', credentials.cronSecret],
    ['sealing key', credentials.encryptionKey],
  ] as const)
    plant(what, secret)

  // Webhooks out: one that works, one that fails; made under a key, so that its answer is kept.
  const hook = { name: 'Test', triggers: ['link.created'] }
  const made = await call('POST /webhooks', {
    key,
    body: { ...hook, url: `${receivers.origin}/good` },
    headers: { 'idempotency-key': 'once' },
  })
  t.is(made.status, 201, made.text)
  plant('secret of a webhook', made.body.secret)
  const failing = await call('POST /webhooks', { key, body: { ...hook, url: `${receivers.origin}/failing` } })
  plant('secret of a failing webhook', failing.body.secret)
  plant('rotated secret of a webhook', (await call(`POST /webhooks/${made.body.id}/rotate-secret`, { key, body: {} })).body.secret)

  // Webhooks in: taken, refused, and one whose provider has to be asked and fails.
  const signing = plant('signing secret')
  const stripe = (
    await call('POST /integrations/connections', { key, body: { providerSlug: 'stripe', signingSecret: plant('former signing secret') } })
  ).body
  await call(`PATCH /integrations/connections/${stripe.id}`, { key, body: { signingSecret: signing } })
  t.is(
    (
      await call('POST /integrations/connections', {
        key,
        body: { providerSlug: 'stripe', signingSecret: plant('refused signing secret'), settings: { unknown: true } },
      })
    ).status,
    422,
  )
  const raw = JSON.stringify({ id: 'evt_1', type: 'customer.updated', livemode: true, data: { object: { id: 'cus_1' } } })
  const at = Math.floor(Date.now() / 1000)
  const receive = (by: string) =>
    call(`POST ${new URL(stripe.webhookUrl).pathname}`, {
      body: raw,
      headers: { 'stripe-signature': `t=${at},v1=${createHmac('sha256', by).update(`${at}.${raw}`).digest('hex')}` },
    })
  t.deepEqual([(await receive(signing)).status, (await receive('another')).status], [200, 401])
  const basic = plant('password of a provider')
  const chargebee = (
    await call('POST /integrations/connections', { key, body: { providerSlug: 'chargebee', signingSecret: `user:${basic}` } })
  ).body
  const authorization = `Basic ${plant('authorization of a provider', Buffer.from(`user:${basic}`).toString('base64'))}`
  t.is(
    (
      await call(`POST ${new URL(chargebee.webhookUrl).pathname}`, {
        body: { id: 'ev_1', event_type: 'customer_changed', content: {} },
        headers: { authorization },
      })
    ).status,
    200,
  )
  const recurly = (
    await call('POST /integrations/connections', {
      key,
      body: {
        providerSlug: 'recurly',
        signingSecret: signing,
        apiKey: plant("key of a provider's interface"),
        settings: { apiUrl: 'http://127.0.0.1:9' },
      },
    })
  ).body
  const told = JSON.stringify({ id: 'i1', object_type: 'charge_invoice', event_type: 'paid' })
  t.is(
    (
      await call(`POST ${new URL(recurly.webhookUrl).pathname}`, {
        body: told,
        headers: {
          'recurly-signature': `${at * 1000},${createHmac('sha256', signing)
            .update(`${at * 1000}.${told}`)
            .digest('hex')}`,
        },
      })
    ).status,
    200,
  )

  // Keys, a person with a password and a session, an app.
  const token = await call('POST /tokens', { key, body: { name: 'Second' }, headers: { 'idempotency-key': 'twice' } })
  t.is((await call('GET /links', { key: plant('a key', token.body.token) })).status, 200, token.text)
  t.is((await call('GET /links', { key: plant('a wrong key', `svc_${randomBytes(15).toString('hex')}`) })).status, 401)
  const [email, password] = ['owner@planted.example', plant('password')]
  const link = await call('POST /admin/users/password-link', { key: admin, body: { email } })
  t.is(
    (
      await call('POST /auth/password/reset', {
        body: { token: plant('token of a link', new URL(link.body.url).searchParams.get('token') as string), password },
      })
    ).status,
    200,
    link.text,
  )
  t.is((await call('POST /auth/login', { body: { email, password: plant('wrong password') } })).status, 401)
  const session = await fetch(`${installation.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  plant('session', cookie.split('=')[1])
  t.is((await call('GET /user', { headers: { cookie } })).status, 200)
  const app = (
    await call('POST /oauth/apps', {
      key,
      body: { name: 'App', slug: 'app', developer: 'Acme', website: 'https://acme.example', redirectUris: ['https://acme.example/back'] },
    })
  ).body
  plant('secret of an app', app.clientSecret)
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: plant('wrong code of an app'),
    redirect_uri: 'https://acme.example/back',
    client_id: app.clientId,
    client_secret: app.clientSecret,
  })
  t.not(
    (await call('POST /oauth/token', { body: form.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } })).status,
    200,
  )

  // Work for the workers: deliveries that succeed and fail, a letter that can't be sent, a memory that can't be embedded.
  for (let count = 0; count < 3; count++)
    t.is((await call('POST /links', { key, body: { url: 'https://destination.example/' } })).status, 200)
  t.is((await call('POST /memories', { key, body: { user_id: 'ann', messages: [{ role: 'user', content: 'likes tea' }] } })).status, 200)
  const stateOf = async (id: string) => (await call(`GET /integrations/connections/${id}/deliveries`, { key })).body[0]?.state
  await until(
    async () =>
      receivers.at('/good').length >= 3 &&
      receivers.at('/failing').length >= 3 &&
      (await stateOf(recurly.id)) === 'retrying' &&
      (await stateOf(stripe.id)) === 'ignored',
  )
  await until(() => receivers.at('/v1/embeddings').length > 0)

  const { paths } = (await call('GET /api')).body as { paths: Record<string, { get?: unknown }> }
  const asked = Object.keys(paths).filter((path) => paths[path]?.get && !path.includes('{'))
  const ofOne = [
    `/webhooks/${made.body.id}`,
    `/webhooks/${failing.body.id}/deliveries`,
    `/integrations/connections/${stripe.id}`,
    `/integrations/connections/${recurly.id}`,
    `/oauth/apps`,
    `/oauth/apps/${app.id}`,
    '/tokens',
    '/logs',
    '/logs?requestType=webhook',
  ]
  for (const [id, path] of [
    [failing.body.id, 'webhooks'],
    [recurly.id, 'integrations/connections'],
    [chargebee.id, 'integrations/connections'],
  ])
    ofOne.push(`/${path}/${id}/deliveries/${(await call(`GET /${path}/${id}/deliveries`, { key })).body[0].id}`)
  t.true(asked.length > 10)
  const answers = await Promise.all(
    [...asked, ...ofOne].map(async (path): Promise<[string, string]> => [path, (await call(`GET ${path}`, { key })).text]),
  )
  const { queues } = (await call('GET /admin/queues/api/queues', { key: admin })).body as { queues: { name: string }[] }
  const pages = await Promise.all(
    queues.map(async ({ name }): Promise<[string, string]> => [
      `queue ${name}`,
      (await call(`GET /admin/queues/api/queues?activeQueue=${encodeURIComponent(name)}&status=latest`, { key: admin })).text,
    ]),
  )
  t.true(pages.some(([, text]) => text.includes('integrations.process-delivery')))
  const { url } = await startEmbeddedPostgres({ directory: join(dataDir, 'postgres') })
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  try {
    const log = installation.output().slice(welcome.length)
    const places: [string, string][] = [['log', log], ...answers, ...pages, ...(await tables(pool)), ...(await redisLog())]
    t.true(log.includes('/integrations/webhooks/'), 'the log tells of requests')
    const shows = (text: string, secret: string) => text.includes(secret) || text.includes(secret.slice(0, 20))
    t.deepEqual(
      places.flatMap(([place, text]) =>
        [...planted].filter(([, secret]) => shows(text, secret)).map(([what]) => `${what} is seen in ${place}`),
      ),
      [],
    )
  } finally {
    await pool.end()
  }
})
