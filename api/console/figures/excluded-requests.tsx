import { BarList } from '../kit/bar-list.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { formatName, formatNumber } from '../kit/format.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'
import type { AnalyticsQuery } from './figures.js'

/** Requests that do not count as clicks, with the reason. Only the filters by link apply to them. */
export function ExcludedRequests({
  query: { interval, start, end, timezone, linkId, domain, folderId, tagId, partnerId, groupId },
}: {
  query: AnalyticsQuery
}) {
  const { call } = useSession()
  const query = { interval, start, end, timezone, linkId, domain, folderId, tagId, partnerId, groupId, groupBy: 'count' as const }
  const { value, error, isLoading, reload } = useLoad(JSON.stringify(query), (signal) => call('countExcludedRequests', { query }, signal))
  return (
    <section class="card breakdown" aria-label="Excluded requests" aria-busy={isLoading}>
      <header>
        <h2>Excluded requests</h2>
      </header>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {!error && value && (
        <BarList
          label="Excluded requests"
          bars={value.map(({ reason, count }) => ({ value: reason, label: formatName(reason), amount: count }))}
          format={formatNumber}
        />
      )}
    </section>
  )
}
