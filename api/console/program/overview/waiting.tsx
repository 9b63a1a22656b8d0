/** What waits for a decision, and for payment. */
import { ErrorState } from '../../kit/empty-state.js'
import { formatCount, formatMoney, formatNumber } from '../../kit/format.js'
import { useLoad } from '../../kit/use-load.js'
import { type Session, useSession } from '../../shell/session.js'
import { type Stat, StatRow } from '../stat-row.js'

export function Waiting({ programId }: { programId: string }) {
  const session = useSession()
  const { value, error, reload } = useLoad(programId, (signal) => loadWaiting(session, programId, signal))
  if (error)
    return (
      <section class="card">
        <ErrorState error={error} onRetry={reload} />
      </section>
    )
  return <StatRow label="Waiting for a decision" stats={value ?? placeholders} />
}

const placeholders: Stat[] = [
  'Applications',
  'Suspicions of fraud',
  'Bounty submissions',
  'Unread messages',
  'Pending payouts',
  'Due now',
].map((label) => ({ name: label, label, value: '–' }))

/** What the plan or the role excludes is left out. */
async function loadWaiting({ call, access, href }: Session, programId: string, signal: AbortSignal): Promise<Stat[]> {
  const [applications, fraud, submissions, unread, payouts, due] = await Promise.all([
    call('countApplications', {}, signal),
    access('countFraudGroups') === 'allowed' ? call('countFraudGroups', { query: { status: 'pending' } }, signal) : null,
    access('countBountySubmissions') === 'allowed' ? call('countBountySubmissions', {}, signal) : null,
    access('countMessages') === 'allowed' ? call('countMessages', {}, signal) : null,
    call('countPayouts', { query: { groupBy: 'status' } }, signal),
    call('countEligiblePayouts', { params: { programId } }, signal),
  ])
  const pending = payouts.find(({ status }) => status === 'pending') ?? { count: 0, amount: 0 }
  const stats: (Stat | null)[] = [
    { name: 'applications', label: 'Applications', value: formatNumber(applications.count), href: href('applications') },
    typeof fraud === 'number' ? { name: 'fraud', label: 'Suspicions of fraud', value: formatNumber(fraud), href: href('fraud') } : null,
    submissions && {
      name: 'submissions',
      label: 'Bounty submissions',
      value: formatNumber(sumOf(submissions.filter(({ status }) => status === 'submitted'))),
      href: href('bounties'),
    },
    unread === null ? null : { name: 'unread', label: 'Unread messages', value: formatNumber(unread), href: href('messages') },
    {
      name: 'pendingPayouts',
      label: 'Pending payouts',
      value: formatMoney(pending.amount),
      detail: countText(pending.count),
      href: href('payouts'),
    },
    { name: 'due', label: 'Due now', value: formatMoney(due.amount), detail: countText(due.count), href: href('payouts') },
  ]
  return stats.filter((stat) => stat !== null)
}

const sumOf = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
const countText = (count: number) => formatCount(count, 'payout')
