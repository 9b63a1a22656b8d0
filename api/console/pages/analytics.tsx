/** Analytics: totals, the time series and all breakdowns. All of its state is in the address. */
import { urlOf } from '../api-client.js'
import { AnalyticsFilters, filtersOf, isExcluding, toFilterValue, withoutSign } from '../figures/analytics-filters.js'
import { Breakdown, cards } from '../figures/breakdowns.js'
import { ExcludedRequests } from '../figures/excluded-requests.js'
import { type AnalyticsQuery, Figures, measureOf } from '../figures/figures.js'
import { LinkSummary } from '../figures/link-summary.js'
import { PeriodSelect, periodQuery } from '../figures/period.js'
import { SavedViews } from '../figures/saved-views.js'
import { ExportButton } from '../kit/export-button.js'
import { PageHeader } from '../kit/page-header.js'
import { useClear } from '../shell/keyboard.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

export function AnalyticsPage() {
  const { workspace } = useSession()
  const [query, change] = useQuery()
  const filters = filtersOf(query)
  const analyticsQuery: AnalyticsQuery = { ...periodQuery(query), ...filters }
  const clear = () => change(Object.fromEntries(Object.keys(filters).map((name) => [name, null])))
  useClear(true, clear)
  // A second click on the only remaining bar removes the filter.
  const select = (name: string, value: string) => change({ [name]: query[name] === value ? null : value }, { asStep: true })
  const { linkId } = filters
  return (
    <>
      <PageHeader title="Analytics">
        <PeriodSelect />
        <SavedViews page="analytics" />
        <ExportButton url={urlOf('exportAnalytics', { query: analyticsQuery }, workspace.id)} fileName="analytics.zip" />
      </PageHeader>
      <AnalyticsFilters filters={filters} onChange={change} onClear={clear} />
      {linkId && !isExcluding(linkId) && !linkId.includes(',') && <LinkSummary id={withoutSign(linkId)} />}
      <Figures query={analyticsQuery} />
      <div class="cards">
        {cards.map(({ title, properties }) => (
          <Breakdown
            key={title}
            title={title}
            properties={properties}
            query={analyticsQuery}
            selected={measureOf(query)}
            onSelect={({ filter }, value) => select(filter, toFilterValue(value))}
          />
        ))}
        <ExcludedRequests query={analyticsQuery} />
      </div>
    </>
  )
}
