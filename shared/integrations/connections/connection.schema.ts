/** Schemas of connections. */
import { z } from 'zod'
import { pageFields } from '../../kernel/input-fields.js'
import { maxConnectionPageSize, maxOverlapHours, maxSecretLength } from '../limits.js'
import { connectionStatuses } from './connection.queries.js'

const settings = z.record(z.string(), z.any()).meta({ description: 'Provider settings, described by `GET /integrations/providers`.' })

export const ConnectionSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the connection.' }),
    providerSlug: z.string().meta({ description: 'Slug of the provider.' }),
    name: z.string(),
    status: z.enum(connectionStatuses).meta({
      description: '`pending`: no signing secret yet. `disconnected`: ended by the provider. Only `active` connections receive webhooks.',
    }),
    webhookUrl: z.string().meta({ description: 'The URL to configure at the provider.' }),
    settings,
    hasSigningSecret: z.boolean(),
    previousSecretUntil: z.string().nullable().meta({ description: 'The previous secret is also accepted until then.' }),
    hasApiKey: z.boolean().meta({ description: 'Whether an API key for fetching event details is stored.' }),
    lastDeliveryAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ description: 'A webhook endpoint for one provider.' })
export type ConnectionAnswer = z.infer<typeof ConnectionSchema>

const secret = (what: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxSecretLength)
    .meta({ description: `${what} Stored encrypted and never returned.` })
const name = z.string().trim().min(1).max(100).meta({ description: 'Display name.' })

export const createConnectionBodySchema = z.object({
  providerSlug: z.string().min(1).max(100).meta({ description: 'Slug of a provider that sends webhooks.' }),
  name: name.optional(),
  signingSecret: secret('The signing secret of the provider. Without it, the connection stays `pending`.').optional(),
  apiKey: secret('API key for providers whose events contain only ids.').optional(),
  settings: settings.optional(),
})
export type CreateConnection = z.infer<typeof createConnectionBodySchema>

export const updateConnectionBodySchema = z.object({
  name: name.optional(),
  status: z.enum(['active', 'paused']).optional().meta({ description: 'A paused connection rejects webhooks.' }),
  signingSecret: secret('A new signing secret. The previous one is also accepted during the overlap.').optional(),
  overlapHours: z
    .number()
    .min(0)
    .max(maxOverlapHours)
    .default(maxOverlapHours)
    .meta({ description: 'How many hours the previous secret is also accepted.' }),
  apiKey: secret('A new API key; null deletes it.').nullable().optional(),
  settings: settings
    .optional()
    .meta({ description: 'Changed settings; omitted settings stay unchanged, and null resets one to its default.' }),
})
export type UpdateConnection = z.infer<typeof updateConnectionBodySchema>

export const ConnectionParams = z.object({ id: z.string().meta({ description: 'Id of the connection.' }) })
export const DeletedConnection = z.object({ id: z.string() })

export const listConnectionsQuerySchema = z.object({
  providerSlug: z.string().optional().meta({ description: 'Return only connections of this provider.' }),
  status: z.enum(connectionStatuses).optional().meta({ description: 'Return only connections with this status.' }),
  ...pageFields(maxConnectionPageSize),
})
