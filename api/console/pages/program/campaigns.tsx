/** Campaigns: emails to the partners of the program. */
import type { Output } from '../../api-client.js'
import type { Field } from '../../kit/form-values.js'
import { formatExact, formatName } from '../../kit/format.js'
import { type Resource, ResourcePage } from '../../kit/resource-page.js'
import { Badge, Time } from '../../kit/texts.js'
import { campaignTones } from '../../program/campaigns/campaign-states.js'
import { EmailDomainsButton } from '../../program/campaigns/email-domains-dialog.js'
import { choicesOf } from '../../program/choices.js'
import { withProgram } from '../../program/with-program.js'
import { navigate } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

type Campaign = Output<'listCampaigns'>[number]

const fields: Field[] = [
  {
    name: 'type',
    label: 'When it is sent',
    type: 'select',
    isRequired: true,
    choices: [
      { value: 'marketing', label: 'Once, at a time that you choose' },
      { value: 'transactional', label: 'To each partner for whom conditions hold' },
    ],
  },
  { name: 'name', label: 'Name', isRequired: true, hint: 'Partners do not see it.' },
]

const resource: Resource<Campaign> = {
  title: 'Campaigns',
  description: 'Emails to your partners.',
  icon: 'campaigns',
  paging: 'page',
  search: 'Search campaigns',
  filters: () => [
    { name: 'type', label: 'All kinds', choices: choicesOf(['marketing', 'transactional']) },
    {
      name: 'status',
      label: 'All states',
      choices: choicesOf(['draft', 'scheduled', 'sending', 'sent', 'canceled', 'active', 'paused']),
    },
  ],
  load: (call, query, _, signal) => call('listCampaigns', { query: { ...query } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    { label: 'Campaign', cell: (campaign) => <CampaignName campaign={campaign} /> },
    { label: 'Kind', cell: ({ type }) => formatName(type), isSecondary: true },
    { label: 'State', cell: ({ status }) => <Badge tone={campaignTones[status]}>{formatName(status)}</Badge> },
    { label: 'Sent at', cell: ({ scheduledAt }) => scheduledAt && formatExact(scheduledAt), isSecondary: true },
    { label: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} />, isSecondary: true },
  ],
  empty: 'Send news to partners, or welcome those who join.',
  tools: EmailDomainsButton,
  create: {
    label: 'Create campaign',
    operation: 'createCampaign',
    fields: () => fields,
    async run(call, { type, name }, _, { href }) {
      const { id } = await call('createCampaign', { body: { type: type as Campaign['type'], name: String(name) } })
      navigate(href(`campaigns/${id}`))
    },
    done: 'Campaign created',
  },
  actions: [
    {
      label: 'Duplicate',
      operation: 'duplicateCampaign',
      run: (call, { id }) => call('duplicateCampaign', { params: { campaignId: id } }),
      done: 'Campaign duplicated',
    },
    {
      label: 'Delete',
      operation: 'deleteCampaign',
      isDangerous: true,
      confirm: () => 'What was sent stays sent.',
      run: (call, { id }) => call('deleteCampaign', { params: { campaignId: id } }),
      done: 'Campaign deleted',
    },
  ],
}

export const CampaignsPage = withProgram('Campaigns', 'campaigns', () => <ResourcePage resource={resource} />)

function CampaignName({ campaign: { id, name, subject } }: { campaign: Campaign }) {
  const { href } = useSession()
  return (
    <div class="two-lines">
      <a class="name" href={href(`campaigns/${id}`)}>
        {name}
      </a>
      <span class="muted">{subject}</span>
    </div>
  )
}
