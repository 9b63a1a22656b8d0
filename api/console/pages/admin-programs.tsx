/** Partner programs, newest first, and the marketplace. */
import type { Output } from '../api-client.js'
import { ConfirmButton } from '../kit/confirm-button.js'
import { EmptyState } from '../kit/empty-state.js'
import { formatUrl } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Table } from '../kit/table.js'
import { Time } from '../kit/texts.js'
import { notify } from '../kit/toast.js'
import { useList } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

type Program = Output<'listRecentPrograms'>[number]
type Listed = Output<'listMarketplacePrograms'>['programs'][number]

const resource: Resource<Program> = {
  title: 'Programs',
  description: 'Partner programs of all workspaces, newest first.',
  icon: 'groups',
  paging: 'page',
  load: (call, query, _, signal) => call('listRecentPrograms', { query: { ...query } }, signal),
  nameOf: ({ name }) => name,
  columns: [
    {
      label: 'Program',
      cell: ({ name, url }) => (
        <div class="two-lines">
          <strong>{name}</strong>
          <span class="muted">{url && formatUrl(url)}</span>
        </div>
      ),
    },
    { label: 'Workspace', cell: ({ workspace }) => workspace.slug },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, isSecondary: true },
  ],
  empty: 'Programs appear here as soon as a workspace creates one.',
  actions: [
    {
      label: 'Add to the marketplace',
      operation: 'addToMarketplace',
      run: (call, { slug }) => call('addToMarketplace', { body: { programSlug: slug } }),
      done: 'Added. Load the page again to see the marketplace',
    },
  ],
}

export const AdminProgramsPage = () => (
  <>
    <ResourcePage resource={resource} />
    <Marketplace />
  </>
)

function Marketplace() {
  const { call, access } = useSession()
  const list = useList<Listed>('marketplace', 'page', async (page, signal) => {
    const { programs } = await call('listMarketplacePrograms', { query: page }, signal)
    return programs
  })
  const remove = async (programId: string) => {
    await call('removeFromMarketplace', { params: { programId } })
    notify('Removed from the marketplace')
    list.reload()
  }
  return (
    <section class="part">
      <h2>Marketplace</h2>
      <Table<Listed>
        label="Marketplace"
        list={list}
        columns={[
          { label: 'Program', cell: ({ name }) => <strong>{name}</strong> },
          { label: 'Rank', cell: ({ marketplaceRanking }) => marketplaceRanking, isNumber: true },
          { label: 'Added', cell: ({ addedToMarketplaceAt }) => <Time at={addedToMarketplaceAt} />, isSecondary: true },
        ]}
        actions={
          access('removeFromMarketplace') === 'allowed'
            ? ({ id, name }) => (
                <ConfirmButton
                  label="Remove"
                  kind="quiet"
                  title={`Remove ${name} from the marketplace?`}
                  text="Partners do not find it there any more. Its rank is lost."
                  onConfirm={() => remove(id)}
                />
              )
            : undefined
        }
        empty={<EmptyState icon="groups" title="No program is in the marketplace" />}
      />
    </section>
  )
}
