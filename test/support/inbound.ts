/** A workspace with a connection to a provider, and the provider that sends to it. */
import { randomBytes } from 'node:crypto'
import type { Answer, TestApi } from './api.js'
import { tracker } from './conversions.js'
import { runNamed } from './jobs.js'
import { type About, type ProviderSample, type Signing, type Told } from './providers.js'

interface Sending {
  secret?: string
  at?: number
  /** Sent instead of what was signed. */
  raw?: string
  without?: string
  headers?: Record<string, string>
  /** Below `/api`. */
  alias?: boolean
}

export async function receiverOf(api: TestApi, sample: ProviderSample, given: Record<string, unknown> = {}) {
  const some = await tracker(api)
  const made = await api.call('POST /integrations/connections', {
    key: some.key,
    body: { providerSlug: sample.slug, signingSecret: sample.secret, ...(sample.settings ? { settings: sample.settings } : {}), ...given },
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const connection = made.body as { id: string; webhookUrl: string; status: string }
  const path = new URL(connection.webhookUrl).pathname
  const rows = async (sql: string) => (await api.resources.database.pool.query(sql, [connection.id])).rows

  /** Signs the text as the provider does and sends it. */
  async function sendRaw(
    raw: string,
    event: Told,
    { secret = sample.secret, at = Date.now(), raw: sent = raw, without, headers = {}, alias = false }: Sending = {},
  ): Promise<Answer> {
    const signing: Signing = { raw, secret, at, event, url: connection.webhookUrl }
    const all: Record<string, string> = { ...sample.sign(signing), ...sample.headers?.(event), ...headers }
    if (without) delete all[without]
    return api.call(`POST ${alias ? `/api${path}` : path}`, { body: sent, headers: all })
  }

  return {
    ...some,
    connection,
    path,
    sendRaw,
    send: (event: Told, sending: Sending = {}) => sendRaw(JSON.stringify(event.body), event, sending),
    /** Somebody who clicked, of whom nothing is known yet. */
    async visitor(): Promise<About> {
      return { clickId: (await api.make.click(some.link)).id, unique: randomBytes(6).toString('hex') }
    },
    deliveries: () =>
      rows('select id, external_id, event_type, state, reason, attempts from integration_deliveries where connection_id = $1 order by id'),
    /** What a worker does, for this connection alone; answers what failed. */
    async work(): Promise<string[]> {
      const failed: string[] = []
      for (;;) {
        const waiting = await rows(`select id from integration_deliveries where connection_id = $1 and state = 'received' order by id`)
        if (waiting.length === 0) return failed
        for (const { id } of waiting)
          await runNamed(api.resources, 'integrations.process-delivery', { deliveryId: id }).catch(
            (error: Error) => void failed.push(error.message),
          )
      }
    },
    manage: (methodAndPath: string, body?: unknown) =>
      api.call(methodAndPath.replace('/', `/integrations/connections/${connection.id}/`).replace(/\/$/, ''), { key: some.key, body }),
  }
}

export type ReceivingConnection = Awaited<ReturnType<typeof receiverOf>>
