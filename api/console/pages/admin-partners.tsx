/** Partners of the network, and who is trusted. */
import type { Output } from '../api-client.js'
import { formatCountry, formatName, formatNumber } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import type { RowAction } from '../kit/row-actions.js'
import { Badge, Time, type Tone } from '../kit/texts.js'

type Partner = Output<'listNetworkPartnersForOperator'>[number]
type Status = Partner['networkStatus']

const tones: Record<Status, Tone> = { draft: 'neutral', submitted: 'waiting', approved: 'good', rejected: 'bad', trusted: 'good' }
const statuses = Object.keys(tones) as Status[]

const review = (label: string, status: 'approved' | 'rejected'): RowAction<Partner, undefined> => ({
  label,
  operation: 'setNetworkStatus',
  isDangerous: status === 'rejected',
  isFor: ({ networkStatus }) => networkStatus !== status && networkStatus !== 'trusted',
  run: (call, { id }) => call('setNetworkStatus', { params: { partnerId: id }, body: { status } }),
  done: `Partner ${status}`,
})

const resource: Resource<Partner> = {
  title: 'Network partners',
  description: 'Partners who present themselves to all programs.',
  icon: 'partners',
  paging: 'page',
  search: 'Search partners',
  filters: () => [
    { name: 'networkStatus', label: 'All states', choices: statuses.map((value) => ({ value, label: formatName(value) })) },
    {
      name: 'sortBy',
      label: 'Newest first',
      choices: [
        { value: 'submittedAt', label: 'Last submitted' },
        { value: 'reviewedAt', label: 'Last reviewed' },
      ],
    },
  ],
  load: (call, query, _, signal) => call('listNetworkPartnersForOperator', { query: { ...query } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Partner',
      cell: ({ name, email }) => (
        <div class="two-lines">
          <strong>{name}</strong>
          <span class="muted">{email}</span>
        </div>
      ),
    },
    { label: 'State', cell: ({ networkStatus }) => <Badge tone={tones[networkStatus]}>{formatName(networkStatus)}</Badge> },
    { label: 'Country', cell: ({ country }) => country && formatCountry(country), isSecondary: true },
    { label: 'Programs', cell: ({ programs }) => formatNumber(programs.length), isNumber: true, isSecondary: true },
    {
      label: 'Same person',
      cell: ({ duplicatePartnerAccounts }) => duplicatePartnerAccounts.map(({ email, name }) => email ?? name).join(', '),
      isSecondary: true,
    },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Partners appear here when they have an account.',
  actions: [
    review('Approve', 'approved'),
    review('Reject', 'rejected'),
    {
      label: 'Trust',
      operation: 'trustPartner',
      isFor: ({ networkStatus }) => networkStatus === 'approved',
      run: (call, { id }) => call('trustPartner', { body: { partnerIdOrEmail: id } }),
      done: 'Partner trusted',
    },
    {
      label: 'End trust',
      operation: 'distrustPartner',
      isFor: ({ networkStatus }) => networkStatus === 'trusted',
      run: (call, { id }) => call('distrustPartner', { body: { partnerId: id } }),
      done: 'Trust ended',
    },
  ],
}

export const AdminPartnersPage = () => <ResourcePage resource={resource} />
