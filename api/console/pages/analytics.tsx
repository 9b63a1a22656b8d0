/** Analytics: totals, the time series and all breakdowns. All of its state is in the address. */
import { useEffect } from 'preact/hooks'
import { Breakdown, cards, properties } from '../figures/breakdowns.js'
import { type AnalyticsQuery, Figures, measureOf } from '../figures/figures.js'
import { PeriodSelect, periodOf } from '../figures/period.js'
import { BarList } from '../kit/bar-list.js'
import { Button } from '../kit/button.js'
import { formatName, formatNumber, formatUrl } from '../kit/format.js'
import { Icon } from '../kit/icon.js'
import { PageHeader } from '../kit/page-header.js'
import { useLoad } from '../kit/use-load.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

export function AnalyticsPage() {
  const [query, change] = useQuery()
  const filters = properties.filter(({ filter }) => query[filter])
  const analyticsQuery: AnalyticsQuery = {
    ...periodOf(query),
    ...Object.fromEntries(filters.map(({ filter }) => [filter, query[filter]])),
  }
  const clear = () => change(Object.fromEntries(filters.map(({ filter }) => [filter, null])))
  useEffect(() => {
    addEventListener('console:clear', clear)
    return () => removeEventListener('console:clear', clear)
  })
  return (
    <>
      <PageHeader title="Analytics">
        <PeriodSelect />
      </PageHeader>
      {filters.length > 0 && (
        <div class="chips" role="group" aria-label="Filters">
          {filters.map(({ filter, label }) => (
            <button key={filter} type="button" class="chip" onClick={() => change({ [filter]: null })} title="Remove this filter">
              <span>{label}</span>
              <strong>{filter === 'linkId' ? <LinkName id={query[filter] ?? ''} /> : query[filter]}</strong>
              <Icon name="close" />
            </button>
          ))}
          <Button kind="quiet" onClick={clear}>
            Clear all
          </Button>
        </div>
      )}
      <Figures query={analyticsQuery} />
      <div class="cards">
        {cards.map(({ title, properties }) => (
          <Breakdown
            key={title}
            title={title}
            properties={properties}
            query={analyticsQuery}
            selected={measureOf(query)}
            onSelect={({ filter }, value) => change({ [filter]: value })}
          />
        ))}
        <Excluded query={analyticsQuery} />
      </div>
    </>
  )
}

function LinkName({ id }: { id: string }) {
  const { call } = useSession()
  const { value } = useLoad(id, (signal) => call('getLinkInfo', { query: { linkId: id } }, signal))
  return (
    <>
      {value ? formatUrl(value.shortLink) : id}
      {value && <small class="muted"> to {formatUrl(value.url)}</small>}
    </>
  )
}

/** Requests that do not count as clicks, with the reason. */
function Excluded({ query: { interval, start, end, linkId, domain, folderId } }: { query: AnalyticsQuery }) {
  const { call } = useSession()
  const query = { interval, start, end, linkId, domain, folderId, groupBy: 'count' as const }
  const { value } = useLoad(JSON.stringify(query), (signal) => call('countExcludedRequests', { query }, signal))
  return (
    <section class="card breakdown" aria-label="Excluded requests">
      <header>
        <h2>Excluded requests</h2>
      </header>
      {value && (
        <BarList
          label="Excluded requests"
          bars={value.map(({ reason, count }) => ({ value: reason, label: formatName(reason), amount: count }))}
          format={formatNumber}
        />
      )}
    </section>
  )
}
