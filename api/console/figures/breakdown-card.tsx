/** Values of one property as bars, and a choice of properties. */
import { type Bar, BarList } from '../kit/bar-list.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import type { Choice } from '../kit/form-values.js'
import type { Loaded } from '../kit/use-load.js'

interface BreakdownCardProps {
  title: string
  /** Names the values. */
  label: string
  /** Undefined while they are loaded. */
  bars: Bar[] | undefined
  loaded: Pick<Loaded<unknown>, 'error' | 'isLoading' | 'reload'>
  format: (amount: number) => string
  /** Shown if there are several. */
  properties?: { choices: Choice[]; chosen: string; choose: (value: string) => void }
  onSelect?: ((value: string) => void) | undefined
}

export function BreakdownCard({ title, label, bars, loaded, format, properties, onSelect }: BreakdownCardProps) {
  const { error, isLoading, reload } = loaded
  return (
    <section class="card breakdown" aria-label={title} aria-busy={isLoading}>
      <header>
        <h2>{title}</h2>
        {properties && properties.choices.length > 1 && (
          <select
            aria-label={`Property of ${title}`}
            value={properties.chosen}
            onChange={(event) => properties.choose(event.currentTarget.value)}
          >
            {properties.choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </header>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !bars && <Placeholder />}
      {!error && bars && <BarList label={label} bars={bars} format={format} onSelect={onSelect} />}
    </section>
  )
}
