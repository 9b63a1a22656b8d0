/** What the workspace used in this period, and its limits. */
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { formatCount, formatDay, formatName, formatNumber } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { useLoad } from '../kit/use-load.js'
import { useSession, type Workspace } from '../shell/session.js'

/** Limits of this size mean none. */
const unlimited = 1_000_000_000

type Row = [label: string, used: number | null, limit: number]

const rowsOf = (workspace: Workspace): Row[] => [
  ['Events', workspace.usage, workspace.usageLimit],
  ['Links', workspace.linksUsage, workspace.linksLimit],
  ['Folders', workspace.foldersUsage, workspace.foldersLimit],
  ['Domains', workspace.domains.length, workspace.domainsLimit],
  ['Tags', null, workspace.tagsLimit],
  ['Members', null, workspace.usersLimit],
  ['Partners', workspace.partnersUsage, workspace.partnersLimit],
  ['Groups', null, workspace.groupsLimit],
  ['Partner tags', null, workspace.partnerTagsLimit],
]

export function UsagePage() {
  const { call, workspace } = useSession()
  const { value, error, reload } = useLoad(workspace.id, (signal) => call('getWorkspace', {}, signal))
  return (
    <>
      <PageHeader
        title="Usage"
        description={value && `Plan ${formatName(value.plan)}. Events and links are counted since ${formatDay(value.billingPeriodStart)}.`}
      />
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {!error && value && (
        <div class="cards usage-cards">
          {rowsOf(value).map((row) => (
            <UsageCard key={row[0]} row={row} />
          ))}
          <section class="card" aria-label="All time">
            <h2>All time</h2>
            <p class="total-value">{formatNumber(value.totalClicks)}</p>
            <p class="muted">{`${value.totalClicks === 1 ? 'click' : 'clicks'} of ${formatCount(value.totalLinks, 'link')}`}</p>
          </section>
        </div>
      )}
    </>
  )
}

function UsageCard({ row: [label, used, limit] }: { row: Row }) {
  const isLimited = limit < unlimited
  return (
    <section class="card" aria-label={label}>
      <h2>{label}</h2>
      {used !== null && <p class="total-value">{formatNumber(used)}</p>}
      <p class="muted">{isLimited ? `${used === null ? 'At most ' : 'of '}${formatNumber(limit)}` : 'No limit'}</p>
      {isLimited && used !== null && <progress aria-label={label} max={limit || 1} value={used} />}
    </section>
  )
}
