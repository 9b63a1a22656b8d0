/** The period of charts, in the address. */
import { useEffect } from 'preact/hooks'
import { useQuery } from '../shell/router.js'

export const intervals = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '1y': 'Last year',
  mtd: 'This month',
  qtd: 'This quarter',
  ytd: 'This year',
  all: 'All time',
} as const
export type Interval = keyof typeof intervals

export const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

export interface Period {
  interval?: Interval
  start?: string
  end?: string
}

const isInterval = (value: string | undefined): value is Interval => value !== undefined && value in intervals

export function periodOf({ interval, start, end }: Record<string, string>): Period {
  if (start && end) return { start, end }
  return { interval: isInterval(interval) ? interval : '30d' }
}

export function PeriodSelect() {
  const [query, change] = useQuery()
  const { interval, start, end } = periodOf(query)
  useEffect(() => {
    const onInterval = (event: Event) => change({ interval: (event as CustomEvent<string>).detail, start: null, end: null })
    addEventListener('console:interval', onInterval)
    return () => removeEventListener('console:interval', onInterval)
  }, [])
  const setDay = (name: 'start' | 'end', value: string) => {
    const today = new Date().toISOString().slice(0, 10)
    change({ interval: null, start: (start ?? today).slice(0, 10), end: (end ?? today).slice(0, 10), [name]: value })
  }
  return (
    <div class="period">
      <select
        aria-label="Period"
        value={interval ?? 'custom'}
        onChange={({ currentTarget: { value } }) =>
          value === 'custom' ? setDay('start', new Date().toISOString().slice(0, 10)) : change({ interval: value, start: null, end: null })
        }
      >
        {Object.entries(intervals).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="custom">Chosen days</option>
      </select>
      {start && (
        <>
          <input
            type="date"
            aria-label="First day"
            value={start.slice(0, 10)}
            onChange={(event) => setDay('start', event.currentTarget.value)}
          />
          <input
            type="date"
            aria-label="Last day"
            value={end?.slice(0, 10)}
            onChange={(event) => setDay('end', event.currentTarget.value)}
          />
        </>
      )}
    </div>
  )
}
