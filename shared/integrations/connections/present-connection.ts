import type { ConnectionWithActivity } from './connection.queries.js'
import type { ConnectionAnswer } from './connection.schema.js'

/** The path that the provider calls, also available below `/api`. */
export const webhookPath = (providerSlug: string, id: string) => `/integrations/webhooks/${providerSlug}/${id}`

export function presentConnection(
  { config, now }: { config: { baseUrl: string }; now(): Date },
  connection: ConnectionWithActivity,
): ConnectionAnswer {
  const { id, provider, name, status, settings, previousSecretUntil: until, lastDeliveryAt, createdAt, updatedAt } = connection
  return {
    id,
    providerSlug: provider,
    name,
    status,
    webhookUrl: config.baseUrl + webhookPath(provider, id),
    settings,
    hasSigningSecret: connection.sealedSecret !== null,
    previousSecretUntil: until && until > now() ? until.toISOString() : null,
    hasApiKey: connection.sealedApiKey !== null,
    lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
