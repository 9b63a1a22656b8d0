/** The commissions of the partner in a program. */
import { useMemo } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { ownTimezone as timezone, type PeriodQuery } from '../../console/figures/period.js'
import { formatCount, formatMoney, formatName } from '../../console/kit/format.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import { Time } from '../../console/kit/texts.js'
import { useLoad } from '../../console/kit/use-load.js'
import { useQuery } from '../../console/shell/router.js'
import { exportTools } from '../kit/export-tools.js'
import { CommissionStatus, commissionStatusName } from '../kit/statuses.js'
import { TotalCards } from '../kit/total-cards.js'
import { type Portal, usePortal } from '../shell/portal.js'
import { useProgram } from '../shell/program.js'

type Earning = Output<'listOwnEarnings'>[number]

const statuses = ['pending', 'hold', 'processed', 'paid', 'refunded', 'canceled', 'duplicate', 'fraud'].map((value) => ({
  value,
  label: commissionStatusName(value),
}))
const types = ['sale', 'lead', 'click', 'referral', 'custom'].map((value) => ({ value, label: formatName(value) }))
const periods = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '1y', label: 'Last year' },
  { value: 'mtd', label: 'This month' },
]

const resourceOf = (programId: string): Resource<Earning, undefined, Portal> => ({
  title: 'Earnings',
  description: 'What your referrals earned you. Earnings become part of a payout after the holding period of the program.',
  icon: 'commissions',
  paging: 'page',
  filters: () => [
    { name: 'interval', label: 'All time', choices: periods },
    { name: 'type', label: 'Type', choices: types },
    { name: 'status', label: 'Status', choices: statuses },
  ],
  load: (call, query, _portal, signal) => call('listOwnEarnings', { params: { programId }, query: { ...query, timezone } }, signal),
  nameOf: ({ type, id }) => `${type} ${id}`,
  columns: [
    { label: 'Earned', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { label: 'Type', cell: ({ type }) => formatName(type) },
    { label: 'Status', cell: ({ status }) => <CommissionStatus of={status} /> },
    { label: 'Sale', cell: ({ amount, currency }) => (amount > 0 ? formatMoney(amount, currency) : ''), isNumber: true, isSecondary: true },
    { label: 'Earnings', cell: ({ earnings, currency }) => formatMoney(earnings, currency), isNumber: true },
  ],
  tools: exportTools('exportOwnEarnings', 'earnings.csv', ['interval', 'type', 'status'], { params: { programId }, query: { timezone } }),
  empty: 'Share your links: you earn when people use them.',
})

export function EarningsPage() {
  const { programId } = useProgram()
  const resource = useMemo(() => resourceOf(programId), [programId])
  return (
    <>
      <ResourcePage resource={resource} />
      <Sums programId={programId} />
    </>
  )
}

/** The sums of the filtered earnings by status. */
function Sums({ programId }: { programId: string }) {
  const { call } = usePortal()
  const [{ interval, type }] = useQuery()
  const query = { ...(interval ? ({ interval } as Pick<PeriodQuery, 'interval'>) : {}), ...(type ? { type } : {}), timezone }
  const { value } = useLoad(JSON.stringify([programId, query]), (signal) =>
    call('countOwnEarnings', { params: { programId }, query: { ...query, groupBy: 'status' } }, signal),
  )
  if (!Array.isArray(value) || value.length === 0) return null
  return (
    <TotalCards
      label="By status"
      totals={value.map(({ key, count, earnings }) => ({
        label: <CommissionStatus of={key ?? 'unknown'} />,
        value: formatMoney(earnings),
        detail: formatCount(count, 'commission'),
      }))}
    />
  )
}
