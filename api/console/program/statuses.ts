/** Statuses of partners, commissions and payouts, and how they look. */
import type { Output } from '../api-client.js'
import type { Tone } from '../kit/texts.js'

export type PartnerStatus = Output<'listPartners'>[number]['status']
export type CommissionStatus = Output<'listCommissions'>[number]['status']
export type PayoutStatus = Output<'listPayouts'>[number]['status']

export const partnerStatuses: PartnerStatus[] = [
  'approved',
  'pending',
  'invited',
  'declined',
  'rejected',
  'deactivated',
  'banned',
  'archived',
]
export const partnerTones: Partial<Record<PartnerStatus, Tone>> = {
  approved: 'good',
  pending: 'waiting',
  invited: 'waiting',
  banned: 'bad',
  rejected: 'bad',
}

export const commissionStatuses: CommissionStatus[] = ['pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold']
export const commissionTones: Partial<Record<CommissionStatus, Tone>> = {
  paid: 'good',
  processed: 'good',
  pending: 'waiting',
  hold: 'waiting',
  fraud: 'bad',
}

export const payoutStatuses: PayoutStatus[] = ['pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled']
export const payoutTones: Partial<Record<PayoutStatus, Tone>> = {
  completed: 'good',
  sent: 'good',
  pending: 'waiting',
  processing: 'waiting',
  failed: 'bad',
}

export const banReasons = ['tos_violation', 'inappropriate_content', 'fake_traffic', 'fraud', 'spam', 'brand_abuse'] as const
export type BanReason = (typeof banReasons)[number]

/** What can be done with a partner, and in which statuses; the service refuses everything else. */
export const partnerOperations = {
  approve: ['pending', 'rejected'],
  reject: ['pending'],
  resendInvite: ['invited'],
  withdrawInvite: ['invited', 'declined'],
  archive: ['approved'],
  unarchive: ['archived'],
  deactivate: ['approved', 'archived'],
  reactivate: ['deactivated'],
  ban: ['approved', 'rejected', 'invited', 'declined', 'deactivated', 'archived'],
  unban: ['banned'],
  delete: ['deactivated', 'banned'],
} as const satisfies Record<string, readonly PartnerStatus[]>
export type PartnerOperation = keyof typeof partnerOperations

export const isAllowed = (operation: PartnerOperation, status: PartnerStatus): boolean =>
  (partnerOperations[operation] as readonly PartnerStatus[]).includes(status)
