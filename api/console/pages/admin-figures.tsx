/** Figures of all workspaces: events, revenue, and the programs that sell most. */
import type { Output } from '../api-client.js'
import { Figures } from '../figures/figures.js'
import { PeriodSelect, periodQuery } from '../figures/period.js'
import { type Bar, BarList } from '../kit/bar-list.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import { formatMoney } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { type Loaded, useLoad } from '../kit/use-load.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

export function AdminFiguresPage() {
  const { call } = useSession()
  const [query] = useQuery()
  const all = periodQuery(query)
  const { timezone: _, ...period } = all
  const key = JSON.stringify(all)
  const programs = useLoad(`programs ${key}`, (signal) => call('getTopPrograms', { query: period }, signal))
  const commissions = useLoad(`commissions ${key}`, (signal) => call('getCommissionsForOperator', { query: all }, signal))
  const payouts = useLoad(`payouts ${key}`, (signal) => call('getPayoutsForOperator', { query: period }, signal))
  const revenue = useLoad(`revenue ${key}`, (signal) => call('getRevenue', { query: period }, signal))
  return (
    <>
      <PageHeader title="Figures" description="Of all workspaces.">
        <PeriodSelect />
      </PageHeader>
      <Figures query={all} operation="retrieveAnalyticsForOperator" />
      <div class="cards">
        <MoneyCard
          title="Sales by program"
          loaded={programs}
          bars={(value) => value.programs.map(({ programId, name, saleAmount }) => ({ value: programId, label: name, amount: saleAmount }))}
        />
        <MoneyCard
          title="Commissions by program"
          loaded={commissions}
          bars={(value) => value.programs.map(({ id, name, commissions }) => ({ value: id, label: name, amount: commissions }))}
        />
        <MoneyCard title="Payouts" loaded={payouts} bars={payoutBars} />
        <MoneyCard title="Revenue of the platform" loaded={revenue} bars={revenueBars} />
      </div>
    </>
  )
}

const payoutBars = ({ invoices }: Output<'getPayoutsForOperator'>): Bar[] =>
  invoices.map(({ date, programId, programName, total }) => ({
    value: `${programId} ${date}`,
    label: `${programName}, ${date.slice(0, 10)}`,
    amount: total,
  }))

const revenueBars = ({ timeseries }: Output<'getRevenue'>): Bar[] =>
  timeseries
    .filter(({ totalRevenue }) => totalRevenue > 0)
    .map(({ date, totalRevenue }) => ({ value: date, label: date.slice(0, 10), amount: totalRevenue }))

interface MoneyCardProps<Value> {
  title: string
  loaded: Loaded<Value>
  bars: (value: Value) => Bar[]
}

const MoneyCard = <Value,>({ title, loaded: { value, error, isLoading, reload }, bars }: MoneyCardProps<Value>) => (
  <section class="card breakdown" aria-label={title} aria-busy={isLoading}>
    <header>
      <h2>{title}</h2>
    </header>
    {error && <ErrorState error={error} onRetry={reload} />}
    {!error && !value && <Placeholder />}
    {!error && value && <BarList label={title} bars={bars(value)} format={(cents) => formatMoney(cents)} />}
  </section>
)
