import { defineEntity, type InferEntity, p, type PrimaryKeyProp } from '@mikro-orm/postgresql'
import type { DocumentNode } from '../content/document.js'
import type { TriggerCondition } from '../workflows/conditions.js'
import type { CampaignStatus, CampaignType } from './campaign-states.js'

/** An email of a program to its partners. */
export const Campaign = defineEntity({
  name: 'Campaign',
  tableName: 'campaigns',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    userId: p.string().nullable(),
    type: p.string().$type<CampaignType>(),
    status: p.string().$type<CampaignStatus>(),
    name: p.string(),
    subject: p.string(),
    /** Shown by mailboxes beside the subject. */
    preview: p.string().nullable(),
    /** As the caller wrote it: an address, or a name and an address. */
    sender: p.string().nullable(),
    body: p.json<DocumentNode>(),
    /** Groups of partners; empty for all. */
    groupIds: p.json<string[]>(),
    /** A partner needs one of these tags; empty for all. */
    partnerTagIds: p.json<string[]>(),
    triggerConditions: p.json<TriggerCondition[]>(),
    scheduledAt: p.datetime().nullable(),
    /** The last enrolment to which the campaign was sent. */
    sentThrough: p.string().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Campaign = Omit<InferEntity<typeof Campaign>, typeof PrimaryKeyProp>
