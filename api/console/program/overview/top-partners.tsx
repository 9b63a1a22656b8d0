import type { PeriodQuery } from '../../figures/period.js'
import { BarList } from '../../kit/bar-list.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatMoney } from '../../kit/format.js'
import { useLoad } from '../../kit/use-load.js'
import { navigate } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

interface Earner {
  partnerId: string
  name: string
  earnings: number
}

/** Who earned most. A click opens the partner. */
export function TopPartners({ period }: { period: PeriodQuery }) {
  const { call, href } = useSession()
  const query = { ...period, groupBy: 'partnerId' } as const
  const { value, error, reload } = useLoad(
    JSON.stringify(query),
    async (signal) => (await call('analyseCommissions', { query }, signal)) as Earner[],
  )
  return (
    <section class="card breakdown" aria-label="Top partners">
      <header>
        <h2>Top partners</h2>
      </header>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={4} />}
      {value && (
        <BarList
          label="Top partners"
          bars={value.map(({ partnerId, name, earnings }) => ({ value: partnerId, label: name, amount: earnings }))}
          format={(cents) => formatMoney(cents)}
          onSelect={(partnerId) => navigate(href(`partners/${partnerId}`))}
        />
      )}
    </section>
  )
}
