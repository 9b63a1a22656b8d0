import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { Trigger } from '../accounts/index.js'
import type { Receiver } from './receiver.js'

/** Which links a webhook hears the clicks of. */
export const linkScopes = ['workspace', 'links', 'folders'] as const
export type LinkScope = (typeof linkScopes)[number]

/** An address that is told what happens in its workspace. How it fares is written by the delivery alone. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    /** The integration that made it; null for one of the workspace's own. */
    installationId: p.string().nullable(),
    name: p.string(),
    url: p.string(),
    receiver: p.string().$type<Receiver>(),
    triggers: p.json<Trigger[]>(),
    /** Said exactly where it hears of clicks. */
    linkScope: p.string().$type<LinkScope>().nullable(),
    sealedSecret: p.string(),
    /** The secret before the last rotation, sealed; signs as well until its time is over. */
    formerSecret: p.string().nullable(),
    formerUntil: p.datetime().nullable(),
    /** Failed attempts since the last success. */
    consecutiveFailures: p.integer().default(0),
    lastFailedAt: p.datetime().nullable(),
    /** Pauses since the last success, and the end of the present one. */
    pauses: p.integer().default(0),
    pausedUntil: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    /** The process that delivers to it, for as long as it says so. */
    leasedBy: p.string().nullable(),
    leasedUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Webhook = InferEntity<typeof Webhook>
