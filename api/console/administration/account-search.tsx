/** Finds users by email address, or the owner of a workspace by its slug, with their workspaces and programs. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Output } from '../api-client.js'
import { Button } from '../kit/button.js'
import { EmptyState, ErrorState, Placeholder } from '../kit/empty-state.js'
import { formatMoney, formatName, formatNumber } from '../kit/format.js'
import { RowTable } from '../kit/table.js'
import { Badge } from '../kit/texts.js'
import { useLoad } from '../kit/use-load.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

export type Account = Output<'getUserForOperator'>
type User = Output<'listUsersForOperator'>[number]

/** A search that finds more has to become narrower. */
const maxUsers = 50

interface AccountSearchProps {
  by: 'email' | 'slug'
  label: string
  /** What can be done with the account that was found. */
  children: (account: Account, reload: () => void) => ComponentChildren
}

export function AccountSearch({ by, label, children }: AccountSearchProps) {
  const { call } = useSession()
  const [query, change] = useQuery()
  const searched = query[by] ?? ''
  const [text, setText] = useState(searched)
  const { value, error, reload } = useLoad(searched, async (signal) => {
    if (searched === '') return null
    const users = await call('listUsersForOperator', { query: { [by === 'email' ? 'search' : by]: searched, pageSize: maxUsers } }, signal)
    const isOne = users.length === 1 || by === 'slug' || users[0]?.email?.toLowerCase() === searched.toLowerCase()
    const [user] = isOne ? users : []
    return { users, account: user ? await call('getUserForOperator', { params: { userId: user.id } }, signal) : null }
  })
  const submit = (event: Event) => {
    event.preventDefault()
    change({ [by]: text.trim() })
  }
  return (
    <>
      <form class="filters" role="search" onSubmit={submit}>
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          data-shortcut="search"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" kind="primary">
          Find
        </Button>
      </form>
      {searched === '' && <EmptyState icon="search" title={`Enter the ${label.toLowerCase()} and press Enter`} />}
      {error && <ErrorState error={error} onRetry={reload} />}
      {searched !== '' && !error && !value && <Placeholder />}
      {value?.users.length === 0 && <EmptyState icon="search" title="No user found" />}
      {value && !value.account && value.users.length > 0 && <Users users={value.users} onChoose={(email) => change({ [by]: email })} />}
      {value?.account && (
        <>
          <section class="card account" aria-label="Account">
            <header class="part-head">
              <h2>{value.account.email ?? 'No email address'}</h2>
              <div class="button-row">{children(value.account, reload)}</div>
            </header>
            <Workspaces account={value.account} />
          </section>
          {value.account.programs.length > 0 && <Programs account={value.account} />}
        </>
      )}
    </>
  )
}

const twoLines = (first: string, second: string | null) => (
  <div class="two-lines">
    <strong>{first}</strong>
    <span class="muted">{second}</span>
  </div>
)

const Users = ({ users, onChoose }: { users: User[]; onChoose: (search: string) => void }) => (
  <RowTable
    label="Users"
    rows={users}
    columns={[
      { label: 'User', cell: ({ name, email }) => twoLines(email ?? 'No email address', name) },
      { label: 'Workspaces', cell: ({ workspaces }) => formatNumber(workspaces), isNumber: true },
    ]}
    actions={({ id }) => <Button onClick={() => onChoose(id)}>Show</Button>}
  />
)

const Workspaces = ({ account: { workspaces } }: { account: Account }) => (
  <RowTable
    label="Workspaces"
    rows={workspaces}
    columns={[
      { label: 'Workspace', cell: ({ name, slug }) => twoLines(name, slug) },
      { label: 'Plan', cell: ({ plan }) => <Badge>{formatName(plan)}</Badge> },
      { label: 'Links', cell: ({ totalLinks }) => formatNumber(totalLinks), isNumber: true },
      { label: 'Clicks', cell: ({ totalClicks }) => formatNumber(totalClicks), isNumber: true },
    ]}
  />
)

const Programs = ({ account: { programs } }: { account: Account }) => (
  <section class="part">
    <h2>Partner programs</h2>
    <RowTable
      label="Partner programs"
      rows={programs}
      columns={[
        { label: 'Program', cell: ({ name }) => name },
        { label: 'State', cell: ({ status }) => <Badge>{formatName(status)}</Badge> },
        { label: 'Sales', cell: ({ totalSaleAmount }) => formatMoney(totalSaleAmount), isNumber: true },
        { label: 'Commissions', cell: ({ totalCommissions }) => formatMoney(totalCommissions), isNumber: true },
      ]}
    />
  </section>
)
