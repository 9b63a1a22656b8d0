/** Factories for rows of rewards, discounts, commissions and payouts. */
import { randomBytes } from 'node:crypto'
import { Commission } from '../../shared/earnings/commissions/commission.entity.js'
import { Discount } from '../../shared/earnings/discounts/discount.entity.js'
import { Reward } from '../../shared/earnings/rewards/reward.entity.js'
import type { Database } from '../../shared/kernel/db/database.js'
import { newId } from '../../shared/kernel/ids.js'
import { type HasId, rowStore } from './store-row.js'

export function earningMakers(database: Database) {
  const store = rowStore(database)
  return {
    /** A flat reward for sales, of no group. */
    reward: (program: HasId, overrides: Partial<Reward> = {}) =>
      store<Reward>(Reward, {
        id: newId('rw_'),
        programId: program.id,
        event: 'sale',
        type: 'flat',
        amountInCents: 100,
        createdAt: new Date(),
        updatedAt: new Date(),
        ...overrides,
      }),

    /** A pending custom commission of 100 cents, without a payout. */
    commission(program: HasId, partner: HasId, overrides: Partial<Commission> = {}) {
      const createdAt = overrides.createdAt ?? new Date()
      const { amount = 0, earnings = 100 } = overrides
      return store<Commission>(Commission, {
        id: newId('cm_', createdAt.getTime()),
        programId: program.id,
        partnerId: partner.id,
        type: 'custom',
        status: 'pending',
        amount,
        earnings,
        eventAmount: amount,
        eventEarnings: earnings,
        refundedAmount: 0,
        quantity: 1,
        currency: 'usd',
        createdAt,
        updatedAt: createdAt,
        ...overrides,
      })
    },

    /** A payout without commissions, pending by default. */
    async payout(
      program: HasId,
      partner: HasId,
      {
        status = 'pending',
        amount = 100,
        method,
        invoiceId,
      }: { status?: string; amount?: number; method?: string; invoiceId?: string } = {},
    ) {
      const id = newId('po_')
      await database.pool.query(
        `insert into payouts (id, program_id, partner_id, status, amount, method, invoice_id, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, now(), now())`,
        [id, program.id, partner.id, status, amount, method ?? null, invoiceId ?? null],
      )
      return { id }
    },

    /** An invoice without payouts. */
    async invoice(workspace: HasId, program: HasId) {
      const id = newId('inv_')
      await database.pool.query(
        `insert into invoices (id, workspace_id, program_id, sequence, amount, external_amount, fee, total, fee_rate, waiver, waived,
           created_at, updated_at)
         values ($1, $2, $3, (select count(*) + 1 from invoices where workspace_id = $2), 100, 0, 0, 100, 0, 0, 0, now(), now())`,
        [id, workspace.id, program.id],
      )
      return { id }
    },

    /** A PayPal account whose credentials cannot be opened. */
    async payoutAccount(workspace: HasId) {
      const id = newId('pacc_')
      await database.pool.query(
        `insert into payout_accounts (id, workspace_id, provider, credentials, created_at, updated_at)
         values ($1, $2, 'paypal', '', now(), now())`,
        [id, workspace.id],
      )
      return { id }
    },

    /** The workspace pays the partner by hand. */
    payoutSettings: (program: HasId, partner: HasId) =>
      database.pool.query(
        `insert into partner_payout_settings (program_id, partner_id, method, created_at, updated_at)
         values ($1, $2, 'manual', now(), now())`,
        [program.id, partner.id],
      ),

    /** A pending fraud group without events. */
    async fraudGroup(program: HasId, partner: HasId, type: string) {
      const id = newId('frg_')
      await database.pool.query(
        `insert into fraud_groups (id, program_id, partner_id, type, status, last_event_at, created_at, updated_at)
         values ($1, $2, $3, $4, 'pending', now(), now(), now())`,
        [id, program.id, partner.id, type],
      )
      return { id }
    },

    /** A report that was not reviewed. */
    async fraudAlert(program: HasId, partner: HasId) {
      const id = newId('fra_')
      await database.pool.query(
        `insert into fraud_alerts (id, program_id, partner_id, reason, status, created_at, updated_at)
         values ($1, $2, $3, 'Bought its own links.', 'pending', now(), now())`,
        [id, program.id, partner.id],
      )
      return { id }
    },

    /** 20 %, of no group. */
    discount: (program: HasId, overrides: Partial<Discount> = {}) =>
      store<Discount>(Discount, {
        id: newId('disc_'),
        programId: program.id,
        amount: 20,
        type: 'percentage',
        provider: 'custom',
        createdAt: new Date(),
        updatedAt: new Date(),
        ...overrides,
      }),

    async discountCode(discount: Pick<Discount, 'id' | 'programId'>, partner: HasId, link: HasId, fields: { code?: string } = {}) {
      const id = newId('dcode_')
      const { code = `CODE-${randomBytes(5).toString('hex')}` } = fields
      await database.pool.query(
        `insert into discount_codes (id, program_id, partner_id, link_id, discount_id, code, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, now(), now())`,
        [id, discount.programId, partner.id, link.id, discount.id, code],
      )
      return { id, code }
    },
  }
}
