/** Requests the password if there is one, then shows the figures of the link or folder. */
import { useEffect, useState } from 'preact/hooks'
import { apiClient, type Output } from '../../console/api-client.js'
import { periodQuery, PeriodSelect } from '../../console/figures/period.js'
import { Button } from '../../console/kit/button.js'
import { ErrorState } from '../../console/kit/empty-state.js'
import { formatCount, formatMoney, formatNumber, formatUrl, safeHref } from '../../console/kit/format.js'
import { PageHeader } from '../../console/kit/page-header.js'
import { useLoad } from '../../console/kit/use-load.js'
import { useQuery } from '../../console/shell/router.js'
import { FigureCard, type Measure } from '../../portal/kit/figure-card.js'
import { Breakdowns } from './breakdowns.js'

const call = apiClient(null, () => undefined)
export type Shared = Output<'getPublicDashboard'>

export function Dashboard({ id }: { id: string }) {
  const [password, setPassword] = useState('')
  const { value, error, isLoading, reload } = useLoad(`${id} ${password}`, (signal) =>
    call('getPublicDashboard', { params: { id }, query: { password } }, signal),
  )
  useEffect(() => {
    document.title = value ? `${formatUrl(value.title)} · Analytics` : 'Analytics'
  }, [value])
  if (error?.status === 403)
    return <PasswordForm isWrong={password !== ''} isBusy={isLoading} message={error.message} onSubmit={setPassword} />
  if (error)
    return (
      <main class="alone">
        <ErrorState error={error} onRetry={reload} />
      </main>
    )
  if (!value) return <div class="starting" role="status" aria-label="Loading" />
  return <Figures shared={value} password={password} />
}

interface PasswordFormProps {
  isWrong: boolean
  isBusy: boolean
  message: string
  onSubmit: (password: string) => void
}

function PasswordForm({ isWrong, isBusy, message, onSubmit }: PasswordFormProps) {
  const [text, setText] = useState('')
  return (
    <main class="alone">
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(text)
        }}
      >
        <h1>Analytics</h1>
        <p class="muted spaced">This dashboard has a password.</p>
        {isWrong && (
          <p class="form-error" role="alert">
            {message}
          </p>
        )}
        <label class="field">
          Password
          <input type="password" required value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <Button type="submit" kind="primary" disabled={isBusy}>
          Show analytics
        </Button>
      </form>
    </main>
  )
}

interface Counts {
  clicks: number
  leads: number
  sales: number
  saleAmount: number
}
type Part = Counts & { start: string }

function Figures({ shared, password }: { shared: Shared; password: string }) {
  const [state, change] = useQuery()
  const event = shared.showConversions ? ('composite' as const) : ('clicks' as const)
  const query = { ...subjectOf(shared), ...periodQuery(state), event, password }
  const key = JSON.stringify(query)
  const count = useLoad(`count ${key}`, (signal) => call('retrievePublicAnalytics', { query: { ...query, groupBy: 'count' } }, signal))
  const series = useLoad(`series ${key}`, (signal) =>
    call('retrievePublicAnalytics', { query: { ...query, groupBy: 'timeseries' } }, signal),
  )
  const selected = shared.showConversions ? (state.event ?? 'clicks') : 'clicks'
  return (
    <main class="public">
      <PageHeader title={formatUrl(shared.title)}>
        <PeriodSelect />
      </PageHeader>
      {shared.url && (
        <p class="muted destination">
          <a href={safeHref(shared.url)} target="_blank" rel="noreferrer">
            {formatUrl(shared.url)}
          </a>
        </p>
      )}
      <FigureCard
        measures={measuresOf(shared, count.value as Counts | undefined, series.value as Part[] | undefined)}
        selected={selected}
        onSelect={(event) => change({ event })}
        timezone={query.timezone}
        error={count.error ?? series.error}
        onRetry={() => {
          count.reload()
          series.reload()
        }}
      />
      <Breakdowns
        query={{ ...query, event: measureOf(selected) }}
        load={(query, signal) => call('retrievePublicAnalytics', { query }, signal)}
      />
    </main>
  )
}

const measureOf = (name: string) => (name === 'leads' || name === 'sales' ? name : 'clicks')

export const subjectOf = ({ folderId, domain, key }: Shared) =>
  folderId === null ? { domain: domain ?? '', key: key ?? '' } : { folderId }

function measuresOf({ showConversions }: Shared, counts: Counts | undefined, parts: Part[] | undefined): Measure[] {
  const of = (field: keyof Counts) => ({
    total: counts?.[field],
    points: parts?.map((part) => ({ start: part.start, amount: part[field] })),
  })
  const clicks = { name: 'clicks', label: 'Clicks', format: formatNumber, ...of('clicks') }
  if (!showConversions) return [clicks]
  return [
    clicks,
    { name: 'leads', label: 'Leads', format: formatNumber, ...of('leads') },
    {
      name: 'sales',
      label: 'Sales',
      format: formatMoney,
      isMoney: true,
      detail: counts && formatCount(counts.sales, 'sale'),
      ...of('saleAmount'),
    },
  ]
}
