import { defineEntity, type InferEntity, p, type PrimaryKeyProp } from '@mikro-orm/postgresql'
import type { RejectionReason, SubmissionStatus } from './submission-states.js'

export interface SubmittedFile {
  url: string
  fileName: string
  /** Bytes. */
  size: number
}

/** What a partner did for a bounty, at most one per period. */
export const BountySubmission = defineEntity({
  name: 'BountySubmission',
  tableName: 'bounty_submissions',
  properties: {
    id: p.string().primary(),
    bountyId: p.string(),
    programId: p.string(),
    partnerId: p.string(),
    periodNumber: p.integer().default(1),
    status: p.string().$type<SubmissionStatus>(),
    description: p.string().nullable(),
    urls: p.json<string[]>().nullable(),
    files: p.json<SubmittedFile[]>().nullable(),
    performanceCount: p.bigint('number').nullable(),
    socialMetricCount: p.bigint('number').nullable(),
    socialMetricsLastSyncedAt: p.datetime().nullable(),
    /** The commission of an approved submission. */
    commissionId: p.string().nullable(),
    /** The user who approved or rejected it; null for the service. */
    reviewerId: p.string().nullable(),
    rejectionReason: p.string().$type<RejectionReason>().nullable(),
    rejectionNote: p.string().nullable(),
    completedAt: p.datetime().nullable(),
    reviewedAt: p.datetime().nullable(),
    remindedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type BountySubmission = Omit<InferEntity<typeof BountySubmission>, typeof PrimaryKeyProp>
