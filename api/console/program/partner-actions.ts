/** What can be done with a partner: the same actions in the list and on the page of a partner. */
import type { Call } from '../api-client.js'
import type { Choice, Field } from '../kit/form-values.js'
import type { RowAction } from '../kit/row-actions.js'
import { type Audience, choicesOf } from './choices.js'
import { type BanReason, banReasons, isAllowed, type PartnerOperation, type PartnerStatus } from './statuses.js'

export interface PartnerRow {
  id: string
  name: string
  status: PartnerStatus
}

export const banField: Field = { name: 'reason', label: 'Reason', type: 'select', isRequired: true, choices: choicesOf(banReasons) }

const timeframes = ['instant', 'standard', 'never'] as const
export const reapplyField: Field = {
  name: 'reapplicationTimeframe',
  label: 'May apply again',
  type: 'select',
  isRequired: true,
  choices: [
    { value: 'standard', label: 'After 30 days' },
    { value: 'instant', label: 'At once' },
    { value: 'never', label: 'Never' },
  ],
}
export type Timeframe = (typeof timeframes)[number]

export const groupField = (groups: Choice[], hint?: string): Field => ({
  name: 'groupId',
  label: 'Group',
  type: 'select',
  choices: groups,
  ...(hint ? { hint } : { isRequired: true }),
})

type Action = RowAction<PartnerRow, Pick<Audience, 'groups'>>
const isFor =
  (operation: PartnerOperation) =>
  ({ status }: PartnerRow) =>
    isAllowed(operation, status)

/** Without a choice, the group stays. */
const optionalGroup = (groupId: unknown): { groupId?: string } => (typeof groupId === 'string' && groupId !== '' ? { groupId } : {})

const applicationActions: Action[] = [
  {
    label: 'Approve',
    operation: 'bulkApprovePartners',
    isFor: isFor('approve'),
    form: { fields: ({ groups }) => [groupField(groups, 'Without a choice, the group they applied to.')], action: 'Approve' },
    run: (call, { id }, { groupId }) => call('bulkApprovePartners', { body: { partnerIds: [id], ...optionalGroup(groupId) } }),
    done: 'Partner approved',
  },
  {
    label: 'Reject',
    operation: 'bulkRejectPartners',
    isDangerous: true,
    isFor: isFor('reject'),
    form: { fields: () => [reapplyField], action: 'Reject' },
    run: (call, { id }, { reapplicationTimeframe }) =>
      call('bulkRejectPartners', { body: { partnerIds: [id], reapplicationTimeframe: reapplicationTimeframe as Timeframe } }),
    done: 'Partner rejected',
  },
  {
    label: 'Send the invite again',
    operation: 'resendPartnerInvite',
    isFor: isFor('resendInvite'),
    run: (call, { id: partnerId }) => call('resendPartnerInvite', { params: { partnerId } }),
    done: 'Invite sent',
  },
  {
    label: 'Withdraw the invite',
    operation: 'deletePartnerInvite',
    isDangerous: true,
    isFor: isFor('withdrawInvite'),
    confirm: () => 'The invite and the links of the partner are removed.',
    run: (call, { id: partnerId }) => call('deletePartnerInvite', { params: { partnerId } }),
    done: 'Invite withdrawn',
  },
]

const archive = (call: Call, { id: partnerId }: PartnerRow) => call('archivePartner', { params: { partnerId } })

const statusActions: Action[] = [
  {
    label: 'Move to a group',
    operation: 'movePartnersToGroup',
    isFor: ({ status }) => status === 'approved' || status === 'archived' || status === 'invited',
    form: { fields: ({ groups }) => [groupField(groups)], action: 'Move' },
    run: (call, { id }, { groupId }) =>
      call('movePartnersToGroup', { params: { groupIdOrSlug: String(groupId) }, body: { partnerIds: [id] } }),
    done: 'Partner moved',
  },
  { label: 'Archive', operation: 'archivePartner', isFor: isFor('archive'), run: archive, done: 'Partner archived' },
  { label: 'Take out of the archive', operation: 'archivePartner', isFor: isFor('unarchive'), run: archive, done: 'Partner restored' },
  {
    label: 'Deactivate',
    operation: 'deactivatePartner',
    isFor: isFor('deactivate'),
    confirm: () => 'The links of the partner expire. Commissions and payouts stay. You can reactivate the partner.',
    run: (call, { id }) => call('deactivatePartner', { body: { partnerId: id } }),
    done: 'Partner deactivated',
  },
  {
    label: 'Reactivate',
    operation: 'reactivatePartner',
    isFor: isFor('reactivate'),
    run: (call, { id: partnerId }) => call('reactivatePartner', { params: { partnerId } }),
    done: 'Partner reactivated',
  },
  {
    label: 'Ban',
    operation: 'banPartner',
    isDangerous: true,
    isFor: isFor('ban'),
    form: { fields: () => [banField], action: 'Ban' },
    run: (call, { id }, { reason }) => call('banPartner', { body: { partnerId: id, reason: reason as BanReason } }),
    done: 'Partner banned',
  },
  {
    label: 'Lift the ban',
    operation: 'unbanPartner',
    isFor: isFor('unban'),
    run: (call, { id: partnerId }) => call('unbanPartner', { params: { partnerId } }),
    done: 'Ban lifted',
  },
  {
    label: 'Delete',
    operation: 'deletePartner',
    isDangerous: true,
    isFor: isFor('delete'),
    confirm: () => 'The partner leaves the program. Partners with commissions or payouts cannot be deleted.',
    run: (call, { id: partnerId }) => call('deletePartner', { params: { partnerId } }),
    done: 'Partner deleted',
  },
]

export const partnerActions: Action[] = [...applicationActions, ...statusActions]
