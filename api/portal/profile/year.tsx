/** What a year brought, and how that compares. */
import { useState } from 'preact/hooks'
import { ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { formatMoney, formatNumber } from '../../console/kit/format.js'
import { useLoad } from '../../console/kit/use-load.js'
import { usePortal } from '../shell/portal.js'

const thisYear = new Date().getUTCFullYear()
const years = [thisYear, thisYear - 1, thisYear - 2]

export function Year() {
  const { call } = usePortal()
  const [year, setYear] = useState(thisYear)
  const { value, error, reload } = useLoad(String(year), (signal) => call('getYearInReview', { query: { year } }, signal))
  return (
    <section class="card" aria-label="Your year">
      <header class="card-head">
        <h2>Your year</h2>
        <select aria-label="Year" value={year} onChange={({ currentTarget }) => setYear(Number(currentTarget.value))}>
          {years.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </header>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={3} />}
      {value && (
        <>
          <dl class="facts">
            <div>
              <dt>Earnings</dt>
              <dd data-year="earnings">{formatMoney(value.totals.earnings)}</dd>
            </div>
            <div>
              <dt>Sales</dt>
              <dd>{formatMoney(value.totals.saleAmount)}</dd>
            </div>
            <div>
              <dt>Leads</dt>
              <dd>{formatNumber(value.totals.leads)}</dd>
            </div>
          </dl>
          {value.percentiles && value.percentiles.earnings > 0 && (
            <p class="muted">You earned more than {value.percentiles.earnings} % of the partners who earned.</p>
          )}
        </>
      )}
    </section>
  )
}
