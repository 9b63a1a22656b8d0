/** What each link of the partner brought in a period, by the measure that the chart shows. */
import { BreakdownCard } from '../../console/figures/breakdown-card.js'
import type { PeriodQuery } from '../../console/figures/period.js'
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
  const loaded = useLoad(JSON.stringify([programId, period]), (signal) =>
    call('getOwnAnalytics', { params: { programId }, query: { ...period, groupBy: 'top_links' } }, signal),
  )
  const field = fields[isMeasure(measure) ? measure : 'clicks']
  const isMoney = field === 'saleAmount' || field === 'earnings'
  const bars = (loaded.value as LinkCounts[] | undefined)
    ?.map((row) => ({ value: row.id, label: formatUrl(row.shortLink), amount: row[field] }))
    .toSorted((a, b) => b.amount - a.amount)
  return <BreakdownCard title="Links" label="Links" bars={bars} loaded={loaded} format={isMoney ? formatMoney : formatNumber} />
}
