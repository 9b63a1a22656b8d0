/** Valid requests about rewards, discounts, commissions and payouts. */
import type { Workspace } from '../../shared/accounts/index.js'
import type { Make } from './make.js'

interface Context {
  make: Make
  workspace: Workspace
}

/** A partner of the default program, with a link, a discount with a code for it, a commission and a payout. */
export async function earningRows({ make, workspace }: Context, name = 'Test Partner') {
  const program = await make.program(workspace)
  const partner = await make.partner({ name })
  const discount = await make.discount(program)
  await make.enrolment(program, partner, { discountId: discount.id })
  const { slug: domain } = await make.domain(workspace)
  const linkRow = { domain, programId: program.id, partnerId: partner.id }
  const [link, otherLink] = [await make.link(workspace, linkRow), await make.link(workspace, linkRow)]
  return {
    program,
    partner,
    discount,
    link,
    code: await make.discountCode(discount, partner, otherLink),
    commission: await make.commission(program, partner, { description: name }),
    payout: await make.payout(program, partner),
    reward: await make.reward(program, { description: name }),
  }
}

const withProgram = async ({ make, workspace }: Context) => {
  await make.program(workspace)
  return {}
}

const withRows = async (context: Context) => {
  await earningRows(context)
  return {}
}

/** The path of a payout in the status that the endpoint needs. */
const ofPayout =
  (operation: string, status: string, body: object = {}) =>
  async (context: Context) => {
    const { program, partner } = await earningRows(context)
    const payout = await context.make.payout(program, partner, { status })
    await context.make.commission(program, partner, { status: 'processed', payoutId: payout.id })
    return { path: `/payouts/${payout.id}/${operation}`, body }
  }

const withPayoutSettings = async (context: Context) => {
  const { program, partner } = await earningRows(context)
  await context.make.payoutSettings(program, partner)
  return { path: `/partners/${partner.id}/payout-settings` }
}

/** Ids of resources, by the first path segment. */
export const earningResources = {
  rewards: async (context: Context) => (await earningRows(context)).reward.id,
  discounts: async (context: Context) => (await earningRows(context)).discount.id,
  'discount-codes': async (context: Context) => (await earningRows(context)).code.id,
  commissions: async (context: Context) => (await earningRows(context)).commission.id,
  payouts: async (context: Context) => (await earningRows(context)).payout.id,
  invoices: async ({ make, workspace }: Context) => (await make.invoice(workspace, await make.program(workspace))).id,
  providers: async ({ make, workspace }: Context) => {
    await make.payoutAccount(workspace)
    return 'paypal'
  },
  '{provider}': async ({ make, workspace }: Context) => (await make.payoutAccount(workspace)).id,
}

/** Input beyond the required fields, by operation id. */
export const earningInput = {
  listRewards: withProgram,
  listDiscounts: withProgram,
  listDiscountCodes: withRows,
  listCommissions: withRows,
  countCommissions: withProgram,
  analyseCommissions: withProgram,
  exportCommissions: withProgram,
  listPayouts: withRows,
  aggregatePayouts: withProgram,
  countPayouts: withProgram,
  exportPayouts: withProgram,
  listInvoices: withProgram,
  confirmPayouts: withRows,
  reportPayoutPaid: ofPayout('paid', 'processing', { reference: 'WIRE-1' }),
  reportPayoutFailed: ofPayout('failed', 'processing', { reason: 'Account closed' }),
  retryPayout: ofPayout('retry', 'failed'),
  cancelPayout: ofPayout('cancel', 'processing'),
  connectStripe: async () => ({ body: { secretKey: 'sk_test_1' } }),
  receivePayoutWebhook: async ({ make, workspace }: Context) => ({
    path: `/payouts/webhooks/paypal/${(await make.payoutAccount(workspace)).id}`,
  }),
  putPayoutSettings: async (context: Context) => ({ ...(await withPayoutSettings(context)), body: { method: 'manual' } }),
  getPayoutSettings: withPayoutSettings,
  deletePayoutSettings: withPayoutSettings,
  createReward: async ({ make, workspace }: Context) => ({
    body: { event: 'sale', amountInCents: 100, groupId: (await make.program(workspace)).defaultGroupId },
  }),
  previewReward: async () => ({ body: { event: 'sale', amountInCents: 100 } }),
  createDiscount: async ({ make, workspace }: Context) => ({
    body: { amount: 100, provider: 'custom', groupId: (await make.program(workspace)).defaultGroupId },
  }),
  createDiscountCode: async (context: Context) => {
    const { partner, link } = await earningRows(context)
    return { body: { partnerId: partner.id, linkId: link.id } }
  },
  createCommission: async (context: Context) => {
    const { partner } = await earningRows(context)
    return { body: { type: 'custom', partnerId: partner.id, amount: 500 } }
  },
  updateCommission: async () => ({ body: { earnings: 5 } }),
  bulkUpdateCommissions: async (context: Context) => ({
    body: { commissionIds: [(await earningRows(context)).commission.id], status: 'duplicate' },
  }),
}
