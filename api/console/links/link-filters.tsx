import { FilterBar } from '../kit/filter-bar.js'
import { useQuery } from '../shell/router.js'
import type { Organisation } from './organisation.js'

export const linkFilterNames = ['search', 'domain', 'tagIds', 'folderId', 'sortBy', 'showArchived']

export function LinkFilters({ organisation }: { organisation: Organisation | undefined }) {
  const [query] = useQuery()
  const { domains = [], folders = [], tags = [] } = organisation ?? {}
  // Without a filter, the service lists the links outside folders.
  const isNarrowed = Boolean(query.search ?? query.domain ?? query.tagIds)
  return (
    <FilterBar
      search="Search links"
      filters={[
        { name: 'domain', label: 'All domains', choices: domains.map((value) => ({ value, label: value })) },
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
  )
}
