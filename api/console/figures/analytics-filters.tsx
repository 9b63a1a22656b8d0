/** The filters of analytics as chips. A filter may also exclude its value: `country=-DE`. */
import { Button } from '../kit/button.js'
import { formatCountry, formatName, formatUrl } from '../kit/format.js'
import { Icon } from '../kit/icon.js'
import { readPages } from '../kit/read-pages.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'
import { properties } from './breakdowns.js'

export const isExcluding = (value: string) => value.startsWith('-')
export const withoutSign = (value: string) => value.replace(/^-/, '')

/** A value as it is written in a filter, where commas separate values and a minus before the first one excludes them. */
export const toFilterValue = (value: string) => (isExcluding(value) ? ',' : '') + value.replaceAll(',', String.raw`\,`)
const fromFilterValue = (value: string) => value.replace(/^,/, '').replaceAll(String.raw`\,`, ',')

const names = [...new Set([...properties.map(({ filter }) => filter), 'customerId'])]

/** The filters of a query. */
export const filtersOf = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))

interface AnalyticsFiltersProps {
  filters: Record<string, string>
  onChange: (changes: Record<string, string | null>) => void
  onClear: () => void
}

export function AnalyticsFilters({ filters, onChange, onClear }: AnalyticsFiltersProps) {
  const entries = Object.entries(filters)
  if (entries.length === 0) return null
  return (
    <div class="chips" role="group" aria-label="Filters">
      {entries.map(([name, value]) => {
        const label = labelOf(name)
        return (
          <span key={name} class="chip">
            <span>{label}</span>
            {name !== 'customerId' && (
              <button
                type="button"
                class="chip-sign"
                title="Include or exclude the value"
                onClick={() => onChange({ [name]: isExcluding(value) ? withoutSign(value) : `-${value}` })}
              >
                {isExcluding(value) ? 'is not' : 'is'}
              </button>
            )}
            <strong>
              <FilterValue name={name} value={fromFilterValue(withoutSign(value))} />
            </strong>
            <button type="button" class="chip-close" aria-label={`Remove the filter ${label}`} onClick={() => onChange({ [name]: null })}>
              <Icon name="close" />
            </button>
          </span>
        )
      })}
      {entries.length > 1 && (
        <Button kind="quiet" onClick={onClear}>
          Clear all
        </Button>
      )}
    </div>
  )
}

const labelOf = (name: string) => properties.find(({ filter }) => filter === name)?.label ?? formatName(name)

function FilterValue({ name, value }: { name: string; value: string }) {
  if (name === 'linkId') return <LinkName id={value} />
  if (name === 'folderId' || name === 'tagId') return <OrganisedName kind={name} id={value} />
  if (name === 'country') return <>{formatCountry(value)}</>
  return <>{name === 'url' || name === 'refererUrl' ? formatUrl(value) : value}</>
}

function LinkName({ id }: { id: string }) {
  const { call } = useSession()
  const { value } = useLoad(id, (signal) => call('getLinkInfo', { query: { linkId: id } }, signal))
  return <>{value ? formatUrl(value.shortLink) : id}</>
}

function OrganisedName({ kind, id }: { kind: 'folderId' | 'tagId'; id: string }) {
  const { call } = useSession()
  const { value } = useLoad(`${kind} ${id}`, async (signal) =>
    kind === 'folderId'
      ? readPages(50, (query) => call('listFolders', { query }, signal))
      : call('getTags', { query: { ids: [id] } }, signal),
  )
  return <>{value?.find((one) => one.id === id)?.name ?? id}</>
}
