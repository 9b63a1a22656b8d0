import type { SubmissionRequirements } from '../../../../shared/bounties/bounty.entity.js'
import { days, hours } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'
import { approval, ban, mergedPartners, move } from './partners.js'

const performanceBounty = ({ make, program }: JobWorld) =>
  make.bounty(program, {
    type: 'performance',
    name: null,
    performanceScope: 'lifetime',
    performanceCondition: { attribute: 'totalLeads', operator: 'gte', value: 1 },
  })

export const bountiesCases: JobCases = {
  'bounties.open': {
    async seed({ make, program }) {
      await make.bounty(program, { openedAt: null, notifiesPartners: true })
      return null
    },
    changes: { bounties: 0, outbox: 1 },
  },
  'bounties.close': {
    async seed({ enrol, make, program }) {
      const bounty = await make.bounty(program, { endsAt: ago(hours(1)), startsAt: ago(days(2)) })
      await make.submission(bounty, (await enrol()).partner)
    },
    changes: { bounties: 0, outbox: 1 },
  },
  'bounties.count-performance': {
    async seed(world) {
      const condition = { attribute: 'totalLeads', operator: 'gte', value: 1 } as const
      await world.make.bounty(world.program, { type: 'performance', name: null, performanceScope: 'new', performanceCondition: condition })
      const { link } = await world.enrol()
      await world.convert(link)
    },
    changes: { bounty_submissions: 1, outbox: 2, pending_bounty_counts: -2 },
  },
  'bounties.notify-partners': {
    async seed({ enrol, make, program }) {
      await enrol()
      const { id: bountyId } = await make.bounty(program, { notifiesPartners: true })
      return { bountyId }
    },
    changes: { bounties: 0, outbox: 1 },
  },
  'bounties.remind-partners': {
    async seed({ enrol, make, program }) {
      const bounty = await make.bounty(program, { endsAt: ago(-days(1)) })
      await make.submission(bounty, (await enrol()).partner, { status: 'draft' })
    },
    changes: { bounty_submissions: 0, outbox: 1 },
  },
  'bounties.sync-social-metrics': {
    async seed({ enrol, make, program, rows, providers }) {
      const { partner } = await enrol()
      const submissionRequirements: SubmissionRequirements = { socialMetrics: { platform: 'twitter', metric: 'likes', minCount: 100 } }
      const bounty = await make.bounty(program, { submissionRequirements })
      await rows(
        `insert into partner_platforms (partner_id, type, identifier, verified_at, created_at, updated_at)
         values ($1, 'twitter', 'ann', now(), now(), now())`,
        [partner.id],
      )
      await make.submission(bounty, partner, { status: 'draft', urls: ['https://x.com/ann/status/1234567890'] })
      const data = {
        id: '1234567890',
        author_id: 'x-ann',
        created_at: new Date(),
        public_metrics: { impression_count: 900, like_count: 170 },
      }
      providers.players.set('twitter', () => ({ body: { data, includes: { users: [{ id: 'x-ann', username: 'ann' }] } } }))
      return null
    },
    changes: { bounties: 0, bounty_submissions: 0, outbox: 1, requests: 1 },
  },
  'bounties.reject-submissions-of-banned': {
    seed: (world) => ban(world, async (partner) => world.make.submission(await world.make.bounty(world.program), partner)),
    changes: { bounty_submissions: 0 },
  },
  'bounties.count-active-partner': {
    async seed(world) {
      await performanceBounty(world)
      return approval(world)
    },
    changes: { pending_bounty_counts: 1 },
  },
  'bounties.count-moved-partners': {
    async seed(world) {
      await performanceBounty(world)
      return move(world)
    },
    changes: { pending_bounty_counts: 1 },
  },
  'bounties.count-tagged-partners': {
    async seed(world) {
      await performanceBounty(world)
      const [{ partner }, tag] = [await world.enrol(), await world.make.partnerTag(world.program)]
      const body = { partnerIds: [partner.id], addTagIds: [tag.id] }
      return world.queued('enrolments.tagged', () => world.ok('POST /partners/tags/assign', body))
    },
    changes: { pending_bounty_counts: 1 },
  },
  'bounties.move-merged-partner': {
    seed: (world) => mergedPartners(world, async (source) => world.make.submission(await world.make.bounty(world.program), source)),
    changes: { bounty_submissions: 0 },
  },
}
