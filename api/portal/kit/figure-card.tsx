/** Totals to choose from, and the chart of the selected one. */
import type { ApiError } from '../../console/api-client.js'
import { gapOf, isHourly, partFormat } from '../../console/figures/parts-of-time.js'
import { Chart, type Point } from '../../console/kit/chart.js'
import { ErrorState } from '../../console/kit/empty-state.js'

export interface Measure {
  name: string
  label: string
  format: (amount: number) => string
  /** The amounts are cents. */
  isMoney?: boolean
  /** Undefined while it is loaded. */
  total: number | undefined
  detail?: string | undefined
  points: Point[] | undefined
}

interface FigureCardProps {
  measures: Measure[]
  selected: string
  onSelect: (name: string) => void
  /** In which the points begin. */
  timezone: string
  /** Selects the day of a point. */
  onZoom?: ((point: Point) => void) | undefined
  error?: ApiError | null
  onRetry?: () => void
}

export function FigureCard({ measures, selected, onSelect, timezone, onZoom, error, onRetry }: FigureCardProps) {
  if (error)
    return (
      <section class="card">
        <ErrorState error={error} onRetry={() => onRetry?.()} />
      </section>
    )
  const shown = measures.find(({ name }) => name === selected) ?? measures[0]
  if (!shown) return null
  return (
    <section class="card figures" aria-label="Totals" aria-busy={shown.points === undefined}>
      <div class={`totals of-${measures.length}`} role="group" aria-label="Measure">
        {measures.map(({ name, label, format, total, detail }) => (
          <button key={name} type="button" class="total" aria-pressed={name === shown.name} onClick={() => onSelect(name)}>
            <span class="total-label">{label}</span>
            <span class="total-value" data-measure={name}>
              {total === undefined ? '–' : format(total)}
              {detail && <small>{detail}</small>}
            </span>
          </button>
        ))}
      </div>
      {shown.points ? (
        <Chart
          label={shown.label}
          points={shown.points}
          format={shown.format}
          isMoney={shown.isMoney}
          formatTime={partFormat(shown.points, timezone)}
          timezone={timezone}
          onSelect={isHourly(gapOf(shown.points)) ? undefined : onZoom}
        />
      ) : (
        <div class="chart-space" />
      )}
    </section>
  )
}
