/** Totals of clicks, leads and sales, and the chart of the selected one. */
import { Chart } from '../kit/chart.js'
import { ErrorState } from '../kit/empty-state.js'
import { formatChange, formatCompact, formatMoney, formatNumber } from '../kit/format.js'
import { useLoad } from '../kit/use-load.js'
import type { AnalyticsCount, AnalyticsTimeseries, Operations } from '../operations.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'
import { timezone } from './period.js'

export type AnalyticsQuery = Partial<Operations['retrieveAnalytics']['query']>

const measures = {
  clicks: { label: 'Clicks', field: 'clicks', format: formatNumber },
  leads: { label: 'Leads', field: 'leads', format: formatNumber },
  sales: { label: 'Sales', field: 'saleAmount', format: (cents: number) => formatMoney(cents) },
} as const
export type Measure = keyof typeof measures

export const measureOf = ({ event }: Record<string, string>): Measure => (event === 'leads' || event === 'sales' ? event : 'clicks')
export const measure = (name: Measure) => measures[name]

export function Figures({ query }: { query: AnalyticsQuery }) {
  const { call } = useSession()
  const [state, change] = useQuery()
  const selected = measureOf(state)
  const all = { ...query, event: 'composite', timezone, compare: 'previous' } as const
  const key = JSON.stringify(all)
  const count = useLoad(`count ${key}`, (signal) => call('retrieveAnalytics', { query: { ...all, groupBy: 'count' } }, signal))
  const series = useLoad(`series ${key}`, (signal) => call('retrieveAnalytics', { query: { ...all, groupBy: 'timeseries' } }, signal))
  const error = count.error ?? series.error
  if (error)
    return (
      <section class="card">
        <ErrorState
          error={error}
          onRetry={() => {
            count.reload()
            series.reload()
          }}
        />
      </section>
    )
  const totals = count.value as AnalyticsCount | undefined
  const parts = series.value as AnalyticsTimeseries[] | undefined
  const { label, field, format } = measures[selected]
  const points = parts?.map(({ start, previous, ...values }) => ({ start, amount: values[field], previous: previous?.[field] }))
  const isHourly = parts !== undefined && parts.length > 1 && gapOf(parts) < 86_400_000
  return (
    <section class="card figures" aria-label="Totals" aria-busy={series.isLoading}>
      <div class="totals" role="group" aria-label="Measure">
        {(Object.keys(measures) as Measure[]).map((name) => (
          <Total key={name} name={name} totals={totals} isSelected={name === selected} onSelect={() => change({ event: name })} />
        ))}
      </div>
      {points ? (
        <Chart
          label={label}
          points={points}
          format={format}
          formatTime={(time) =>
            time.toLocaleString(undefined, isHourly ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'medium' })
          }
          onSelect={isHourly ? undefined : ({ start }) => change({ ...dayOf(start), interval: null })}
        />
      ) : (
        <div class="chart-space" />
      )}
    </section>
  )
}

const gapOf = ([first, second]: AnalyticsTimeseries[]) => new Date(second?.start ?? 0).getTime() - new Date(first?.start ?? 0).getTime()

/** The day of a point, as the days of a period. */
function dayOf(time: string): { start: string; end: string } {
  const day = new Date(time)
  const text = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
  return { start: text, end: text }
}

interface TotalProps {
  name: Measure
  totals: AnalyticsCount | undefined
  isSelected: boolean
  onSelect: () => void
}

function Total({ name, totals, isSelected, onSelect }: TotalProps) {
  const { label, field, format } = measures[name]
  const change = totals && formatChange(totals[field], totals.previous?.[field])
  return (
    <button type="button" class="total" aria-pressed={isSelected} onClick={onSelect}>
      <span class="total-label">{label}</span>
      <span class="total-value" data-measure={name}>
        {totals ? format(totals[field]) : '–'}
        {totals && name === 'sales' && <small>{formatCompact(totals.sales)} sales</small>}
      </span>
      <span class={`total-change ${change?.startsWith('-') ? 'down' : 'up'}`}>{change ?? '\u00a0'}</span>
    </button>
  )
}
