import { BarList } from '../../kit/bar-list.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatName, formatNumber } from '../../kit/format.js'
import { useLoad } from '../../kit/use-load.js'
import { navigate } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

interface Count {
  status: string
  _count: number
}

/** How many partners are in which status. A click lists them. */
export function PartnersByStatus() {
  const { call, href } = useSession()
  const { value, error, reload } = useLoad(
    'statuses',
    async (signal) => (await call('countPartners', { query: { groupBy: 'status' } }, signal)) as Count[],
  )
  return (
    <section class="card breakdown" aria-label="Partners by state">
      <header>
        <h2>Partners by state</h2>
        <a href={href('partners')}>All partners</a>
      </header>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={4} />}
      {value && (
        <BarList
          label="Partners by state"
          bars={value
            .filter(({ _count }) => _count > 0)
            .toSorted((a, b) => b._count - a._count)
            .map(({ status, _count }) => ({ value: status, label: formatName(status), amount: _count }))}
          format={formatNumber}
          onSelect={(status) => navigate(`${href('partners')}?status=${status}`)}
        />
      )}
    </section>
  )
}
