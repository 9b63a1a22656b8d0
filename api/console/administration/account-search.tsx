/** Finds a user by email address, or the owner of a workspace by its slug, with their workspaces and programs. */
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

export type Account = Output<'impersonateUser'>

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
  const { value, error, reload } = useLoad(searched, async (signal) =>
    searched === '' ? null : call('impersonateUser', { body: { [by]: searched } }, signal),
  )
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
      {error && error.status !== 404 && <ErrorState error={error} onRetry={reload} />}
      {error?.status === 404 && <EmptyState icon="search" title={error.message} />}
      {searched !== '' && !error && !value && <Placeholder />}
      {value && !error && (
        <>
          <section class="card account" aria-label="Account">
            <header class="part-head">
              <h2>{value.email ?? 'No email address'}</h2>
              <div class="button-row">{children(value, reload)}</div>
            </header>
            <Workspaces account={value} />
          </section>
          {value.programs.length > 0 && <Programs account={value} />}
        </>
      )}
    </>
  )
}

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
