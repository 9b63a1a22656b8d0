/** The programs of the partner: those it takes part in, invites to answer, and applications. */
import type { Output } from '../../console/api-client.js'
import { Button } from '../../console/kit/button.js'
import { ConfirmButton } from '../../console/kit/confirm-button.js'
import { EmptyState } from '../../console/kit/empty-state.js'
import { FilterBar } from '../../console/kit/filter-bar.js'
import { formatCompact, formatMoney } from '../../console/kit/format.js'
import { PageHeader } from '../../console/kit/page-header.js'
import { Table } from '../../console/kit/table.js'
import { notify } from '../../console/kit/toast.js'
import { useList } from '../../console/kit/use-load.js'
import { useQuery } from '../../console/shell/router.js'
import { Avatar } from '../kit/avatar.js'
import { Status } from '../kit/statuses.js'
import { programPath, usePortal } from '../shell/portal.js'

type Own = Output<'listOwnPrograms'>[number]
type Row = Own & { id: string }

const statuses = ['approved', 'invited', 'pending', 'rejected', 'deactivated', 'banned'] as const

export function ProgramsPage() {
  const { call } = usePortal()
  const [{ status = '' }] = useQuery()
  const list = useList<Row>(status, 'page', async (page, signal) => {
    const query = { ...page, status: statuses.find((one) => one === status) }
    const rows = await call('listOwnPrograms', { query }, signal)
    return rows.map((row) => ({ ...row, id: row.programId }))
  })
  return (
    <>
      <PageHeader title="Programs" description="Partner programs that you take part in, and invites to new ones.">
        <a class="button plain" href="/portal/marketplace">
          Find programs
        </a>
      </PageHeader>
      <FilterBar
        filters={[{ name: 'status', label: 'Status', choices: statuses.map((value) => ({ value, label: statusLabels[value] })) }]}
      />
      <Table<Row>
        label="Programs"
        list={list}
        columns={columns}
        actions={(row) => row.status === 'invited' && <InviteButtons own={row} onAnswered={list.reload} />}
        empty={
          status ? (
            <EmptyState icon="search" title="No program with this status" />
          ) : (
            <EmptyState icon="partners" title="No programs yet" text="Apply to programs in the marketplace, or by the form of a program.">
              <a class="button primary" href="/portal/marketplace">
                Open the marketplace
              </a>
            </EmptyState>
          )
        }
      />
    </>
  )
}

const statusLabels: Record<(typeof statuses)[number], string> = {
  approved: 'Approved',
  invited: 'Invited',
  pending: 'Pending',
  rejected: 'Rejected',
  deactivated: 'Deactivated',
  banned: 'Banned',
}

const columns: Parameters<typeof Table<Row>>[0]['columns'] = [
  {
    label: 'Program',
    cell: ({ program }) => (
      <a class="named" href={programPath(program.slug)}>
        <Avatar name={program.name} image={program.logo} />
        <span>{program.name}</span>
      </a>
    ),
  },
  { label: 'Status', cell: ({ status }) => <Status of={status} /> },
  { label: 'Clicks', cell: ({ totalClicks }) => formatCompact(totalClicks), isNumber: true, isSecondary: true },
  { label: 'Leads', cell: ({ totalLeads }) => formatCompact(totalLeads), isNumber: true, isSecondary: true },
  { label: 'Sales', cell: ({ totalSaleAmount }) => formatMoney(totalSaleAmount), isNumber: true, isSecondary: true },
  { label: 'Earnings', cell: ({ totalCommissions }) => formatMoney(totalCommissions), isNumber: true },
]

export function InviteButtons({ own, onAnswered }: { own: Pick<Own, 'programId' | 'program'>; onAnswered: () => void }) {
  const { call } = usePortal()
  const params = { programId: own.programId }
  const accept = async () => {
    await call('acceptOwnInvite', { params })
    notify(`You joined ${own.program.name}`)
    onAnswered()
  }
  const decline = async () => {
    await call('declineOwnInvite', { params })
    notify('Invite declined')
    onAnswered()
  }
  return (
    <span class="answer">
      <Button kind="primary" onClick={accept}>
        Accept
      </Button>
      <ConfirmButton
        label="Decline"
        kind="plain"
        title={`Decline the invite of ${own.program.name}?`}
        text="To join afterwards, you need another invite."
        onConfirm={decline}
      />
    </span>
  )
}
