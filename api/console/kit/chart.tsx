/** A time series, with the previous span as a dashed line. The chart library is loaded with the first chart. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type uPlot from 'uplot'
import { formatCompact } from './format.js'

export interface Point {
  start: string
  amount: number
  previous?: number | undefined
}

interface ChartProps {
  label: string
  points: Point[]
  format: (amount: number) => string
  /** The amounts are cents; the axis shows the currency. */
  isMoney?: boolean | undefined
  formatTime: (time: Date) => string
  /** Of the axis; without it, that of the viewer. */
  timezone?: string | undefined
  /** Selects the part of a point. */
  onSelect?: ((point: Point) => void) | undefined
}

const height = 260

export function Chart(props: ChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState<number | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { label, points, format, formatTime } = props
  const isDark = useDarkMode()
  useEffect(() => draw(frame, latest, setIndex), [points, isDark])
  const total = points.reduce((sum, { amount }) => sum + amount, 0)
  const point = index === null ? undefined : points[index]
  return (
    <figure class="chart">
      <div ref={frame} class="chart-frame" role="img" aria-label={`${label}: ${format(total)} in ${points.length} parts`} />
      <figcaption aria-hidden="true">
        {point && (
          <>
            <time>{formatTime(new Date(point.start))}</time> <strong>{format(point.amount)}</strong>
            {point.previous !== undefined && <span> before: {format(point.previous)}</span>}
          </>
        )}
      </figcaption>
      <Values {...props} />
    </figure>
  )
}

/** The points for readers who do not see the drawing. */
const Values = ({ label, points, format, formatTime }: ChartProps) => (
  <table class="hidden" aria-label={`${label} over time`}>
    <thead>
      <tr>
        <th scope="col">Time</th>
        <th scope="col">{label}</th>
        {points[0]?.previous !== undefined && <th scope="col">Before</th>}
      </tr>
    </thead>
    <tbody>
      {points.map(({ start, amount, previous }) => (
        <tr key={start}>
          <th scope="row">
            <time dateTime={start}>{formatTime(new Date(start))}</time>
          </th>
          <td>{format(amount)}</td>
          {previous !== undefined && <td>{format(previous)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)

function draw(frame: { current: HTMLDivElement | null }, latest: { current: ChartProps }, onHover: (index: number | null) => void) {
  const element = frame.current
  if (!element) return
  let chart: uPlot | undefined
  let isOver = false
  const resized = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height }))
  const open = async () => {
    const { default: Plot } = await import('uplot')
    if (isOver) return
    const { points, timezone, isMoney = false, onSelect } = latest.current
    const previous = points.some(({ previous }) => previous !== undefined)
    const data: uPlot.AlignedData = [
      points.map(({ start }) => new Date(start).getTime() / 1000),
      points.map(({ amount }) => amount),
      ...(previous ? [points.map(({ previous = 0 }) => previous)] : []),
    ]
    const zone = timezone ? { tzDate: (seconds: number) => Plot.tzDate(new Date(seconds * 1000), timezone) } : {}
    chart = new Plot({ ...optionsOf(element, { previous, unit: isMoney ? 100 : 1 }, onHover), ...zone }, data, element)
    resized.observe(element)
    if (onSelect)
      chart.over.addEventListener('click', () => {
        const selected = points[chart?.cursor.idx ?? -1]
        if (selected) latest.current.onSelect?.(selected)
      })
  }
  void open()
  return () => {
    isOver = true
    resized.disconnect()
    chart?.destroy()
    onHover(null)
  }
}

interface Scale {
  /** Whether the previous span is drawn too. */
  previous: boolean
  /** The amount that the axis shows as one. */
  unit: number
}

function optionsOf(element: HTMLElement, { previous, unit }: Scale, onHover: (index: number | null) => void): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: color('--muted'),
    font: '12px system-ui, sans-serif',
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  }
  const tick = (amount: number) => (Number.isInteger(amount / unit) ? formatCompact(amount / unit) : '')
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8, fill: color('--accent') } },
    // Refunds of earlier sales may exceed the sales of a part.
    scales: { y: { range: (_, min, max) => [Math.min(0, min * 1.1), Math.max(4 * unit, max * 1.1)] } },
    axes: [
      { ...axis, grid: { show: false }, space: 70 },
      { ...axis, size: 52, values: (_, values) => values.map(tick) },
    ],
    series: [
      {},
      { stroke: color('--accent'), width: 2, fill: color('--accent-faint'), points: { show: false } },
      ...(previous ? [{ stroke: color('--muted'), width: 1.5, dash: [4, 4], points: { show: false } }] : []),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onHover(idx ?? null)] },
  }
}

function useDarkMode(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'))
  const [isDark, setIsDark] = useState(query.matches)
  useEffect(() => {
    const update = () => setIsDark(query.matches)
    query.addEventListener('change', update)
    return () => query.removeEventListener('change', update)
  }, [query])
  return isDark
}
