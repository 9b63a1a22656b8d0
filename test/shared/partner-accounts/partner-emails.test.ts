/** Each email preference of the users of a partner account that no other test covers. */
import test from 'ava'
import type { PartnerPreference } from '../../../shared/partner-accounts/members/preferences.js'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { emailsTo, latestEmailTo } from '../../support/emails.js'
import { runQueuedJobsAndSubscribers } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

type Program = Awaited<ReturnType<typeof partnerProgram>>
type Enrolled = Awaited<ReturnType<Program['enrol']>>
interface Case {
  subject: RegExp
  status?: 'pending'
  cause: (program: Program, enrolled: Enrolled) => Promise<unknown>
}

const cases: { [Preference in PartnerPreference]?: Case } = {
  applicationApproved: {
    subject: /^Welcome to/,
    status: 'pending',
    cause: async ({ program, call }, { partner }) => {
      await api.make.application(program, partner)
      return call('POST /program-applications/approve', { partnerId: partner.id })
    },
  },
  newBounty: {
    subject: /^New bounty/,
    cause: ({ call }) => call('POST /bounties', { type: 'submission', name: 'Write', rewardAmount: 5, sendNotificationEmails: true }),
  },
  payoutSent: {
    subject: /paid you/,
    cause: async ({ program, call, workspace }, { partner }) => {
      const invoice = await api.make.invoice(workspace, program)
      const payout = await api.make.payout(program, partner, { status: 'processing', invoiceId: invoice.id })
      return call(`POST /payouts/${payout.id}/paid`, { reference: 'A' })
    },
  },
}

for (const [preference, { subject, status, cause }] of Object.entries(cases))
  test.serial(`the users of a partner get the email ${preference} unless they switched it off`, async (t) => {
    const program = await partnerProgram(api)
    const enrolled = await program.enrol({}, status ? { status } : {})
    const [wants, declines] = [await api.make.user(), await api.make.user()]
    for (const user of [wants, declines]) await api.make.partnerUser(enrolled.partner, user)
    await program.rows('update partner_users set notification_preferences = $1 where user_id = $2', [{ [preference]: false }, declines.id])
    await cause(program, enrolled)
    await runQueuedJobsAndSubscribers(api.resources)
    t.regex((await latestEmailTo(api.config.dataDir, String(wants.email))).subject, subject)
    t.deepEqual(await emailsTo(api.config.dataDir, String(declines.email)), [])
    t.deepEqual(await emailsTo(api.config.dataDir, String(enrolled.partner.email)), [])
  })
