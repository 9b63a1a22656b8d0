/** A workspace with a partner program and pending payouts, for tests of their payment over HTTP. */
import type { Enrolment } from '../../shared/partners/enrolment.entity.js'
import type { Partner } from '../../shared/partners/partner.entity.js'
import type { Program } from '../../shared/partners/programs/program.entity.js'
import type { TestApi } from './api.js'
import { partnerProgram } from './earnings.js'
import { runJobByName } from './jobs.js'

interface PendingPayout {
  partner?: Partial<Partner>
  enrolment?: Partial<Enrolment>
  /** Earnings of the commissions, and when they were made. */
  commissions?: { earnings: number; createdAt?: Date }[]
}

export async function payoutProgram(
  api: TestApi,
  { program: programRow = {}, ...options }: Parameters<typeof partnerProgram>[1] & { program?: Partial<Program> } = {},
) {
  const tenant = await partnerProgram(api, options)
  const { program, rows, call, enrol } = tenant
  for (const [column, value] of Object.entries({ min_payout_amount: programRow.minPayoutAmount, payout_mode: programRow.payoutMode }))
    if (value !== undefined) await rows(`update programs set ${column} = $2 where id = $1`, [program.id, value])

  const [user] = await rows('select u.id, u.email from members m join users u on u.id = m.user_id where m.workspace_id = $1', [
    tenant.workspace.id,
  ])

  return {
    ...tenant,
    user: user as { id: string; email: string },

    /** A partner with a pending payout. Returns the ids. */
    async pendingPayout({ partner: partnerRow, enrolment, commissions = [{ earnings: 1000 }] }: PendingPayout = {}) {
      const { partner } = await enrol(partnerRow, enrolment)
      for (const commission of commissions) await api.make.commission(program, partner, commission)
      await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.id })
      const [payout] = await rows(`select id from payouts where partner_id = $1 and status = 'pending'`, [partner.id])
      return { payoutId: payout.id as string, partner }
    },

    async confirm(body: object = {}) {
      const response = await call('POST /payouts/confirm', body)
      if (response.status !== 200) throw new Error(JSON.stringify(response.body))
      return response.body
    },

    async payout(id: string) {
      const { status, body } = await call(`GET /payouts/${id}`)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body
    },

    /** Statuses of the commissions of the payout. */
    commissionStatuses: async (payoutId: string) =>
      (await rows('select distinct status from commissions where payout_id = $1 order by status', [payoutId])).map(({ status }) => status),

    transfers: (payoutId: string) =>
      rows('select id, state, tries, reference, error, requested_at, next_at from payout_transfers where payout_id = $1 order by id', [
        payoutId,
      ]),

    /** Sends the due transfers of the payout, and those whose next try is not due yet. */
    async send(payoutId: string) {
      await rows('update payout_transfers set next_at = now() where payout_id = $1 and next_at is not null', [payoutId])
      await runJobByName(api.resources, 'payouts.send-transfers')
    },
  }
}
