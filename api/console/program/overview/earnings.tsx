/** What partners earned over time. */
import { partFormat } from '../../figures/parts-of-time.js'
import type { PeriodQuery } from '../../figures/period.js'
import { Chart } from '../../kit/chart.js'
import { ErrorState } from '../../kit/empty-state.js'
import { formatMoney } from '../../kit/format.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'

interface Part {
  start: string
  earnings: number
}

export function Earnings({ period }: { period: PeriodQuery }) {
  const { call, href } = useSession()
  const query = { ...period, groupBy: 'timeseries' } as const
  const { value, error, reload } = useLoad(
    JSON.stringify(query),
    async (signal) => (await call('analyseCommissions', { query }, signal)) as Part[],
  )
  const total = value?.reduce((sum, { earnings }) => sum + earnings, 0)
  return (
    <section class="card wide" aria-label="Earnings of partners">
      <header class="card-head">
        <h2>Earnings of partners</h2>
        <a href={href('commissions')}>Commissions</a>
      </header>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && (
        <>
          <p class="total-value" data-stat="earnings">
            {total === undefined ? '–' : formatMoney(total)}
          </p>
          {value ? (
            <Chart
              label="Earnings"
              points={value.map(({ start, earnings }) => ({ start, amount: earnings }))}
              format={formatMoney}
              isMoney
              formatTime={partFormat(value, period.timezone)}
              timezone={period.timezone}
            />
          ) : (
            <div class="chart-space" />
          )}
        </>
      )}
    </section>
  )
}
