/** A workspace with an inbound connection, and helpers that send signed webhooks to it. */
import { randomBytes } from 'node:crypto'
import type { ApiResponse, TestApi } from './api.js'
import { tracker } from './conversions.js'
import { runJobByName } from './jobs.js'
import { type Visitor, type ProviderSample, type SigningInput, type ProviderEventSample } from './provider-samples.js'

interface SendOptions {
  secret?: string
  at?: number
  /** Sent instead of the signed body. */
  raw?: string
  omitHeader?: string
  headers?: Record<string, string>
  /** Calls the URL below `/api`. */
  useApiPrefix?: boolean
}

export async function openInboundConnection(api: TestApi, sample: ProviderSample, options: Record<string, unknown> = {}) {
  const tracked = await tracker(api)
  const created = await api.call('POST /integrations/connections', {
    key: tracked.key,
    body: {
      providerSlug: sample.slug,
      signingSecret: sample.secret,
      ...(sample.settings ? { settings: sample.settings } : {}),
      ...options,
    },
  })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  const connection = created.body as { id: string; webhookUrl: string; status: string }
  const path = new URL(connection.webhookUrl).pathname
  const rows = async (sql: string) => (await api.resources.database.pool.query(sql, [connection.id])).rows

  /** Signs the body like the provider and sends it. */
  async function sendRaw(
    raw: string,
    event: ProviderEventSample,
    { secret = sample.secret, at = Date.now(), raw: sentBody = raw, omitHeader, headers = {}, useApiPrefix = false }: SendOptions = {},
  ): Promise<ApiResponse> {
    const signing: SigningInput = { raw, secret, at, event, url: connection.webhookUrl }
    const allHeaders: Record<string, string> = { ...sample.sign(signing), ...sample.headers?.(event), ...headers }
    if (omitHeader) delete allHeaders[omitHeader]
    return api.call(`POST ${useApiPrefix ? `/api${path}` : path}`, { body: sentBody, headers: allHeaders })
  }

  return {
    ...tracked,
    connection,
    path,
    sendRaw,
    send: (event: ProviderEventSample, sending: SendOptions = {}) => sendRaw(JSON.stringify(event.body), event, sending),
    /** An unknown visitor with a click. */
    async createVisitor(): Promise<Visitor> {
      return { clickId: (await api.make.click(tracked.link)).id, unique: randomBytes(6).toString('hex') }
    },
    deliveries: () =>
      rows('select id, external_id, event_type, state, reason, attempts from integration_deliveries where connection_id = $1 order by id'),
    /** Processes this connection's deliveries like a worker and returns the error messages. */
    async processDeliveries(): Promise<string[]> {
      const failed: string[] = []
      for (;;) {
        const unprocessed = await rows(`select id from integration_deliveries where connection_id = $1 and state = 'received' order by id`)
        if (unprocessed.length === 0) return failed
        for (const { id } of unprocessed)
          await runJobByName(api.resources, 'integrations.process-delivery', { deliveryId: id }).catch(
            (error: Error) => void failed.push(error.message),
          )
      }
    },
    callConnection: (methodAndPath: string, body?: unknown) =>
      api.call(methodAndPath.replace('/', `/integrations/connections/${connection.id}/`).replace(/\/$/, ''), { key: tracked.key, body }),
  }
}

export type InboundConnection = Awaited<ReturnType<typeof openInboundConnection>>
