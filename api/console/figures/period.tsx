/** The period of charts and its time zone, in the address. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../kit/button.js'
import { useQuery } from '../shell/router.js'
import { dateIn, daysOf, intervals, type Period, periodOf, shiftPeriod } from './period-range.js'

/** The time zone of the viewer. */
export const ownTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone
const timezones = [...new Set([ownTimezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]

export const timezoneOf = ({ timezone }: Record<string, string>) => (timezone && isTimezone(timezone) ? timezone : ownTimezone)

/** Browsers list different names of a time zone, such as Asia/Calcutta and Asia/Kolkata, but know all of them. */
function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return false
  }
}

/** The period and the time zone of a query, as analytics take them. */
export const periodQuery = (query: Record<string, string>): PeriodQuery => ({ ...periodOf(query), timezone: timezoneOf(query) })
export type PeriodQuery = Period & { timezone: string }

export function PeriodSelect() {
  const [query, change] = useQuery()
  const period = periodOf(query)
  const { interval, start, end } = period
  const timezone = timezoneOf(query)
  const today = dateIn(timezone, new Date())
  const chooseDays = (days: { start: string; end: string } | null) => days && change({ interval: null, ...days })
  const shift = (direction: -1 | 1) => chooseDays(shiftPeriod(period, direction, today))
  usePeriodShortcuts((name) => change({ interval: name, start: null, end: null }), shift)
  const chooseInterval = (value: string) =>
    value === 'custom'
      ? chooseDays(daysOf(period, today) ?? { start: today, end: today })
      : change({ interval: value, start: null, end: null })
  return (
    <div class="period">
      <Button kind="quiet" icon="earlier" label="Earlier (←)" disabled={interval === 'all'} onClick={() => shift(-1)} />
      <select aria-label="Period" value={interval ?? 'custom'} onChange={(event) => chooseInterval(event.currentTarget.value)}>
        {Object.entries(intervals).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="custom">Chosen days</option>
      </select>
      <Button kind="quiet" icon="later" label="Later (→)" disabled={!shiftPeriod(period, 1, today)} onClick={() => shift(1)} />
      {start && end && (
        <>
          <DayInput label="First day" value={start} onChange={(day) => chooseDays({ start: day, end: day > end ? day : end })} />
          <DayInput label="Last day" value={end} onChange={(day) => chooseDays({ start: day < start ? day : start, end: day })} />
        </>
      )}
      <select
        aria-label="Time zone"
        value={timezone}
        onChange={({ currentTarget: { value } }) => change({ timezone: value === ownTimezone ? null : value })}
      >
        {[...new Set([timezone, ...timezones])].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  )
}

interface DayInputProps {
  label: string
  value: string
  onChange: (day: string) => void
}

/** While a day is typed, its first digits are days too: it is applied by Enter, or when the field is left. */
function DayInput({ label, value, onChange }: DayInputProps) {
  const shown = value.slice(0, 10)
  const [day, setDay] = useState(shown)
  const isTyping = useRef(false)
  // Before the page is painted, so that leaving the field never applies the former day.
  useLayoutEffect(() => setDay(shown), [shown])
  const apply = (next: string) => {
    isTyping.current = false
    if (next === '') setDay(shown)
    else if (next !== shown) onChange(next)
  }
  return (
    <input
      type="date"
      aria-label={label}
      value={day}
      onPointerDown={() => (isTyping.current = false)}
      onKeyDown={({ key, currentTarget }) => (key === 'Enter' ? apply(currentTarget.value) : (isTyping.current = true))}
      onInput={({ currentTarget }) => setDay(currentTarget.value)}
      onChange={({ currentTarget }) => isTyping.current || apply(currentTarget.value)}
      onBlur={({ currentTarget }) => apply(currentTarget.value)}
    />
  )
}

function usePeriodShortcuts(choose: (interval: string) => void, shift: (direction: -1 | 1) => void): void {
  useEffect(() => {
    const onInterval = (event: Event) => choose((event as CustomEvent<string>).detail)
    const onShift = (event: Event) => {
      event.preventDefault()
      shift((event as CustomEvent<-1 | 1>).detail)
    }
    addEventListener('console:interval', onInterval)
    addEventListener('console:shift', onShift)
    return () => {
      removeEventListener('console:interval', onInterval)
      removeEventListener('console:shift', onShift)
    }
  })
}
