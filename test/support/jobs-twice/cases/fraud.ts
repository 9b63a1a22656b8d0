import { days } from '../../../../shared/kernel/time.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'
import { salesOfPartner } from './earnings.js'
import { ban, mergedPartners } from './partners.js'

/** A partner with held commissions and nothing pending against it. */
async function held({ enrol, make, program }: JobWorld) {
  const { partner } = await enrol()
  await make.commission(program, partner, { status: 'hold' })
  return { programId: program.id, partnerId: partner.id }
}

export const fraudCases: JobCases = {
  'fraud.check-commissions': {
    async seed(world) {
      const { partner, person } = await salesOfPartner(world)
      await world.rows('update partners set email = (select email from customers where id = $2) where id = $1', [partner.id, person.id])
      return world.queued('commissions.created', () => world.compute())
    },
    changes: { commissions: 0, enrolments: 0, fraud_events: 1, fraud_groups: 1, unchecked_commissions: -1 },
  },
  'fraud.apply-enrolment-change': {
    seed: (world) => ban(world, (partner) => world.make.fraudGroup(world.program, partner, 'customerEmailMatch')),
    changes: { fraud_groups: 0 },
  },
  'fraud.move-merged-partner': {
    seed: (world) => mergedPartners(world, (source) => world.make.fraudGroup(world.program, source, 'customerEmailMatch')),
    changes: { fraud_groups: -1, outbox: 1 },
  },
  'fraud.check-duplicates': {
    async seed(world) {
      for (let count = 0; count < 2; count++) {
        const { partner } = await world.enrol({ payoutMethodHash: 'the-same-account' })
        await world.rows('insert into pending_duplicate_checks (partner_id) values ($1) on conflict do nothing', [partner.id])
      }
      return null
    },
    changes: { fraud_events: 2, fraud_groups: 2, pending_duplicate_checks: -2 },
  },
  'fraud.release-held-commissions': { seed: held, changes: { commissions: 0, enrolments: 0, outbox: 2 } },
  'fraud.report-ban': {
    async seed(world) {
      const { partner } = await world.enrol({}, { status: 'banned' })
      const { workspace } = await world.make.caller()
      await world.make.enrolment(await world.make.program(workspace), partner)
      return { programId: world.program.id, partnerId: partner.id }
    },
    changes: { fraud_events: 1, fraud_groups: 1 },
  },
  'fraud.expire-groups': {
    async seed({ enrol, make, program, rows }) {
      const { partner } = await enrol()
      const { id } = await make.fraudGroup(program, partner, 'customerEmailMatch')
      await rows('update fraud_groups set last_event_at = $2 where id = $1', [id, new Date(Date.now() - days(31))])
    },
    changes: { fraud_groups: 0, outbox: 1 },
  },
  'fraud.release-holds-of-lower-plans': {
    async seed(world) {
      await held(world)
      await world.rows(`update workspaces set plan = 'free' where id = $1`, [world.workspace.id])
    },
    changes: { commissions: 0, enrolments: 0, outbox: 1 },
  },
  'fraud.send-summaries': {
    async seed({ enrol, make, program }) {
      const { partner } = await enrol()
      await make.fraudGroup(program, partner, 'customerEmailMatch')
    },
    changes: { fraud_summaries: 1, outbox: 1 },
  },
  'fraud.refresh-disposable-domains': {
    async seed({ providers }) {
      providers.players.set('disposable-domains', () => ({ body: 'thrown.example\nonce.example\n' }))
    },
    changes: { disposable_email_domains: 2, requests: 1 },
    repeats: { requests: 'it asks for a newer list' },
  },
}
