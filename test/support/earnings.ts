/** A workspace with a partner program, for tests of rewards, commissions and payouts over HTTP. */
import { type InWorkspace, type Plan, Workspace } from '../../shared/accounts/index.js'
import { extendScope, inTransaction, type JobScope, openScope } from '../../shared/kernel/scope.js'
import type { Enrolment } from '../../shared/partners/enrolment.entity.js'
import type { Partner } from '../../shared/partners/partner.entity.js'
import type { TestApi } from './api.js'
import { batchOf, rawClick } from './clicks.js'
import { tracker } from './conversions.js'
import { runJobByName } from './jobs.js'
import { silentLog } from './service.js'
import { waitUntil } from './wait-until.js'

export async function partnerProgram(api: TestApi, options: { plan?: Plan; webhookTriggers?: string[] } = {}) {
  const tenant = await tracker(api, options)
  const { workspace, key, domain } = tenant
  const { pool } = api.resources.database
  const program = await api.make.program(workspace)
  const rows = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows

  /** An enrolled partner with the terms of its group and a link. */
  async function enrol(partnerRow: Partial<Partner> = {}, enrolmentRow: Partial<Enrolment> = {}) {
    const partner = await api.make.partner(partnerRow)
    const [terms] = await rows(
      `select click_reward_id as "clickRewardId", lead_reward_id as "leadRewardId", sale_reward_id as "saleRewardId",
         discount_id as "discountId" from partner_groups where id = $1`,
      [enrolmentRow.groupId ?? program.defaultGroupId],
    )
    const enrolment = await api.make.enrolment(program, partner, { ...terms, ...enrolmentRow })
    const link = await api.make.link(workspace, {
      domain: domain.slug,
      trackConversion: true,
      programId: program.id,
      partnerId: partner.id,
    })
    return { partner, enrolment, link }
  }

  const call = (methodAndPath: string, body?: unknown) => api.call(methodAndPath, { key, ...(body === undefined ? {} : { body }) })

  return {
    ...tenant,
    program,
    rows,
    enrol,
    call,

    /** A reward of the default group, or of the given one. */
    async reward(body: object) {
      const response = await call('POST /rewards', { groupId: program.defaultGroupId, ...body })
      if (response.status !== 201) throw new Error(JSON.stringify(response.body))
      return response.body
    },

    /** A click of a new visitor on the link. Returns its id. */
    async click(link: Parameters<typeof rawClick>[0]): Promise<string> {
      const click = rawClick(link)
      await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf([click]))
      return click.id
    },

    /** Computes the commissions of all events so far, of which another test's job may hold some. */
    compute: () =>
      waitUntil(async () => {
        await runJobByName(api.resources, 'earnings.compute-commissions')
        const due = await rows('select 1 from pending_earnings where program_id = $1 and (retry_at is null or retry_at <= now())', [
          program.id,
        ])
        return due.length === 0
      }),

    commissions: () =>
      rows(
        `select id, type, status, amount::int, earnings::int, quantity, currency, customer_id, link_id, reward_id, payout_id, invoice_id,
           description, partner_id, refunded_amount::int, created_at
         from commissions where program_id = $1 order by created_at, id`,
        [program.id],
      ),

    async earned(enrolment: { id: string }): Promise<number> {
      const [row] = await rows('select total_commissions::int as earned from enrolments where id = $1', [enrolment.id])
      return row.earned
    },

    /** Runs a use case in a transaction, as a job does. */
    async inScope<Result>(work: (scope: JobScope & InWorkspace) => Promise<Result>): Promise<Result> {
      const { resources } = api
      const base = openScope({ resources, log: silentLog, requestId: 'req_test' })
      const row = await base.em.findOneOrFail(Workspace, workspace.id)
      const scope = extendScope(base, { workspace: row, jobName: 'test', queues: resources.queues })
      return inTransaction(scope, () => work(scope))
    },

    payouts: () =>
      rows('select id, status, amount::int, partner_id from payouts where program_id = $1 order by created_at, id', [program.id]),

    pending: async () => (await rows('select * from pending_earnings where program_id = $1', [program.id])).length,
  }
}

export type PartnerProgram = Awaited<ReturnType<typeof partnerProgram>>
