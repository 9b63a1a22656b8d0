/** What each link of the partner brought in a period, by the measure that the chart shows. */
import type { PeriodQuery } from '../../console/figures/period.js'
import { BarList } from '../../console/kit/bar-list.js'
import { ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { formatMoney, formatNumber, formatUrl } from '../../console/kit/format.js'
import { useLoad } from '../../console/kit/use-load.js'
import { useQuery } from '../../console/shell/router.js'
import { usePortal } from '../shell/portal.js'

interface LinkCounts {
  id: string
  shortLink: string
  clicks: number
  leads: number
  saleAmount: number
  earnings: number
}

const fields = { clicks: 'clicks', leads: 'leads', sales: 'saleAmount', earnings: 'earnings' } as const
type MeasureName = keyof typeof fields
const isMeasure = (name: string | undefined): name is MeasureName => name !== undefined && name in fields

export function LinkBreakdown({ programId, period }: { programId: string; period: PeriodQuery }) {
  const { call } = usePortal()
  const [{ measure }] = useQuery()
  const { value, error, isLoading, reload } = useLoad(JSON.stringify([programId, period]), (signal) =>
    call('getOwnAnalytics', { params: { programId }, query: { ...period, groupBy: 'top_links' } }, signal),
  )
  const field = fields[isMeasure(measure) ? measure : 'clicks']
  const isMoney = field === 'saleAmount' || field === 'earnings'
  const bars = (value as LinkCounts[] | undefined)
    ?.map((row) => ({ value: row.id, label: formatUrl(row.shortLink), amount: row[field] }))
    .toSorted((a, b) => b.amount - a.amount)
  return (
    <section class="card breakdown" aria-label="Links" aria-busy={isLoading}>
      <header>
        <h2>Links</h2>
      </header>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !bars && <Placeholder />}
      {!error && bars && <BarList label="Links" bars={bars} format={isMoney ? formatMoney : formatNumber} />}
    </section>
  )
}
