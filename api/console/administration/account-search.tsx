/** Finds users by email address, or the owner of a workspace by its slug, with their workspaces and programs. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Output } from '../api-client.js'
import { Button } from '../kit/button.js'
import { EmptyState, ErrorState, Placeholder } from '../kit/empty-state.js'
import { formatMoney, formatName, formatNumber } from '../kit/format.js'
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

const Users = ({ users, onChoose }: { users: User[]; onChoose: (search: string) => void }) => (
  <div class="table-frame">
    <table aria-label="Users">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col" class="number">
            Workspaces
          </th>
          <th scope="col" />
        </tr>
      </thead>
      <tbody>
        {users.map(({ id, name, email, workspaces }) => (
          <tr key={id}>
            <td>
              <div class="two-lines">
                <strong>{email ?? 'No email address'}</strong>
                <span class="muted">{name}</span>
              </div>
            </td>
            <td class="number">{formatNumber(workspaces)}</td>
            <td>
              <Button onClick={() => onChoose(id)}>Show</Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Workspaces = ({ account: { workspaces } }: { account: Account }) => (
  <div class="table-frame">
    <table aria-label="Workspaces">
      <thead>
        <tr>
          <th scope="col">Workspace</th>
          <th scope="col">Plan</th>
          <th scope="col" class="number">
            Links
          </th>
          <th scope="col" class="number">
            Clicks
          </th>
        </tr>
      </thead>
      <tbody>
        {workspaces.map(({ id, name, slug, plan, totalLinks, totalClicks }) => (
          <tr key={id}>
            <td>
              <div class="two-lines">
                <strong>{name}</strong>
                <span class="muted">{slug}</span>
              </div>
            </td>
            <td>
              <Badge>{formatName(plan)}</Badge>
            </td>
            <td class="number">{formatNumber(totalLinks)}</td>
            <td class="number">{formatNumber(totalClicks)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Programs = ({ account: { programs } }: { account: Account }) => (
  <section class="part">
    <h2>Partner programs</h2>
    <div class="table-frame">
      <table aria-label="Partner programs">
        <thead>
          <tr>
            <th scope="col">Program</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Sales
            </th>
            <th scope="col" class="number">
              Commissions
            </th>
          </tr>
        </thead>
        <tbody>
          {programs.map(({ id, name, status, totalSaleAmount, totalCommissions }) => (
            <tr key={id}>
              <td>{name}</td>
              <td>
                <Badge>{formatName(status)}</Badge>
              </td>
              <td class="number">{formatMoney(totalSaleAmount)}</td>
              <td class="number">{formatMoney(totalCommissions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
