/** What can be done with several partners at once. The service changes all partners of a request, or none. */
import type { BulkAction } from '../kit/bulk-bar.js'
import type { Field } from '../kit/form-values.js'
import type { Audience } from './choices.js'
import { banField, groupField, reapplyField, type Timeframe } from './partner-actions.js'
import type { BanReason } from './statuses.js'

const tagFields = ({ tags }: Audience): Field[] => [
  { name: 'addTagIds', label: 'Add', type: 'list', choices: tags, hint: tags.length === 0 ? 'There are no tags yet.' : undefined },
  { name: 'removeTagIds', label: 'Remove', type: 'list', choices: tags },
]
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export const partnerBulk: BulkAction<Audience>[] = [
  {
    label: 'Approve',
    operation: 'bulkApprovePartners',
    confirm: 'Pending and rejected partners join the program. Their links begin to work.',
    run: (call, partnerIds) => call('bulkApprovePartners', { body: { partnerIds } }),
    done: 'partners approved',
  },
  {
    label: 'Reject',
    operation: 'bulkRejectPartners',
    form: () => [reapplyField],
    run: (call, partnerIds, { reapplicationTimeframe }) =>
      call('bulkRejectPartners', { body: { partnerIds, reapplicationTimeframe: reapplicationTimeframe as Timeframe } }),
    done: 'partners rejected',
  },
  {
    label: 'Move',
    operation: 'movePartnersToGroup',
    form: ({ groups }) => [groupField(groups)],
    run: (call, partnerIds, { groupId }) =>
      call('movePartnersToGroup', { params: { groupIdOrSlug: String(groupId) }, body: { partnerIds } }),
    done: 'partners moved',
  },
  {
    label: 'Tag',
    operation: 'assignPartnerTags',
    form: tagFields,
    run: (call, partnerIds, { addTagIds, removeTagIds }) =>
      call('assignPartnerTags', { body: { partnerIds, addTagIds: listOf(addTagIds), removeTagIds: listOf(removeTagIds) } }),
    done: 'partners tagged',
  },
  {
    label: 'Archive',
    operation: 'bulkArchivePartners',
    confirm: 'Approved partners are hidden from the list and keep earning. Archived ones are taken out of the archive.',
    run: (call, partnerIds) => call('bulkArchivePartners', { body: { partnerIds } }),
    done: 'partners archived',
  },
  {
    label: 'Deactivate',
    operation: 'bulkDeactivatePartners',
    confirm: 'Their links expire. Commissions and payouts stay. You can reactivate them.',
    run: (call, partnerIds) => call('bulkDeactivatePartners', { body: { partnerIds } }),
    done: 'partners deactivated',
  },
  {
    label: 'Ban',
    operation: 'bulkBanPartners',
    isDangerous: true,
    form: () => [banField],
    run: (call, partnerIds, { reason }) => call('bulkBanPartners', { body: { partnerIds, reason: reason as BanReason } }),
    done: 'partners banned',
  },
]
