import type { ShownConnection } from './connection.queries.js'
import type { ConnectionAnswer } from './connection.schema.js'

/** Where the provider sends; the same below `/api`. */
export const receivingPath = (providerSlug: string, id: string) => `/integrations/webhooks/${providerSlug}/${id}`

export function presentConnection(
  { config, now }: { config: { baseUrl: string }; now(): Date },
  connection: ShownConnection,
): ConnectionAnswer {
  const { id, provider, name, status, settings, previousSecretUntil: until, lastDeliveryAt, createdAt, updatedAt } = connection
  return {
    id,
    providerSlug: provider,
    name,
    status,
    webhookUrl: config.baseUrl + receivingPath(provider, id),
    settings,
    hasSigningSecret: connection.sealedSecret !== null,
    previousSecretUntil: until && until > now() ? until.toISOString() : null,
    hasApiKey: connection.sealedApiKey !== null,
    lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
