import { days } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import { unique } from '../../program-owner.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'
import { approval, mergedPartners } from './partners.js'

export const partnerAccountsCases: JobCases = {
  'partner-accounts.send-sign-up': {
    seed: async () => ({ email: `${unique('partner')}@example.com` }),
    changes: { emails: 1, one_time_tokens: 1, sent_emails: 1 },
  },
  'partner-accounts.send-invite': {
    async seed({ make, rows }) {
      const { id: partnerId } = await make.partner()
      const email = `${unique('colleague')}@example.com`
      await rows(`insert into partner_user_invites values ($1, $2, 'member', $3, now())`, [
        partnerId,
        email,
        new Date(Date.now() + days(1)),
      ])
      return { partnerId, email }
    },
    changes: { emails: 1, one_time_tokens: 1, sent_emails: 1 },
  },
  'partner-accounts.delete-expired-invites': {
    async seed({ make, rows }) {
      const { id } = await make.partner()
      const insert = `insert into partner_user_invites values ($1, $2, 'member', $3, now())`
      await rows(insert, [id, 'old@example.com', ago(days(31))])
      await rows(insert, [id, 'new@example.com', new Date(Date.now() + days(1))])
    },
    changes: { partner_user_invites: -1 },
  },
  'partner-profile.export-events': {
    seed: (world) => ownExport(world, 'partner.events.export'),
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'partner-profile.export-customers': {
    seed: (world) => ownExport(world, 'partner.customers.export'),
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'partner-profile.export-earnings': {
    seed: (world) => ownExport(world, 'partner.earnings.export'),
    changes: { background_operation_results: 1, background_operations: 0, outbox: 1 },
  },
  'partner-profile.send-program-summaries': {
    async seed(world) {
      const { partner, link } = await world.enrol()
      await world.make.partnerUser(partner, await world.make.user())
      await world.convert(link)
      await world.settle()
      const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 15))
      await world.make.commission(world.program, partner, { createdAt: lastMonth })
      await world.rows('update enrolments set total_leads = 1 where partner_id = $1', [partner.id])
    },
    changes: { outbox: 1, sent_emails: 1 },
  },
  'network.compute-similarities': {
    async seed({ make, program }) {
      const { workspace } = await make.caller()
      const listed = { categories: ['AI'], addedToMarketplaceAt: new Date() }
      const other = await make.program(workspace, listed)
      const partner = await make.partner()
      for (const one of [program, other]) await make.enrolment(one, partner, { totalClicks: 100, totalLeads: 10 })
    },
    changes: { program_similarities: 2 },
  },
  'network.refresh-platforms': {
    async seed({ make, rows, providers }) {
      const { id } = await make.partner({ networkStatus: 'approved' })
      await rows(
        `insert into partner_platforms (partner_id, type, identifier, verified_at, created_at, updated_at)
         values ($1, 'twitter', 'ann', now(), now(), now())`,
        [id],
      )
      const metrics = { followers_count: 1200, tweet_count: 7 }
      providers.players.set('twitter', () => ({ body: { data: { id: 'x1', username: 'ann', public_metrics: metrics } } }))
    },
    changes: { partner_platforms: 0, requests: 1 },
  },
  'network.move-merged-partner': {
    seed: (world) => mergedPartners(world, (source) => world.make.submittedLead(world.program, source)),
    changes: { submitted_leads: 0 },
  },
  'applications.send-confirmation': {
    async seed(world) {
      const applicationId = await unconfirmed(world)
      return { applicationId }
    },
    changes: { emails: 1, one_time_tokens: 1, sent_emails: 1 },
  },
  'applications.auto-approve': {
    async seed(world) {
      const group = await world.make.partnerGroup(world.program, { autoApprovePartnersEnabledAt: new Date() })
      const partner = await world.make.partner()
      const applicationId = await world.make.application(world.program, partner)
      await world.rows('update program_applications set group_id = $2 where id = $1', [applicationId, group.id])
      await world.make.enrolment(world.program, partner, { status: 'pending', groupId: group.id, applicationId })
      return { applicationId }
    },
    changes: { activity_log: 1, enrolments: 0, outbox: 2, program_applications: 0, webhook_outbox: 1, workspaces: 0 },
  },
  'applications.follow-review': { seed: approval, changes: { outbox: 1, program_applications: 0 } },
  'applications.follow-merge': {
    seed: (world) => mergedPartners(world, (source) => world.make.application(world.program, source)),
    changes: { program_applications: 0 },
  },
  'applications.auto-reject': {
    async seed(world) {
      const partner = await world.make.partner({ country: 'FR' })
      const applicationId = await world.make.application(world.program, partner)
      await world.make.enrolment(world.program, partner, { status: 'pending', applicationId })
      const applicationRequirements = [{ key: 'country', operator: 'is', value: ['DE'] }]
      await world.ok(`PATCH /programs/${world.program.id}`, { applicationRequirements })
      await world.rows('update program_applications set auto_reject_at = $2 where id = $1', [applicationId, ago(1000)])
    },
    changes: { activity_log: 1, enrolments: 0, outbox: 1, program_applications: 0 },
  },
  'applications.send-reminders': {
    async seed(world) {
      const id = await unconfirmed(world)
      await world.rows('update program_applications set remind_at = $2 where id = $1', [id, ago(1000)])
    },
    changes: { outbox: 1, program_applications: 0 },
  },
  'applications.summarise-pending': {
    async seed({ make, program }) {
      const partner = await make.partner()
      await make.enrolment(program, partner, { status: 'pending', applicationId: await make.application(program, partner) })
    },
    changes: { outbox: 1, sent_emails: 1 },
  },
}

/** An application whose address is not confirmed. */
async function unconfirmed({ make, rows, program }: JobWorld): Promise<string> {
  const id = await make.application(program, await make.partner())
  await rows('update program_applications set partner_id = null, submitted_at = null where id = $1', [id])
  return id
}

async function ownExport(world: JobWorld, type: string) {
  const { partner, link } = await world.enrol()
  const user = await world.make.user()
  await world.make.partnerUser(partner, user)
  await world.convert(link)
  const query = { programId: world.program.id, partnerId: partner.id, userId: user.id }
  return world.operation(type, 'groups.read', { query, at: new Date(), recipient: { userId: user.id, partnerId: partner.id } })
}
