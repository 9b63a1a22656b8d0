/** The last verification: aggregates compared with what the events add up to. */
import type { Output } from '../api-client.js'
import { Button } from '../kit/button.js'
import { EmptyState, ErrorState, Placeholder } from '../kit/empty-state.js'
import { formatCount, formatNumber, formatName } from '../kit/format.js'
import { PageHeader } from '../kit/page-header.js'
import { RowTable } from '../kit/table.js'
import { Badge, Time } from '../kit/texts.js'
import { notify } from '../kit/toast.js'
import { useLoad } from '../kit/use-load.js'
import { useSession } from '../shell/session.js'

type Report = NonNullable<Output<'getVerification'>['latest']>

const jobName = 'maintenance.verify-aggregates'

export function VerificationPage() {
  const { call, access } = useSession()
  const { value, error, reload } = useLoad('verification', (signal) => call('getVerification', {}, signal))
  const start = async () => {
    await call('runScheduledJob', { params: { name: jobName } })
    notify('The verification runs. Load the report again in a while', 'done', { label: 'Load again', run: reload })
  }
  return (
    <>
      <PageHeader title="Verification" description="Aggregates are compared with what the stored events add up to.">
        {access('runScheduledJob') === 'allowed' && <Button onClick={start}>Verify now</Button>}
        <Button onClick={reload}>Load again</Button>
      </PageHeader>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {!error && value?.latest === null && <EmptyState icon="check" title="No verification ran yet" text="One runs every night." />}
      {!error && value?.latest && <ReportCard report={value.latest} />}
    </>
  )
}

const textOf = (value: Record<string, unknown> | null) =>
  value === null
    ? 'None'
    : Object.entries(value)
        .map(([name, one]) => `${name} ${String(one)}`)
        .join(', ')

function ReportCard({ report: { startedAt, finishedAt, rows, differences, found } }: { report: Report }) {
  return (
    <>
      <section class="card job" aria-label="Report">
        <header>
          <h2>
            Finished <Time at={finishedAt} />
          </h2>
          <Badge tone={differences === 0 ? 'good' : 'bad'}>
            {differences === 0 ? 'No differences' : formatCount(differences, 'difference')}
          </Badge>
        </header>
        <dl class="facts">
          <div>
            <dt>Duration</dt>
            <dd>{formatNumber(Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000))} s</dd>
          </div>
          {Object.entries(rows).map(([table, count]) => (
            <div key={table}>
              <dt>{formatName(table)}</dt>
              <dd>{formatCount(count, 'row')}</dd>
            </div>
          ))}
        </dl>
      </section>
      {found.length > 0 && (
        <div class="part">
          <RowTable
            label="Differences"
            rows={found.map((difference) => ({ id: `${difference.table} ${JSON.stringify(difference.key)}`, ...difference }))}
            columns={[
              { label: 'Table', cell: ({ table }) => table },
              { label: 'Row', cell: ({ key }) => textOf(key) },
              { label: 'Expected', cell: ({ expected }) => textOf(expected) },
              { label: 'Found', cell: ({ found }) => textOf(found) },
            ]}
          />
        </div>
      )}
    </>
  )
}
