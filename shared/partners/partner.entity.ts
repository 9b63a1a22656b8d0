import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { networkStatuses, payoutMethods } from './partner.schema.js'

export const identityVerificationStatuses = [
  'started',
  'submitted',
  'approved',
  'declined',
  'resubmissionRequested',
  'expired',
  'abandoned',
  'review',
] as const
export type IdentityVerificationStatus = (typeof identityVerificationStatuses)[number]

/** A person or company that takes part in programs of any workspace. */
/** A change of a partner account by the operator. */
export interface PartnerChange {
  field: 'networkStatus' | 'country'
  from: string | null
  to: string
  /** ISO 8601. */
  changedAt: string
}

export const Partner = defineEntity({
  name: 'Partner',
  tableName: 'partners',
  properties: {
    id: p.string().primary(),
    name: p.string(),
    username: p.string().nullable(),
    /** Lower case, unique. */
    email: p.string().nullable(),
    image: p.string().nullable(),
    description: p.string().nullable(),
    country: p.string().nullable(),
    companyName: p.string().nullable(),
    profileType: p.string().$type<'individual' | 'company'>().default('individual'),
    networkStatus: p.string().$type<(typeof networkStatuses)[number]>().default('draft'),
    trustedAt: p.datetime().nullable(),
    /** When the partner requested to be listed in the network, and when the operator decided. */
    submittedAt: p.datetime().nullable(),
    reviewedAt: p.datetime().nullable(),
    /** Changes by the operator, the last one last. */
    changeHistory: p.json<PartnerChange[]>().nullable(),
    identityVerificationStatus: p.string().$type<IdentityVerificationStatus>().nullable(),
    identityVerifiedAt: p.datetime().nullable(),
    /** The last session of the provider that verifies identities. */
    identitySession: p.json<{ id: string; url: string; expiresAt: string; decidedAt?: string }>().nullable(),
    defaultPayoutMethod: p.string().$type<(typeof payoutMethods)[number]>().nullable(),
    payoutsEnabledAt: p.datetime().nullable(),
    paypalEmail: p.string().nullable(),
    stripeConnectId: p.string().nullable(),
    stripeRecipientId: p.string().nullable(),
    payoutMethodHash: p.string().nullable(),
    cryptoWalletAddress: p.string().nullable(),
    tremendousEmail: p.string().nullable(),
    invoiceSettings: p.json<{ address?: string; taxId?: string }>().nullable(),
    /** The account that this one was merged into. */
    mergedIntoId: p.string().nullable(),
    monthlyTraffic: p.string().nullable(),
    industryInterests: p.json<string[]>().nullable(),
    preferredEarningStructures: p.json<string[]>().nullable(),
    salesChannels: p.json<string[]>().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Partner = InferEntity<typeof Partner>
