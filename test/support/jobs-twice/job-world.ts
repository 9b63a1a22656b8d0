/** A workspace with a partner program on which all jobs run, and the other systems that they call. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { permissions, webhookTriggers } from '../../../shared/accounts/index.js'
import { newId } from '../../../shared/kernel/ids.js'
import { queueNames } from '../../../shared/kernel/queue/queue-kinds.js'
import { testApi } from '../api.js'
import { testDns } from '../dns.js'
import { partnerProgram } from '../earnings.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../jobs.js'
import { unique } from '../program-owner.js'

interface Answer {
  status?: number
  body: unknown
}
export type Player = (request: { method: string; path: string; query: URLSearchParams; body: string }) => Answer

export type JobWorld = Awaited<ReturnType<typeof openJobWorld>>

export async function openJobWorld() {
  const [providers, dns] = [await openProviders(), await testDns()]
  const api = await testApi({
    BASE_URL: 'http://api.example',
    SHORT_DOMAIN: 'short.example',
    ALLOW_PRIVATE_TARGETS: 'true',
    DNS_SERVERS: dns.address,
    // The rows of PostgreSQL are what is compared.
    CLICKHOUSE_URL: '',
    ...providerEnv(providers.origin),
  })
  await api.make.domain(null, { slug: 'short.example' })
  const program = await partnerProgram(api, { webhookTriggers: [...webhookTriggers] })
  await program.rows(`update programs set domain = $2, url = 'https://acme.example/' where id = $1`, [
    program.program.id,
    program.domain.slug,
  ])
  await runQueuedJobsAndSubscribers(api.resources)
  const { pool } = api.resources.database

  async function answered(methodAndPath: string, key: string | undefined, body?: unknown, headers: Record<string, string> = {}) {
    const response = await api.call(methodAndPath, { key, headers, ...(body === undefined ? {} : { body }) })
    if (response.status >= 300) throw new Error(`${methodAndPath}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }

  return {
    ...program,
    api,
    /** A person who clicked the link, signed up and bought for ten dollars. */
    async convert(link = program.link) {
      const [clickId, externalId] = [await program.click(link), unique('customer')]
      await answered('POST /track/lead', program.key, {
        clickId,
        eventName: 'Sign up',
        customerExternalId: externalId,
        customerEmail: `${externalId}@shop.example`,
      })
      await answered('POST /track/sale', program.key, { customerExternalId: externalId, amount: 1000, invoiceId: unique('invoice') })
      const [row] = await program.rows('select id from customers where external_id = $1', [externalId])
      return { id: row.id as string, externalId, clickId }
    },
    make: api.make,
    zone: dns.zone,
    providers,
    /** Calls the API for the workspace, and fails unless it succeeds. */
    ok: (methodAndPath: string, body?: unknown, headers?: Record<string, string>) => answered(methodAndPath, program.key, body, headers),
    /** The same for the operator. */
    asOperator: (methodAndPath: string, body?: unknown) => answered(methodAndPath, api.config.adminApiKey, body),
    /** The payload with which `work` enqueues the job, or announces the event. */
    async queued(name: string, work: () => Promise<unknown>): Promise<unknown> {
      await pool.query('delete from outbox')
      await work()
      const { rows } = await pool.query<{ name: string; payload: unknown }>('select name, payload from outbox order by id')
      await pool.query('delete from outbox')
      const found = rows.find((row) => row.name === name)
      if (!found) throw new Error(`${name} was not enqueued, but: ${rows.map((row) => row.name).join(', ')}`)
      return found.payload
    },
    /** A background operation of the owner that waits for its job. Returns the payload of the job. */
    async operation(type: string, permission: string, payload: object, fileName = 'file.csv') {
      const operationId = newId('job_')
      await pool.query(
        `insert into background_operations
           (id, workspace_id, user_id, type, permission, granted_permissions, state, payload, result_type, result_name, created_at)
         values ($1, $2, $3, $4, $5, $6, 'waiting', $7, 'application/csv; charset=utf-8', $8, now())`,
        [operationId, program.workspace.id, program.user.id, type, permission, permissions, payload, fileName],
      )
      return { operationId }
    },
    /** Runs a job. */
    run: (name: string, payload?: unknown) => runJobByName(api.resources, name, payload),
    /** Runs what waits in the outbox. */
    settle: () => runQueuedJobsAndSubscribers(api.resources),
    /** Forgets what a case arranged outside the tables. */
    async reset() {
      providers.players.clear()
      dns.zone.clear()
      for (const name of queueNames) await api.resources.queues.queue(name).drain(true)
    },
    async close() {
      await api.close()
      await dns.close()
      await providers.close()
    },
  }
}

/** One server that plays every provider: a case says what the one under a path answers. */
async function openProviders() {
  const players = new Map<string, Player>()
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [, name = '', ...rest] = pathname.split('/')
    const body = await text(request)
    const player = players.get(name)
    return player?.({ method: request.method ?? '', path: `/${rest.join('/')}`, query: searchParams, body }) ?? { status: 404, body: {} }
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status = 200, body } = await answer(request)
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    response.writeHead(status, { 'content-type': isRaw ? 'text/plain' : 'application/json' })
    response.end(isRaw ? body : JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    void respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    players,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const providerEnv = (origin: string): Record<string, string> => ({
  STRIPE_API_URL: `${origin}/stripe`,
  SHOPIFY_API_URL: `${origin}/shopify`,
  PAYPAL_API_URL: `${origin}/paypal`,
  DUB_API_URL: `${origin}/dub`,
  DYNADOT_API_KEY: 'registrar-key-of-the-operator',
  DYNADOT_API_URL: `${origin}/dynadot`,
  TWITTER_API_TOKEN: 'twitter-token-of-the-operator',
  TWITTER_API_URL: `${origin}/twitter`,
  MEMORY_EMBEDDINGS_URL: `${origin}/embeddings`,
  EXCHANGE_RATES_URL: `${origin}/rates`,
  DISPOSABLE_EMAIL_DOMAINS_URL: `${origin}/disposable-domains`,
})
