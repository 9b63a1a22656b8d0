/** Sends secrets of every kind through the service, in valid and invalid requests, and searches for them in all visible output. */
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { openPool } from '../../shared/kernel/db/pool.js'
import { startEmbeddedPostgres } from '../../shared/supervisor/embedded-postgres.js'
import { freePort, startInstallation, type Installation } from '../support/installation.js'
import { respondWith, openReceivers, type Receivers } from '../support/receivers.js'
import { type RedisServer, startRedisServer } from '../support/redis-server.js'
import { tableTexts } from '../support/table-texts.js'
import { waitUntil } from '../support/wait-until.js'

let dataDir: string
let installation: Installation
let receivers: Receivers
let redis: RedisServer | undefined
/** The output of the start, which contains the keys of the installation for the operator. */
let startOutput: string
/** Secrets that must not appear anywhere, by description. */
const secrets = new Map<string, string>()
/** Secrets that the API shows to callers who may change them, but that must not be stored or logged as text. */
const sealed = new Map<string, string>()
const plant = (what: string, secret = `planted${randomBytes(15).toString('hex')}`) => (secrets.set(what, secret), secret)

test.before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-secrets-'))
  receivers = await openReceivers()
  redis = process.env.REDIS_URL ? await startRedisServer(dataDir) : undefined
  receivers.setBehaviour('/failing', respondWith(500, 'no'))
  receivers.setBehaviour('/v1/embeddings', respondWith(500, '{}'))
  installation = startInstallation(dataDir, await freePort(), {
    LOG_LEVEL: 'debug',
    ALLOW_PRIVATE_TARGETS: 'true',
    MEMORY_EMBEDDINGS_URL: `${receivers.origin}/v1`,
    MEMORY_EMBEDDINGS_KEY: plant('key of the embeddings'),
    SMTP_URL: `smtp://mailer:${plant('password of the mail server')}@127.0.0.1:9`,
    ...(redis ? { REDIS_URL: redis.url } : {}),
  })
  await installation.ready
  startOutput = installation.output()
})
test.after.always(async () => {
  await installation.stop()
  await receivers.close()
  await redis?.stop()
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
  const response = await fetch(installation.url + path, {
    method,
    headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...(sent ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(sent ? { body: sent } : {}),
  })
  const text = await response.text()
  return { status: response.status, text, body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : null }
}

/** All commands that Redis has received. */
async function redisLog(): Promise<[string, string][]> {
  const folder = join(dataDir, 'appendonlydir')
  return Promise.all(
    (redis ? await readdir(folder) : []).map(async (name): Promise<[string, string]> => [
      name,
      await readFile(join(folder, name), 'latin1'),
    ]),
  )
}

test('no log, table, queue or response contains a secret', async (t) => {
  t.timeout(600_000)
  const credentials = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  const key = plant('key of the owner', credentials.apiKey)
  const admin = plant('key of the operator', credentials.adminApiKey)
  for (const [what, secret] of [
    ['cron secret', credentials.cronSecret],
    ['encryption key', credentials.encryptionKey],
  ] as const)
    plant(what, secret)

  // Outgoing webhooks: a working and a failing one, created with an idempotency key so that the response is stored.
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

  // Incoming webhooks: accepted, rejected, and one whose provider API fails.
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
  const receive = (secret: string) =>
    call(`POST ${new URL(stripe.webhookUrl).pathname}`, {
      body: raw,
      headers: { 'stripe-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${raw}`).digest('hex')}` },
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
  const notification = JSON.stringify({ id: 'i1', object_type: 'charge_invoice', event_type: 'paid' })
  t.is(
    (
      await call(`POST ${new URL(recurly.webhookUrl).pathname}`, {
        body: notification,
        headers: {
          'recurly-signature': `${at * 1000},${createHmac('sha256', signing)
            .update(`${at * 1000}.${notification}`)
            .digest('hex')}`,
        },
      })
    ).status,
    200,
  )

  // API keys, a user with a password and a session, an OAuth app.
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

  // Passwords of links and dashboards, also of links created by a job.
  const plantSealed = (what: string) => {
    sealed.set(what, `sealed${randomBytes(15).toString('hex')}`)
    return sealed.get(what) as string
  }
  const locked = await call('POST /links', {
    key,
    body: { url: 'https://destination.example/', password: plantSealed('password of a link') },
  })
  t.is(locked.status, 200, locked.text)
  const dashboard = await call(`POST /dashboards?linkId=${locked.body.id}`, { key })
  const settings = { showConversions: true, doIndex: false, password: plantSealed('password of a dashboard') }
  t.is((await call(`PATCH /dashboards/${dashboard.body.id}`, { key, body: settings })).status, 200)
  const bulk = ['https://destination.example/', 'nothing'].map((url) => ({ url, password: plantSealed(`password of a link to ${url}`) }))
  t.is((await call('POST /links/bulk', { key, body: bulk, headers: { prefer: 'respond-async' } })).status, 202)

  // Jobs: deliveries that succeed and fail, an email that cannot be sent, a memory that cannot be embedded.
  for (let count = 0; count < 3; count++)
    t.is((await call('POST /links', { key, body: { url: 'https://destination.example/' } })).status, 200)
  t.is((await call('POST /memories', { key, body: { user_id: 'ann', messages: [{ role: 'user', content: 'likes tea' }] } })).status, 200)
  const stateOf = async (id: string) => (await call(`GET /integrations/connections/${id}/deliveries`, { key })).body[0]?.state
  await waitUntil(
    async () =>
      receivers.requestsTo('/good').length >= 3 &&
      receivers.requestsTo('/failing').length >= 3 &&
      (await stateOf(recurly.id)) === 'retrying' &&
      (await stateOf(stripe.id)) === 'ignored',
  )
  await waitUntil(() => receivers.requestsTo('/v1/embeddings').length > 0)

  const { paths } = (await call('GET /api')).body as { paths: Record<string, { get?: unknown }> }
  const listPaths = Object.keys(paths).filter((path) => paths[path]?.get && !path.includes('{'))
  const itemPaths = [
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
    itemPaths.push(`/${path}/${id}/deliveries/${(await call(`GET /${path}/${id}/deliveries`, { key })).body[0].id}`)
  t.true(listPaths.length > 10)
  const responses = await Promise.all(
    [...listPaths, ...itemPaths].map(async (path): Promise<[string, string]> => [path, (await call(`GET ${path}`, { key })).text]),
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
  const pool = openPool({ connectionString: url, max: 4 }, () => undefined)
  try {
    const log = installation.output().slice(startOutput.length)
    const stored: [string, string][] = [['log', log], ...pages, ...(await tableTexts(pool)), ...(await redisLog())]
    t.true(log.includes('/integrations/webhooks/'), 'requests are logged')
    const contains = (text: string, secret: string) => text.includes(secret) || text.includes(secret.slice(0, 20))
    const findings = (outputs: [string, string][], planted: ReadonlyMap<string, string>) =>
      outputs.flatMap(([output, text]) =>
        [...planted].filter(([, secret]) => contains(text, secret)).map(([what]) => `${what} appears in ${output}`),
      )
    t.deepEqual([...findings([...responses, ...stored], secrets), ...findings(stored, sealed)], [])
  } finally {
    await pool.end()
  }
})
