/** What each link of the partner brought in a period, by the measure that the chart shows. */
import { BreakdownCard } from '../../console/figures/breakdown-card.js'
import type { PeriodQuery } from '../../console/figures/period.js'
import type { Bar } from '../../console/kit/bar-list.js'
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
}

interface LinkBreakdownProps {
  programId: string
  period: PeriodQuery
}

export function LinkBreakdown(props: LinkBreakdownProps) {
  const [{ measure }] = useQuery()
  return measure === 'earnings' ? <EarningsOfLinks {...props} /> : <CountsOfLinks {...props} measure={measure} />
}

const fields = { clicks: 'clicks', leads: 'leads', sales: 'saleAmount' } as const
const isMeasure = (name: string | undefined): name is keyof typeof fields => name !== undefined && name in fields

function CountsOfLinks({ programId, period, measure }: LinkBreakdownProps & { measure: string | undefined }) {
  const { call } = usePortal()
  const loaded = useLoad(JSON.stringify([programId, period]), (signal) =>
    call('getOwnAnalytics', { params: { programId }, query: { ...period, groupBy: 'top_links' } }, signal),
  )
  const field = fields[isMeasure(measure) ? measure : 'clicks']
  const bars = (loaded.value as LinkCounts[] | undefined)
    ?.map((row) => ({ value: row.id, label: formatUrl(row.shortLink), amount: row[field] }))
    .toSorted((a, b) => b.amount - a.amount)
  return (
    <BreakdownCard title="Links" label="Links" bars={bars} loaded={loaded} format={field === 'saleAmount' ? formatMoney : formatNumber} />
  )
}

/** The statuses of earnings that the chart counts. */
const earnedStatuses = ['pending', 'processed', 'paid'] as const

interface EarningsOfLink {
  key: string | null
  earnings: number
}

/** Of sales, leads and clicks. Bounties and other earnings without one of the links are one bar. */
function EarningsOfLinks({ programId, period }: LinkBreakdownProps) {
  const { call } = usePortal()
  const params = { programId }
  const loaded = useLoad(JSON.stringify([programId, period]), async (signal) => {
    const [links, ...earned] = await Promise.all([
      call('listOwnLinks', { params }, signal),
      ...earnedStatuses.map((status) => call('countOwnEarnings', { params, query: { ...period, groupBy: 'linkId', status } }, signal)),
    ])
    return { links, earned: (earned as EarningsOfLink[][]).flat() }
  })
  const bars = loaded.value && barsOf(loaded.value.links, loaded.value.earned)
  return <BreakdownCard title="Links" label="Links" bars={bars} loaded={loaded} format={formatMoney} />
}

function barsOf(links: { id: string; shortLink: string }[], earned: EarningsOfLink[]): Bar[] {
  const sumOf = (id: string) => earned.reduce((sum, { key, earnings }) => (key === id ? sum + earnings : sum), 0)
  const bars = links.map(({ id, shortLink }) => ({ value: id, label: formatUrl(shortLink), amount: sumOf(id) }))
  const others = earned.reduce((sum, { earnings }) => sum + earnings, 0) - bars.reduce((sum, { amount }) => sum + amount, 0)
  return [
    ...bars.toSorted((a, b) => b.amount - a.amount),
    ...(others === 0 ? [] : [{ value: '', label: 'Without a link', amount: others }]),
  ]
}
