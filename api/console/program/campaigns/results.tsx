/** What became of the emails of a campaign. */
import type { Output } from '../../api-client.js'
import { EmptyState, ErrorState } from '../../kit/empty-state.js'
import { FilterBar } from '../../kit/filter-bar.js'
import { formatNumber } from '../../kit/format.js'
import { Table } from '../../kit/table.js'
import { Badge, Time } from '../../kit/texts.js'
import { useList, useLoad } from '../../kit/use-load.js'
import { useQuery } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'
import { choicesOf } from '../choices.js'
import { PartnerLink } from '../partner-link.js'
import { StatRow } from '../stat-row.js'

type Event = Output<'listCampaignEvents'>[number]
const names = ['sent', 'delivered', 'opened', 'bounced'] as const
const labels = { sent: 'Sent', delivered: 'Delivered', opened: 'Opened', bounced: 'Bounced' }

export function CampaignResults({ campaignId }: { campaignId: string }) {
  const { call } = useSession()
  const [{ status, search }] = useQuery()
  const params = { campaignId }
  const summary = useLoad(campaignId, (signal) => call('summariseCampaign', { params }, signal))
  const filter = { ...(status ? { status: status as 'opened' } : {}), ...(search ? { search } : {}) }
  const list = useList<Event>(`${campaignId} ${JSON.stringify(filter)}`, 'page', (page, signal) =>
    call('listCampaignEvents', { params, query: { ...filter, ...page } }, signal),
  )
  if (summary.error) return <ErrorState error={summary.error} onRetry={summary.reload} />
  return (
    <>
      <StatRow
        label="Results"
        stats={names.map((name) => ({ name, label: labels[name], value: summary.value ? formatNumber(summary.value[name]) : '–' }))}
      />
      <FilterBar search="Search recipients" filters={[{ name: 'status', label: 'Delivered', choices: choicesOf(['opened', 'bounced']) }]} />
      <Table<Event>
        label="Emails"
        list={list}
        columns={[
          { label: 'Partner', cell: ({ partner, recipient }) => <PartnerLink id={partner.id} name={partner.name} detail={recipient} /> },
          { label: 'State', cell: (event) => <State event={event} /> },
          { label: 'Sent', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
        ]}
        empty={<EmptyState icon="campaigns" title={status || search ? 'Nothing matches these filters' : 'Nothing was delivered yet'} />}
      />
    </>
  )
}

function State({ event: { bouncedAt, openedAt, deliveredAt, failure } }: { event: Event }) {
  if (bouncedAt)
    return (
      <div class="two-lines">
        <span>
          <Badge tone="bad">Bounced</Badge>
        </span>
        {failure && <span class="muted">{failure}</span>}
      </div>
    )
  if (openedAt) return <Badge tone="good">Opened</Badge>
  return deliveredAt ? <Badge tone="good">Delivered</Badge> : <Badge tone="waiting">Waiting</Badge>
}
