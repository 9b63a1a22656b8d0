/** Clicks, leads, sales and earnings of the partner in a program. */
import type { PeriodQuery } from '../../console/figures/period.js'
import { formatCompact, formatCount, formatMoney, formatNumber } from '../../console/kit/format.js'
import { useLoad } from '../../console/kit/use-load.js'
import { useQuery } from '../../console/shell/router.js'
import { usePortal } from '../shell/portal.js'
import { FigureCard, type Measure } from './figure-card.js'

interface Counts {
  clicks: number
  leads: number
  sales: number
  saleAmount: number
}
interface Earned {
  earnings: number
}
type Part<Values> = Values & { start: string }

export function ProgramFigures({ programId, period }: { programId: string; period: PeriodQuery }) {
  const { call } = usePortal()
  const [state, change] = useQuery()
  const params = { programId }
  const query = { ...period }
  const key = JSON.stringify([params, query])
  const counts = useLoad(`counts ${key}`, (signal) => call('getOwnAnalytics', { params, query: { ...query, groupBy: 'count' } }, signal))
  const series = useLoad(`series ${key}`, (signal) =>
    call('getOwnAnalytics', { params, query: { ...query, groupBy: 'timeseries' } }, signal),
  )
  const earnings = useLoad(`earnings ${key}`, (signal) => call('getOwnEarningsSeries', { params, query }, signal))
  const loads = [counts, series, earnings]
  return (
    <FigureCard
      measures={measuresOf(counts.value as Counts | undefined, series.value as Part<Counts>[] | undefined, earnings.value)}
      selected={state.measure ?? 'clicks'}
      onSelect={(measure) => change({ measure })}
      timezone={period.timezone}
      error={loads.find(({ error }) => error)?.error ?? null}
      onRetry={() => loads.forEach(({ reload }) => reload())}
    />
  )
}

function measuresOf(counts: Counts | undefined, parts: Part<Counts>[] | undefined, earnings: Part<Earned>[] | undefined): Measure[] {
  const of = (field: keyof Counts) => ({
    total: counts?.[field],
    points: parts?.map((part) => ({ start: part.start, amount: part[field] })),
  })
  return [
    { name: 'clicks', label: 'Clicks', format: formatNumber, ...of('clicks') },
    { name: 'leads', label: 'Leads', format: formatNumber, ...of('leads') },
    {
      name: 'sales',
      label: 'Sales',
      format: formatMoney,
      isMoney: true,
      detail: counts && formatCount(counts.sales, 'sale', formatCompact),
      ...of('saleAmount'),
    },
    {
      name: 'earnings',
      label: 'Earnings',
      format: formatMoney,
      isMoney: true,
      total: earnings?.reduce((sum, one) => sum + one.earnings, 0),
      points: earnings?.map(({ start, earnings }) => ({ start, amount: earnings })),
    },
  ]
}
