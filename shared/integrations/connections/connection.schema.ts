/** Connections as callers see them, and what they say of them. */
import { z } from 'zod'
import { numberedPages } from '../../kernel/fields.js'
import { largestConnectionPage, longestOverlapHours, longestSecret } from '../limits.js'
import { connectionStatuses } from './connection.queries.js'

const settings = z
  .record(z.string(), z.any())
  .meta({ description: 'What the provider lets you choose; `GET /integrations/providers` describes it.' })

export const ConnectionSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the connection.' }),
    providerSlug: z.string().meta({ description: 'The provider that sends.' }),
    name: z.string(),
    status: z
      .enum(connectionStatuses)
      .meta({
        description:
          '`pending` until there is a signing secret; `disconnected` when the other side ended it. Only an `active` one receives.',
      }),
    webhookUrl: z.string().meta({ description: 'The address to give to the provider.' }),
    settings,
    hasSigningSecret: z.boolean(),
    previousSecretUntil: z.string().nullable().meta({ description: 'Until when the secret before this one is taken as well.' }),
    hasApiKey: z.boolean().meta({ description: 'Whether there is a key to fetch what events only name.' }),
    lastDeliveryAt: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })
  .meta({ description: 'A place where a provider tells what happened there.' })
export type ConnectionAnswer = z.infer<typeof ConnectionSchema>

const secret = (what: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longestSecret)
    .meta({ description: `${what} Kept sealed; no answer holds it.` })
const name = z.string().trim().min(1).max(100).meta({ description: 'To tell connections apart.' })

export const createConnectionBodySchema = z.object({
  providerSlug: z.string().min(1).max(100).meta({ description: 'A provider of the catalogue that sends webhooks.' }),
  name: name.optional(),
  signingSecret: secret('What the provider signs with. Without it, the connection waits for it.').optional(),
  apiKey: secret('For providers whose events only name what changed: the key to their interface.').optional(),
  settings: settings.optional(),
})
export type CreateConnection = z.infer<typeof createConnectionBodySchema>

export const updateConnectionBodySchema = z.object({
  name: name.optional(),
  status: z.enum(['active', 'paused']).optional().meta({ description: 'A paused connection refuses what is sent to it.' }),
  signingSecret: secret('A new secret. The one before is taken as well for a while.').optional(),
  overlapHours: z
    .number()
    .min(0)
    .max(longestOverlapHours)
    .default(longestOverlapHours)
    .meta({ description: 'How long the secret before is taken as well, in hours.' }),
  apiKey: secret('A new key to their interface.').nullable().optional(),
  settings: settings.optional().meta({ description: 'Settings that change; others stay as they are.' }),
})
export type UpdateConnection = z.infer<typeof updateConnectionBodySchema>

export const ConnectionParams = z.object({ id: z.string().meta({ description: 'Id of the connection.' }) })
export const DeletedConnection = z.object({ id: z.string() })

export const listConnectionsQuerySchema = z.object({
  providerSlug: z.string().optional().meta({ description: 'Only connections of this provider.' }),
  status: z.enum(connectionStatuses).optional().meta({ description: 'Only connections of this status.' }),
  ...numberedPages(largestConnectionPage),
})
