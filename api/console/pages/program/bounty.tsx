/** One bounty and its submissions. */
import type { Output } from '../../api-client.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatExact, formatMoney, formatName, formatNumber } from '../../kit/format.js'
import { PageHeader } from '../../kit/page-header.js'
import { useLoad } from '../../kit/use-load.js'
import { maxOf, nameOfBounty } from '../../program/bounties/bounty-form.js'
import { Submissions } from '../../program/bounties/submissions.js'
import { Facts } from '../../program/facts.js'
import { withProgram } from '../../program/with-program.js'
import { useSession } from '../../shell/session.js'

type Bounty = Output<'getBounty'>

export const BountyPage = withProgram('Bounty', 'bounties', ({ id }: { id: string }) => {
  const { call, href } = useSession()
  const { value, error, reload } = useLoad(id, (signal) => call('getBounty', { params: { bountyId: id } }, signal))
  const back = { href: href('bounties'), label: 'Bounties' }
  return (
    <>
      <PageHeader title={value ? nameOfBounty(value) : 'Bounty'} description={value?.description ?? undefined} back={back} />
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value && (
        <>
          <section class="card spaced" aria-label="Terms">
            <Facts facts={factsOf(value)} />
          </section>
          <Submissions bounty={value} />
        </>
      )}
    </>
  )
})

function factsOf(bounty: Bounty): [string, string | null | undefined][] {
  const { rewardAmount, rewardDescription, startsAt, endsAt, endsAfterDays, submissionFrequency, maxSubmissions } = bounty
  const { performanceScope, submissionRequirements, type } = bounty
  // A post that is counted is the only address, unless more are allowed.
  const maxUrls = submissionRequirements?.socialMetrics ? 1 : maxOf.urls
  return [
    ['Reward', rewardAmount ? formatMoney(rewardAmount) : rewardDescription],
    ['Counted', performanceScope && (performanceScope === 'new' ? 'Since the start' : 'All that the partner ever brought')],
    ['Start', startsAt && formatExact(startsAt)],
    ['End', endsAt ? formatExact(endsAt) : endsAfterDays ? `${endsAfterDays} days after a partner joins` : null],
    ['Submissions', type === 'submission' ? `${maxSubmissions}${submissionFrequency ? `, one in each ${submissionFrequency}` : ''}` : null],
    ['Images', submissionRequirements?.image && `At most ${submissionRequirements.image.max ?? maxOf.images}`],
    ['Addresses', submissionRequirements?.url && `At most ${submissionRequirements.url.max ?? maxUrls}`],
    ['Tiers', tiersOf(submissionRequirements?.socialMetrics)],
  ]
}

function tiersOf(social: NonNullable<Bounty['submissionRequirements']>['socialMetrics']): string | null {
  if (!social) return null
  const { platform, metric, minCount = 0, incrementalBonus } = social
  const base = `${formatNumber(minCount)} ${metric} on ${formatName(platform)}`
  if (!incrementalBonus?.incrementCount) return base
  const { incrementCount, bonusPerIncrement = 0, maxCount } = incrementalBonus
  return `${base}, ${formatMoney(bonusPerIncrement)} for each further ${formatNumber(incrementCount)}${maxCount ? `, up to ${formatNumber(maxCount)}` : ''}`
}
