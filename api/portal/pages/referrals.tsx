/** Partners whom the partner referred to programs, and what that earned. */
import type { Output } from '../../console/api-client.js'
import { formatCount, formatMoney } from '../../console/kit/format.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import { useLoad } from '../../console/kit/use-load.js'
import { FigureCard } from '../kit/figure-card.js'
import { referralColumns, withId } from '../kit/referral-columns.js'
import { type Portal, usePortal } from '../shell/portal.js'

type Referral = Output<'listReferredPartners'>[number] & { id: string }

const resource: Resource<Referral, undefined, Portal> = {
  title: 'Referrals',
  description: 'Partners whom you brought to programs. Some programs share a part of what they earn with you.',
  icon: 'members',
  paging: 'page',
  load: async (call, query, _portal, signal) => withId(await call('listReferredPartners', { query }, signal)),
  nameOf: ({ name }) => name,
  columns: referralColumns<Referral>(),
  empty: 'Recommend programs to other partners: the links of programs with a referral reward count for you.',
}

export const ReferralsPage = () => (
  <>
    <ResourcePage resource={resource} />
    <ReferralFigures />
  </>
)

function ReferralFigures() {
  const { call } = usePortal()
  const stats = useLoad('stats', (signal) => call('getReferralStats', {}, signal))
  const series = useLoad('series', (signal) => call('getReferralSeries', { query: { days: 90 } }, signal))
  if (stats.value?.partners === 0) return null
  return (
    <div class="below">
      <h2>Last 90 days</h2>
      <FigureCard
        measures={[
          {
            name: 'earnings',
            label: 'Earnings by referrals, all time',
            format: formatMoney,
            isMoney: true,
            total: stats.value?.earnings,
            detail: stats.value && formatCount(stats.value.commissions, 'commission'),
            points: series.value?.map(({ start, earnings }) => ({ start, amount: earnings })),
          },
        ]}
        selected="earnings"
        timezone="UTC"
        onSelect={() => undefined}
        error={stats.error ?? series.error}
        onRetry={() => {
          stats.reload()
          series.reload()
        }}
      />
    </div>
  )
}
