/** Totals of clicks, leads and sales, and the chart of the selected one. */
import { useMemo } from 'preact/hooks'
import { ApiError } from '../api-client.js'
import { Chart } from '../kit/chart.js'
import { ErrorState } from '../kit/empty-state.js'
import { formatChange, formatCompact, formatCount, formatMoney, formatNumber } from '../kit/format.js'
import { useLoad } from '../kit/use-load.js'
import type { AnalyticsCount, AnalyticsTimeseries, Operations } from '../operations.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'
import { gapOf, isHourly, partFormat } from './parts-of-time.js'
import { daysOfPoint } from './period-range.js'

export type AnalyticsQuery = Partial<Operations['retrieveAnalytics']['query']>

const measures = {
  clicks: { label: 'Clicks', field: 'clicks', format: formatNumber, isMoney: false },
  leads: { label: 'Leads', field: 'leads', format: formatNumber, isMoney: false },
  sales: { label: 'Sales', field: 'saleAmount', format: (cents: number) => formatMoney(cents), isMoney: true },
} as const
export type Measure = keyof typeof measures

export const measureOf = ({ event }: Record<string, string>): Measure => (event === 'leads' || event === 'sales' ? event : 'clicks')
export const measure = (name: Measure) => measures[name]

interface FiguresProps {
  query: AnalyticsQuery
  /** What counts: the events of the workspace, or of all workspaces. */
  operation?: 'retrieveAnalytics' | 'retrieveAnalyticsForOperator'
}

export function Figures({ query, operation = 'retrieveAnalytics' }: FiguresProps) {
  const [state, change] = useQuery()
  const selected = measureOf(state)
  const { count, series } = useFigures(query, operation)
  const { label, field, format, isMoney } = measures[selected]
  const parts = series.value as AnalyticsTimeseries[] | undefined
  const points = useMemo(
    () => parts?.map(({ start, previous, ...values }) => ({ start, amount: values[field], previous: previous?.[field] })),
    [parts, field],
  )
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
  const gap = gapOf(parts ?? [])
  const { timezone } = query
  return (
    <section class="card figures" aria-label="Totals" aria-busy={count.isLoading || series.isLoading}>
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
          isMoney={isMoney}
          formatTime={partFormat(parts ?? [], timezone)}
          timezone={timezone}
          // What is named by its hour cannot be zoomed into.
          onSelect={isHourly(gap) ? undefined : ({ start }) => change({ ...daysOfPoint(start, gap), interval: null }, { asStep: true })}
        />
      ) : (
        <div class="chart-space" />
      )}
    </section>
  )
}

function useFigures(query: AnalyticsQuery, operation: NonNullable<FiguresProps['operation']>) {
  const { call } = useSession()
  const load = async (groupBy: 'count' | 'timeseries', signal: AbortSignal) => {
    const all = { ...query, event: 'composite', groupBy } as const
    try {
      return await call(operation, { query: { ...all, compare: 'previous' } }, signal)
    } catch (error) {
      // Plans may include the period without the one before.
      if (error instanceof ApiError && error.status === 403) return call(operation, { query: all }, signal)
      throw error
    }
  }
  const key = JSON.stringify(query)
  return {
    count: useLoad(`count ${key}`, (signal) => load('count', signal)),
    series: useLoad(`series ${key}`, (signal) => load('timeseries', signal)),
  }
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
        {totals && name === 'sales' && <small>{formatCount(totals.sales, 'sale', formatCompact)}</small>}
      </span>
      <span class={`total-change ${change?.startsWith('-') ? 'down' : 'up'}`}>
        {change ?? '\u00a0'}
        {change && totals?.previous && <small class="muted"> from {format(totals.previous[field])}</small>}
      </span>
    </button>
  )
}
