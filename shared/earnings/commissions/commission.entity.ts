import { defineEntity, type InferEntity, p, type PrimaryKeyProp } from '@mikro-orm/postgresql'
import type { CommissionStatus, CommissionType } from './commission-states.js'

export const Commission = defineEntity({
  name: 'Commission',
  tableName: 'commissions',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    partnerId: p.string(),
    type: p.string().$type<CommissionType>(),
    status: p.string().$type<CommissionStatus>(),
    /** Cents of the sale that remain after refunds; 0 for other types. */
    amount: p.bigint('number'),
    /** Cents; negative for a clawback. */
    earnings: p.bigint('number'),
    quantity: p.integer(),
    currency: p.string(),
    /** Amount and earnings before refunds. */
    eventAmount: p.bigint('number'),
    eventEarnings: p.bigint('number'),
    refundedAmount: p.bigint('number'),
    rewardId: p.string().nullable(),
    linkId: p.string().nullable(),
    payoutId: p.string().nullable(),
    customerId: p.string().nullable(),
    /** User who created a manual commission. */
    userId: p.string().nullable(),
    eventId: p.string().nullable(),
    invoiceId: p.string().nullable(),
    description: p.string().nullable(),
    /** Metadata of the lead or sale. */
    metadata: p.json<Record<string, unknown>>().nullable(),
    sourceCommissionId: p.string().nullable(),
    sourcePartnerId: p.string().nullable(),
    /** Set while it is canceled by a ban of the partner. */
    bannedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** A complete row: every column is present, possibly null. */
export type Commission = Complete<Omit<InferEntity<typeof Commission>, typeof PrimaryKeyProp>>
type Complete<Row> = { [Column in keyof Row]-?: Exclude<Row[Column], undefined> }
