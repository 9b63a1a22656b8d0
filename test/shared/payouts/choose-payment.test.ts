import test from 'ava'
import { choosePayment, type PayeeDetails, type PayoutTerms } from '../../../shared/payouts/confirm/choose-payment.js'

const payee: PayeeDetails = {
  amount: 1000,
  tenantId: null,
  isBanned: false,
  chosenMethod: null,
  chosenDestination: null,
  partnerMethod: null,
  stripeAccountId: null,
  paypalEmail: null,
}
const terms: PayoutTerms = { payoutMode: 'internal', minPayoutAmount: 0, connectedProviders: ['stripe', 'paypal'] }
const stripe = { partnerMethod: 'connect', stripeAccountId: 'acct_1' }
const paypal = { partnerMethod: 'paypal', paypalEmail: 'a@example.com' }
const external = { payoutMode: 'external' } as const
const hybrid = { payoutMode: 'hybrid' } as const

const cases: [what: string, payee: Partial<PayeeDetails>, terms: Partial<PayoutTerms>, expected: string][] = [
  ['a partner with Stripe', stripe, {}, 'stripe acct_1'],
  ['a partner with PayPal', paypal, {}, 'paypal a@example.com'],
  ['a partner paid by hand', { partnerMethod: 'manual' }, {}, 'manual'],
  ['a partner without a method', {}, {}, 'no_payout_method'],
  ['a partner without a method in a workspace without providers', {}, { connectedProviders: [] }, 'manual'],
  ['a partner with Stripe in a workspace without providers', stripe, { connectedProviders: [] }, 'provider_not_connected'],
  ['a partner with PayPal in a workspace with Stripe', paypal, { connectedProviders: ['stripe'] }, 'provider_not_connected'],
  ['a partner with Stripe in a workspace with Stripe', stripe, { connectedProviders: ['stripe'] }, 'stripe acct_1'],
  ['a method without an account', { partnerMethod: 'connect' }, {}, 'incomplete_payout_method'],
  ['a method of others', { partnerMethod: 'stablecoin' }, {}, 'unsupported_payout_method'],
  ['the choice of the workspace', { ...stripe, chosenMethod: 'paypal', chosenDestination: 'b@example.com' }, {}, 'paypal b@example.com'],
  ['a manual choice of the workspace', { ...stripe, chosenMethod: 'manual' }, {}, 'manual'],
  ['an amount of the minimum', { ...stripe, amount: 2000 }, { minPayoutAmount: 2000 }, 'stripe acct_1'],
  ['an amount below the minimum', { ...stripe, amount: 1999 }, { minPayoutAmount: 2000 }, 'below_minimum'],
  ['a banned partner', { ...stripe, isBanned: true }, {}, 'partner_banned'],
  ['an amount of 0', { ...stripe, amount: 0 }, {}, 'below_minimum'],
  ['a negative amount', { ...stripe, amount: -5 }, {}, 'below_minimum'],
  ['external mode with a tenantId', { ...stripe, tenantId: 't' }, external, 'external'],
  ['external mode without a tenantId', stripe, external, 'no_tenant_id'],
  ['hybrid mode with a method', { ...stripe, tenantId: 't' }, hybrid, 'stripe acct_1'],
  ['hybrid mode without a method', { tenantId: 't' }, hybrid, 'external'],
  ['hybrid mode without both', {}, { ...hybrid, connectedProviders: [] }, 'no_tenant_id'],
]
for (const [what, payeeChanges, termChanges, expected] of cases) {
  test(`${what}: ${expected}`, (t) => {
    const payment = choosePayment({ ...payee, ...payeeChanges }, { ...terms, ...termChanges })
    t.is('reason' in payment ? payment.reason : [payment.provider, payment.destination].filter(Boolean).join(' '), expected)
    if (!('reason' in payment)) t.is(payment.mode, payment.provider === 'external' ? 'external' : 'internal')
  })
}
