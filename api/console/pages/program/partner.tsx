/** One partner: what the partner brought and earned, and what can be done. */
import type { Output } from '../../api-client.js'
import { Figures } from '../../figures/figures.js'
import { periodQuery, PeriodSelect } from '../../figures/period.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatMoney, formatName, formatNumber } from '../../kit/format.js'
import { Menu } from '../../kit/menu.js'
import { PageHeader } from '../../kit/page-header.js'
import { useRowActions } from '../../kit/row-actions.js'
import { Tabs } from '../../kit/tabs.js'
import { Badge } from '../../kit/texts.js'
import { useLoad } from '../../kit/use-load.js'
import { loadAudience } from '../../program/choices.js'
import { Thread } from '../../program/messages/thread.js'
import { partnerActions, type PartnerRow } from '../../program/partner-actions.js'
import { PartnerActivity } from '../../program/partner/activity.js'
import { PartnerComments } from '../../program/partner/comments.js'
import { PartnerLinks } from '../../program/partner/links.js'
import { PartnerCommissions, PartnerCustomers, PartnerFraud, PartnerPayouts } from '../../program/partner/lists.js'
import { PartnerProfile } from '../../program/partner/profile.js'
import { StatRow } from '../../program/stat-row.js'
import { partnerTones } from '../../program/statuses.js'
import { withProgram } from '../../program/with-program.js'
import { useQuery } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

type Partner = Output<'getPartner'>

export const PartnerPage = withProgram('Partner', 'partners', ({ id }: { id: string }) => {
  const { call, href } = useSession()
  const partner = useLoad(id, (signal) => call('getPartner', { params: { partnerId: id } }, signal))
  const audience = useLoad('audience', () => loadAudience(call))
  const { value, error, reload } = partner
  const { actionsOf, dialog } = useRowActions({
    actions: partnerActions,
    context: audience.value ?? { groups: [] },
    nameOf: ({ name }: PartnerRow) => name,
    onDone: reload,
  })
  if (error && !value)
    return (
      <>
        <PageHeader title="Partner" back={{ href: href('partners'), label: 'Partners' }} />
        <ErrorState error={error} onRetry={reload} />
      </>
    )
  if (!value)
    return (
      <>
        <PageHeader title="Partner" back={{ href: href('partners'), label: 'Partners' }} />
        <Placeholder />
      </>
    )
  return (
    <>
      <PageHeader title={value.name} description={value.email ?? undefined} back={{ href: href('partners'), label: 'Partners' }}>
        <Badge tone={partnerTones[value.status] ?? 'neutral'}>{formatName(value.status)}</Badge>
        <Menu label={`Actions of ${value.name}`} text="Actions" icon="chevron" actions={actionsOf(value)} />
      </PageHeader>
      <Totals partner={value} />
      <Tabs
        label="Parts of the partner"
        tabs={[
          {
            name: 'profile',
            label: 'Profile',
            content: () => <PartnerProfile partner={value} groups={audience.value?.groups ?? []} onChanged={reload} />,
          },
          { name: 'performance', label: 'Performance', content: () => <Performance partnerId={id} /> },
          { name: 'links', label: 'Links', content: () => <PartnerLinks partner={value} onChanged={reload} /> },
          { name: 'commissions', label: 'Commissions', content: () => <PartnerCommissions partnerId={id} /> },
          { name: 'payouts', label: 'Payouts', content: () => <PartnerPayouts partnerId={id} /> },
          { name: 'customers', label: 'Customers', content: () => <PartnerCustomers partnerId={id} /> },
          { name: 'messages', label: 'Messages', content: () => <Thread partnerId={id} /> },
          { name: 'comments', label: 'Comments', content: () => <PartnerComments partnerId={id} /> },
          { name: 'fraud', label: 'Fraud', content: () => <PartnerFraud partnerId={id} /> },
          { name: 'activity', label: 'Activity', content: () => <PartnerActivity partnerId={id} /> },
        ]}
      />
      {dialog}
    </>
  )
})

const Totals = ({ partner }: { partner: Partner }) => (
  <StatRow
    label="Totals"
    stats={[
      { name: 'totalClicks', label: 'Clicks', value: formatNumber(partner.totalClicks) },
      { name: 'totalLeads', label: 'Leads', value: formatNumber(partner.totalLeads) },
      { name: 'totalConversions', label: 'Conversions', value: formatNumber(partner.totalConversions) },
      { name: 'totalSaleAmount', label: 'Revenue', value: formatMoney(partner.totalSaleAmount) },
      { name: 'totalCommissions', label: 'Commissions', value: formatMoney(partner.totalCommissions) },
      { name: 'netRevenue', label: 'Net revenue', value: formatMoney(partner.netRevenue) },
    ]}
  />
)

function Performance({ partnerId }: { partnerId: string }) {
  const [query] = useQuery()
  return (
    <>
      <div class="filters">
        <PeriodSelect />
      </div>
      <Figures query={{ ...periodQuery(query), partnerId }} />
    </>
  )
}
