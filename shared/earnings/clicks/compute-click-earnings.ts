import { newId } from '../../kernel/ids.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { UnavailableError } from '../../kernel/unavailable-error.js'
import { hasQueuedClicksBefore } from '../../tracking/index.js'
import { type CommissionRow, insertCommissions, lockEarnings } from '../commissions/commission.queries.js'
import type { EarningReward } from '../commissions/compute-commissions.js'
import { rewardsById, spentAmounts } from '../commissions/pending-earnings.queries.js'
import { markUnchecked } from '../commissions/unchecked-commissions.queries.js'
import { spendWindowStart } from '../rewards/spend-limit.js'
import {
  type ClickPartner,
  type ClickProgram,
  type Day,
  linksWithoutCommission,
  partnersWithClicks,
  programsWithClickRewards,
} from './click-earnings.queries.js'
import { type ClicksOfLink, clicksOfDay } from './clicks-of-day.js'
import { earningsOfClicks } from './earnings-of-clicks.js'

const batchSize = 100
/** Days that are computed again, in case the job could not run. */
const lookBack = 3

/**
 * Creates one commission per link for the clicks of each of the last days, in UTC. A link has at most one for a day. A program that fails
 * does not stop the others: it is logged, and fails the job at its end. Throws UnavailableError while clicks of these days wait in the
 * queue, because they would never be paid.
 */
export async function computeClickEarnings(scope: JobScope, stop: AbortSignal): Promise<void> {
  const today = spendWindowStart('day', scope.now()) as Date
  if (await hasQueuedClicksBefore(scope, today)) throw new UnavailableError('Clicks of the last days are not ingested yet.')
  const failures: unknown[] = []
  for (const program of await programsWithClickRewards(scope))
    await computeProgram(scope, program, today, stop).catch((error: unknown) => {
      scope.log.error({ err: error, programId: program.programId }, 'click commissions could not be computed')
      failures.push(error)
    })
  if (failures.length > 0) throw new AggregateError(failures, `Click commissions of ${failures.length} programs could not be computed.`)
}

async function computeProgram(scope: JobScope, program: ClickProgram, today: Date, stop: AbortSignal): Promise<void> {
  for (let age = lookBack; age >= 1; age--) {
    const from = new Date(today.getTime() - days(age))
    await computeDay(scope, program, { from, to: new Date(from.getTime() + days(1)) }, stop)
  }
}

async function computeDay(scope: JobScope, program: ClickProgram, day: Day, stop: AbortSignal): Promise<void> {
  const { programId } = program
  const date = day.from.toISOString().slice(0, 10)
  for (let after: string | undefined = ''; after !== undefined && !stop.aborted;) {
    const partners: ClickPartner[] = await partnersWithClicks(scope, program.programId, day, after, batchSize)
    after = partners.at(-1)?.enrolmentId
    if (after === undefined) return
    const partnerIds = partners.map(({ partnerId }) => partnerId)
    const links = () => linksWithoutCommission(scope, program, partnerIds, day, date)
    // Counting may take long, so it precedes the locks. Under them, links that have a commission by now are left out.
    const counted = await clicksOfDay(scope, program, await links(), day)
    if (counted.length === 0) continue
    await inTransaction(scope, async () => {
      const refs = partnerIds.map((partnerId) => ({ programId, partnerId }))
      await lockEarnings(scope, refs)
      const remaining = new Map((await links()).map(({ linkId, partnerId }) => [linkId, partnerId]))
      const clicks = counted.filter(({ linkId, partnerId }) => remaining.get(linkId) === partnerId)
      const ids = await insertCommissions(scope, await commissionsOfPartners(scope, programId, partners, { day, date }, clicks))
      // The fraud check before their aggregation holds those of suspected partners.
      await markUnchecked(scope, ids)
    })
  }
}

async function commissionsOfPartners(
  scope: JobScope,
  programId: string,
  partners: readonly ClickPartner[],
  on: Pick<PartnerDay, 'day' | 'date'>,
  clicks: readonly ClicksOfLink[],
): Promise<CommissionRow[]> {
  const rewards = await rewardsById(scope, [...new Set(partners.map(({ rewardId }) => rewardId))])
  const rows: CommissionRow[] = []
  for (const { partnerId, rewardId } of partners) {
    const reward = rewards.get(rewardId)
    const ofPartner = clicks.filter((one) => one.partnerId === partnerId)
    if (reward && ofPartner.length > 0) rows.push(...(await commissionsOf(scope, { programId, partnerId, reward, ...on }, ofPartner)))
  }
  return rows
}

interface PartnerDay {
  programId: string
  partnerId: string
  reward: EarningReward
  day: Day
  /** As in the invoice id. */
  date: string
}

async function commissionsOf(scope: JobScope, partner: PartnerDay, clicks: readonly ClicksOfLink[]): Promise<CommissionRow[]> {
  let left = await leftToSpend(scope, partner)
  return [...new Set(clicks.map(({ linkId }) => linkId))].flatMap((linkId) => {
    const countries = clicks.filter((one) => one.linkId === linkId)
    const earned = earningsOfClicks(partner.reward, countries, left)
    if (!earned) return []
    if (left !== null) left -= earned.earnings
    return [toRow(scope, partner, linkId, earned)]
  })
}

/** What the spend limit of the reward allows for the day; null without a limit. */
async function leftToSpend(scope: JobScope, { reward, day, ...partner }: PartnerDay): Promise<number | null> {
  const { spendLimitAmount: limit, spendLimitInterval: interval } = reward
  if (limit === null || interval === null) return null
  const since = spendWindowStart(interval, day.from)
  const spent = await spentAmounts(scope, partner, { type: 'click', interval, since, customerIds: [] })
  const used = spent.find(({ start }) => (start?.getTime() ?? null) === (since?.getTime() ?? null))?.earnings ?? 0
  return Math.max(0, limit - used)
}

function toRow(
  scope: JobScope,
  { programId, partnerId, reward, day, date }: PartnerDay,
  linkId: string,
  { clicks, earnings, appliedReward }: NonNullable<ReturnType<typeof earningsOfClicks>>,
): CommissionRow {
  const at = new Date(day.to.getTime() - 1)
  return {
    id: newId('cm_', at.getTime()),
    program_id: programId,
    partner_id: partnerId,
    type: 'click',
    status: 'pending',
    amount: 0,
    earnings,
    quantity: clicks,
    currency: 'usd',
    event_amount: 0,
    event_earnings: earnings,
    refunded_amount: 0,
    reward_id: reward.id,
    link_id: linkId,
    customer_id: null,
    user_id: null,
    event_id: null,
    invoice_id: `${linkId}-${date}`,
    description: appliedReward.limit === null ? null : 'Reduced because the spend limit of the reward is reached.',
    metadata: null,
    applied_reward: appliedReward,
    created_at: at,
    recorded_at: scope.now(),
    updated_at: scope.now(),
  }
}
