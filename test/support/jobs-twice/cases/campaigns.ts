import type { Campaign } from '../../../../shared/campaigns/campaigns/campaign.entity.js'
import { newId } from '../../../../shared/kernel/ids.js'
import { days, hours } from '../../../../shared/kernel/time.js'
import { ago } from '../../ago.js'
import { unique } from '../../program-owner.js'
import type { JobCases } from '../job-case.js'
import type { JobWorld } from '../job-world.js'
import { mergedPartners } from './partners.js'

/** A partner with a user, who gets campaigns. */
async function readerOf(world: JobWorld) {
  const enrolled = await world.enrol()
  await world.make.partnerUser(enrolled.partner, await world.make.user())
  return enrolled
}

/** A message of the program that the partner did not read for ten minutes. */
async function unread({ rows, program, user }: JobWorld, partner: { id: string }): Promise<void> {
  await rows(
    `insert into messages (id, program_id, partner_id, sender_user_id, text, created_at, updated_at) values ($1, $2, $3, $4, 'Hello', $5, $5)`,
    [newId('msg_'), program.id, partner.id, user.id, ago(hours(0.2))],
  )
}

const welcome = (world: JobWorld, triggerConditions: Campaign['triggerConditions'] = [{ attribute: 'partnerJoined' }]) =>
  world.make.campaign(world.program, { type: 'transactional', status: 'active', triggerConditions: triggerConditions })

export const campaignsCases: JobCases = {
  'campaigns.email-unread-messages': {
    async seed(world) {
      const { partner } = await readerOf(world)
      await unread(world, partner)
    },
    changes: { messages: 0, notification_emails: 1, outbox: 1 },
  },
  'campaigns.queue-scheduled': {
    seed: ({ make, program }) => make.campaign(program, { status: 'scheduled', scheduledAt: ago(1000) }),
    changes: { outbox: 1 },
    repeats: { outbox: 'it starts what waits, and the queue drops a second broadcast of a campaign' },
  },
  'campaigns.broadcast': {
    async seed(world) {
      await readerOf(world)
      const { id: campaignId } = await world.make.campaign(world.program, { status: 'scheduled', scheduledAt: ago(1000) })
      return { campaignId }
    },
    changes: { campaigns: 0, messages: 1, notification_emails: 1, outbox: 1 },
  },
  'campaigns.send-email': {
    async seed(world) {
      await readerOf(world)
      const { id: campaignId } = await world.make.campaign(world.program, { status: 'scheduled', scheduledAt: ago(1000) })
      return world.queued('campaigns.send-email', () => world.run('campaigns.broadcast', { campaignId }))
    },
    changes: { emails: 1, notification_emails: 0 },
  },
  'campaigns.send-triggered': {
    async seed(world) {
      await welcome(world, [{ attribute: 'totalLeads', operator: 'gte', value: 1 }])
      const { link } = await readerOf(world)
      await world.rows('update links set leads = 1 where id = $1', [link.id])
    },
    changes: { messages: 1, notification_emails: 1, outbox: 1, pending_campaign_checks: -1 },
  },
  'campaigns.send-by-enrolled-days': {
    async seed(world) {
      await welcome(world, [{ attribute: 'partnerEnrolledDays', operator: 'gte', value: 7 }])
      const { enrolment } = await readerOf(world)
      await world.rows('update enrolments set created_at = $2 where id = $1', [enrolment.id, ago(days(7) + hours(1))])
    },
    changes: { messages: 1, notification_emails: 1, outbox: 1 },
  },
  'campaigns.verify-email-domains': {
    async seed({ ok, zone }) {
      const { slug, record } = await ok('POST /email-domains', { slug: `${unique('mail')}.example` })
      zone.set(`_tributary.${slug}`, { TXT: [record.value] })
    },
    changes: { email_domains: 0, outbox: 1 },
  },
  'campaigns.delete-message-leftovers': {
    async seed({ enrol, make, program, rows }) {
      const { partner } = await enrol()
      await make.attachment(program, partner)
      await rows('update message_attachments set created_at = $1', [ago(days(2))])
      await make.attachment(program, partner)
    },
    changes: { message_attachments: -1 },
  },
  'campaigns.welcome-partner': {
    async seed(world) {
      await welcome(world)
      const { partner, enrolment } = await readerOf(world)
      const ids = { workspaceId: world.workspace.id, programId: world.program.id, partnerId: partner.id, enrolmentId: enrolment.id }
      return { ...ids, from: 'pending', to: 'approved' }
    },
    changes: { messages: 1, notification_emails: 1, outbox: 1 },
  },
  'campaigns.stop-campaigns-of-plan': {
    async seed(world) {
      await welcome(world)
      await world.rows(`update workspaces set plan = 'business' where id = $1`, [world.workspace.id])
      return { workspaceId: world.workspace.id }
    },
    changes: { campaigns: 0 },
  },
  'campaigns.move-merged-partner': {
    seed: (world) => mergedPartners(world, (source) => unread(world, source)),
    changes: { messages: 0 },
  },
}
