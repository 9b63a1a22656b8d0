import { ErrorState } from '../kit/empty-state.js'
import { FilterBar } from '../kit/filter-bar.js'
import type { Loaded } from '../kit/use-load.js'
import { useQuery } from '../shell/router.js'
import type { Organisation } from './organisation.js'

export const linkFilterNames = ['search', 'domain', 'tagIds', 'folderId', 'sortBy', 'showArchived']

/** Without the choices, links cannot be edited either. */
export function LinkFilters({ organisation: { value, error, reload } }: { organisation: Loaded<Organisation> }) {
  const [query] = useQuery()
  const { domains = [], folders = [], tags = [] } = value ?? {}
  // Without a filter, the service lists the links outside folders.
  const isNarrowed = Boolean(query.search ?? query.domain ?? query.tagIds)
  return (
    <>
      <FilterBar
        search="Search links"
        filters={[
          { name: 'domain', label: 'All domains', choices: domains.map(({ value }) => ({ value, label: value })) },
          { name: 'tagIds', label: 'All tags', choices: tags },
          { name: 'folderId', label: isNarrowed ? 'All folders' : 'Outside folders', choices: folders },
          {
            name: 'sortBy',
            label: 'Newest first',
            choices: [
              { value: 'clicks', label: 'Most clicks' },
              { value: 'saleAmount', label: 'Highest revenue' },
              { value: 'lastClicked', label: 'Last clicked' },
            ],
          },
          { name: 'showArchived', label: 'Active', choices: [{ value: 'true', label: 'With archived' }] },
        ]}
      />
      {error && <ErrorState error={error} onRetry={reload} />}
    </>
  )
}
