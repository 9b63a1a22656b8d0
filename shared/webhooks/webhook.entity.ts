import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { WebhookTrigger } from '../accounts/index.js'
import type { Receiver } from './receiver.js'

/** The links whose clicks a webhook receives. */
export const linkScopes = ['workspace', 'links', 'folders'] as const
export type LinkScope = (typeof linkScopes)[number]

/** A URL that receives the events of its workspace. Only delivery workers write its failures, pauses and lease. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  properties: {
    id: p.string().primary(),
    /** The owner: a workspace, or a partner, whose webhooks are called postbacks. */
    workspaceId: p.string().nullable(),
    partnerId: p.string().nullable(),
    /** The integration that created it; null when created by a user. */
    installationId: p.string().nullable(),
    name: p.string(),
    url: p.string(),
    receiver: p.string().$type<Receiver>(),
    triggers: p.json<WebhookTrigger[]>(),
    /** Set exactly when the triggers include `link.clicked`. */
    linkScope: p.string().$type<LinkScope>().nullable(),
    sealedSecret: p.string(),
    /** The secret before the last rotation, sealed. Signs as well until `formerUntil`. */
    formerSecret: p.string().nullable(),
    formerUntil: p.datetime().nullable(),
    /** Failed attempts since the last success. */
    consecutiveFailures: p.integer().default(0),
    lastFailedAt: p.datetime().nullable(),
    /** Pauses since the last success, and the end of the current one. */
    pauses: p.integer().default(0),
    pausedUntil: p.datetime().nullable(),
    disabledAt: p.datetime().nullable(),
    /** The delivery worker that holds the lease. */
    leasedBy: p.string().nullable(),
    leasedUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Webhook = InferEntity<typeof Webhook>
