/** The partners of the program. */
import { type Output, urlOf } from '../api-client.js'
import { ExportButton } from '../kit/export-button.js'
import { bodyOf, type Field, withoutEmpty } from '../kit/form-values.js'
import { formatCompact, formatMoney, formatName } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import { type Audience, choicesOf, loadAudience } from '../program/choices.js'
import { InviteButton } from '../program/invite-dialog.js'
import { partnerActions } from '../program/partner-actions.js'
import { partnerBulk } from '../program/partner-bulk.js'
import { PartnerLink } from '../program/partner-link.js'
import { partnerStatuses, partnerTones } from '../program/statuses.js'
import { withProgram } from '../program/with-program.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

type Partner = Output<'listPartners'>[number]

const filterNames = ['search', 'status', 'groupId', 'partnerTagId', 'sortBy']

const fieldsOf = ({ groups }: Audience): Field[] => [
  { name: 'email', label: 'Email', type: 'email', isRequired: true },
  { name: 'name', label: 'Name' },
  { name: 'groupId', label: 'Group', type: 'select', choices: groups, hint: 'Without a choice, the default group.' },
  { name: 'country', label: 'Country', placeholder: 'DE', hint: 'Two letters.' },
  { name: 'tenantId', label: 'ID in your system' },
  { name: 'description', label: 'Description', type: 'textarea' },
]

const resource: Resource<Partner, Audience> = {
  title: 'Partners',
  description: 'People who promote your product, and what they brought.',
  icon: 'partners',
  paging: 'page',
  search: 'Search partners',
  context: loadAudience,
  filters: ({ groups, tags } = { groups: [], tags: [] }) => [
    { name: 'status', label: 'All states', choices: choicesOf(partnerStatuses) },
    { name: 'groupId', label: 'All groups', choices: groups },
    { name: 'partnerTagId', label: 'All tags', choices: tags },
    {
      name: 'sortBy',
      label: 'Highest revenue',
      choices: [
        { value: 'createdAt', label: 'Newest first' },
        { value: 'totalClicks', label: 'Most clicks' },
        { value: 'totalLeads', label: 'Most leads' },
        { value: 'totalConversions', label: 'Most conversions' },
        { value: 'totalCommissions', label: 'Highest commissions' },
        { value: 'netRevenue', label: 'Highest net revenue' },
        { value: 'earningsPerClick', label: 'Highest earnings per click' },
      ],
    },
  ],
  load: (call, query, _, signal) => call('listPartners', { query: { sortBy: 'totalSaleAmount', ...query } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    { label: 'Partner', cell: ({ id, name, email }) => <PartnerLink id={id} name={name} detail={email} /> },
    { label: 'State', cell: ({ status }) => <Badge tone={partnerTones[status] ?? 'neutral'}>{formatName(status)}</Badge> },
    {
      label: 'Tags',
      cell: ({ tags }) => (
        <span class="tags">
          {tags?.map(({ id, name }) => (
            <span key={id} class="tag">
              {name}
            </span>
          ))}
        </span>
      ),
      isSecondary: true,
    },
    { label: 'Joined', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
    { label: 'Clicks', cell: ({ totalClicks }) => formatCompact(totalClicks), isNumber: true, isSecondary: true },
    { label: 'Leads', cell: ({ totalLeads }) => formatCompact(totalLeads), isNumber: true, isSecondary: true },
    { label: 'Revenue', cell: ({ totalSaleAmount }) => formatMoney(totalSaleAmount), isNumber: true, isSecondary: true },
    { label: 'Commissions', cell: ({ totalCommissions }) => formatMoney(totalCommissions), isNumber: true, isSecondary: true },
  ],
  empty: 'Add or invite partners, or let them apply with the form of a group.',
  tools: PartnerTools,
  create: {
    label: 'Add partner',
    operation: 'createPartner',
    fields: fieldsOf,
    run: (call, values, audience) => call('createPartner', { body: withoutEmpty(bodyOf(fieldsOf(audience), values)) }),
    done: 'Partner added',
  },
  actions: partnerActions,
  bulk: partnerBulk,
}

function PartnerTools({ onChanged }: { onChanged: () => void }) {
  const { access, workspace } = useSession()
  const [query] = useQuery()
  const chosen = Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
  return (
    <>
      <ExportButton url={urlOf('exportPartners', { query: chosen }, workspace.id)} fileName="partners.csv" />
      {access('bulkInvitePartners') === 'allowed' && <InviteButton onInvited={onChanged} />}
    </>
  )
}

export const PartnersPage = withProgram('Partners', 'partners', () => <ResourcePage resource={resource} />)
