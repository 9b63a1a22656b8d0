/** Programs that a partner may join. */
import { useState } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { ConfirmDialog } from '../../console/kit/dialog.js'
import { EmptyState, ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { FilterBar } from '../../console/kit/filter-bar.js'
import { formatUrl, safeHref } from '../../console/kit/format.js'
import { PageHeader } from '../../console/kit/page-header.js'
import { notify } from '../../console/kit/toast.js'
import { useList } from '../../console/kit/use-load.js'
import { useQuery } from '../../console/shell/router.js'
import { ApplyDialog } from '../apply/apply-dialog.js'
import { Avatar } from '../kit/avatar.js'
import { categories } from '../kit/categories.js'
import { Status } from '../kit/statuses.js'
import { programPath, usePortal } from '../shell/portal.js'
import { discountSentence, rewardSentence } from '../terms.js'

type Program = Output<'listNetworkPrograms'>[number]
type Open = { kind: 'apply' | 'withdraw'; program: Program }

const filters = [
  { name: 'category', label: 'Category', choices: categories },
  {
    name: 'rewardType',
    label: 'Reward',
    choices: [
      { value: 'sale', label: 'For sales' },
      { value: 'lead', label: 'For leads' },
      { value: 'click', label: 'For clicks' },
      { value: 'discount', label: 'With a discount for customers' },
    ],
  },
  {
    name: 'sortBy',
    label: 'Most popular',
    choices: [
      { value: 'recency', label: 'Newest' },
      { value: 'name', label: 'By name' },
    ],
  },
]

export function MarketplacePage() {
  const { call } = usePortal()
  const [state] = useQuery()
  const chosen = Object.fromEntries(
    ['search', 'category', 'rewardType', 'sortBy'].flatMap((name) => (state[name] ? [[name, state[name]]] : [])),
  )
  const order = chosen.sortBy === 'name' ? { sortOrder: 'asc' as const } : {}
  const list = useList<Program>(JSON.stringify(chosen), 'page', (page, signal) =>
    call('listNetworkPrograms', { query: { ...chosen, ...order, ...page } }, signal),
  )
  const [open, setOpen] = useState<Open | null>(null)
  const { rows, error, reload, loadMore, isLoading } = list
  return (
    <>
      <PageHeader title="Marketplace" description="Programs that look for partners." />
      <FilterBar search="Search programs" filters={filters} />
      {error && !rows && <ErrorState error={error} onRetry={reload} />}
      {!error && !rows && <Placeholder />}
      {rows?.length === 0 && (
        <EmptyState
          icon="search"
          title={Object.keys(chosen).length > 0 ? 'Nothing matches these filters' : 'No programs in the marketplace yet'}
          text="You can also apply by the form on the website of a program."
        />
      )}
      <div class="programs" aria-busy={isLoading}>
        {rows?.map((program) => (
          <ProgramCard key={program.id} program={program} onOpen={(kind) => setOpen({ kind, program })} />
        ))}
      </div>
      {loadMore && (
        <div class="list-end">
          <Button kind="quiet" disabled={isLoading} onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
      {open && <OpenDialog open={open} onClose={() => setOpen(null)} onDone={reload} />}
    </>
  )
}

function ProgramCard({ program, onOpen }: { program: Program; onOpen: (kind: Open['kind']) => void }) {
  const { name, logo, url, description, rewards, discount, categories, status, slug, featuredOnMarketplaceAt } = program
  return (
    <article class={`card program${featuredOnMarketplaceAt ? ' featured' : ''}`} aria-label={name}>
      <header class="named">
        <Avatar name={name} image={logo} />
        <div>
          <h2>{name}</h2>
          {url && (
            <a class="muted" href={safeHref(url)} target="_blank" rel="noreferrer">
              {formatUrl(url)}
            </a>
          )}
        </div>
        {status && <Status of={status} />}
      </header>
      {description && <p>{description}</p>}
      <ul class="muted">
        {rewards.map((reward) => (
          <li key={reward.id}>{rewardSentence(reward)}</li>
        ))}
        {discount && <li>{discountSentence(discount)}</li>}
      </ul>
      <footer>
        <span class="tags">
          {categories.map((category) => (
            <span key={category} class="tag">
              {category}
            </span>
          ))}
        </span>
        {status === null && (
          <Button kind="primary" label={`Apply to ${name}`} onClick={() => onOpen('apply')}>
            Apply
          </Button>
        )}
        {status === 'pending' && <Button onClick={() => onOpen('withdraw')}>Withdraw</Button>}
        {status && status !== 'pending' && (
          <a class="button plain" href={programPath(slug)}>
            {status === 'invited' ? 'Answer the invite' : 'Open'}
          </a>
        )}
      </footer>
    </article>
  )
}

function OpenDialog({ open: { kind, program }, onClose, onDone }: { open: Open; onClose: () => void; onDone: () => void }) {
  const { call } = usePortal()
  if (kind === 'apply') return <ApplyDialog programSlug={program.slug} name={program.name} onClose={onClose} onApplied={onDone} />
  return (
    <ConfirmDialog
      title={`Withdraw the application to ${program.name}`}
      text="The program no longer sees it. You can apply again."
      action="Withdraw"
      onClose={onClose}
      onConfirm={async () => {
        await call('withdrawApplication', { body: { programSlug: program.slug } })
        notify('Application withdrawn')
        onDone()
      }}
    />
  )
}
