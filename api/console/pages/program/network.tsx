/** Partners of the network who are not in the program yet. */
import type { Output } from '../../api-client.js'
import type { Field } from '../../kit/form-values.js'
import type { Choice } from '../../kit/form-values.js'
import { formatCountry, formatDay, formatName, formatNumber } from '../../kit/format.js'
import { type Resource, ResourcePage } from '../../kit/resource-page.js'
import { Badge } from '../../kit/texts.js'
import { useLoad } from '../../kit/use-load.js'
import { choicesOf, loadGroups } from '../../program/choices.js'
import { groupField } from '../../program/partner-actions.js'
import { withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

type Partner = Output<'listNetworkPartners'>[number]

const inviteFields = (groups: Choice[]): Field[] => [
  groupField(groups, 'Without a choice, the default group.'),
  { name: 'emailSubject', label: 'Subject of the email', hint: 'Without it, the usual text is sent.' },
  { name: 'emailTitle', label: 'Title of the email' },
  { name: 'emailBody', label: 'Text of the email', type: 'textarea' },
]

const resource: Resource<Partner, Choice[]> = {
  title: 'Discover',
  objects: 'partners',
  description: 'Partners of the network who could join your program. Their addresses stay hidden.',
  icon: 'network',
  paging: 'page',
  context: loadGroups,
  filters: () => [
    { name: 'status', label: 'Discover', choices: choicesOf(['invited', 'recruited', 'ignored']) },
    { name: 'platform', label: 'All platforms', choices: choicesOf(['website', 'youtube', 'twitter', 'linkedin', 'instagram', 'tiktok']) },
    { name: 'starred', label: 'With and without star', choices: [{ value: 'true', label: 'Starred' }] },
    { name: 'sortBy', label: 'Best match', choices: [{ value: 'subscribers', label: 'Most subscribers' }] },
  ],
  load: (call, query, _, signal) => call('listNetworkPartners', { query: { ...query } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Partner',
      cell: ({ name, description, starredAt }) => (
        <div class="two-lines">
          <strong>
            {name}
            {starredAt && <span aria-label="Starred"> ★</span>}
          </strong>
          <span class="muted">{description}</span>
        </div>
      ),
    },
    { label: 'Country', cell: ({ country }) => country && formatCountry(country), isSecondary: true },
    {
      label: 'Platforms',
      cell: ({ platforms }) =>
        platforms
          .map(({ type, subscribers }) => `${formatName(type)}${subscribers > 0 ? ` (${formatNumber(subscribers)})` : ''}`)
          .join(', '),
      isSecondary: true,
    },
    { label: 'Interests', cell: ({ industryInterests }) => industryInterests.map(formatName).join(', '), isSecondary: true },
    { label: 'State', cell: (partner) => <State partner={partner} /> },
  ],
  empty: 'Partners appear here once the operator has approved their profile.',
  summary: InviteQuota,
  actions: [
    {
      label: 'Invite',
      operation: 'inviteNetworkPartner',
      isFor: ({ invitedAt, recruitedAt }) => !invitedAt && !recruitedAt,
      form: { fields: inviteFields, action: 'Send invite' },
      run: (call, { id: partnerId }, values) =>
        call('inviteNetworkPartner', {
          params: { partnerId },
          body: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
        }),
      done: 'Invite sent',
    },
    ...([true, false] as const).map((starred) => ({
      label: starred ? 'Star' : 'Remove the star',
      operation: 'starNetworkPartner' as const,
      isFor: ({ starredAt }: Partner) => (starredAt === null) === starred,
      run: (call: Parameters<Resource<Partner>['load']>[0], { id: partnerId }: Partner) =>
        call('starNetworkPartner', { params: { partnerId }, body: { starred } }),
    })),
    ...([true, false] as const).map((ignored) => ({
      label: ignored ? 'Ignore' : 'Do not ignore',
      operation: 'ignoreNetworkPartner' as const,
      isFor: ({ ignoredAt }: Partner) => (ignoredAt === null) === ignored,
      run: (call: Parameters<Resource<Partner>['load']>[0], { id: partnerId }: Partner) =>
        call('ignoreNetworkPartner', { params: { partnerId }, body: { ignored } }),
    })),
  ],
}

export const NetworkPage = withProgram('Discover', 'network', () => <ResourcePage resource={resource} />)

function State({ partner: { networkStatus, recruitedAt, invitedAt, ignoredAt } }: { partner: Partner }) {
  if (recruitedAt) return <Badge tone="good">Recruited</Badge>
  if (invitedAt) return <Badge tone="waiting">Invited</Badge>
  if (ignoredAt) return <Badge>Ignored</Badge>
  return networkStatus === 'trusted' ? <Badge tone="good">Trusted</Badge> : null
}

function InviteQuota() {
  const { call } = useSession()
  const { value } = useLoad('quota', (signal) => call('getNetworkInvitesUsage', {}, signal))
  return (
    <p class="muted quota">
      {value
        ? `${formatNumber(value.usage)} of ${formatNumber(value.limit)} invites of seven days used${value.resetsAt ? `, more from ${formatDay(value.resetsAt)}` : ''}`
        : '\u00a0'}
    </p>
  )
}
