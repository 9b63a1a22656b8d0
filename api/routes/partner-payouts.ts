import {
  changeOwnPayoutSettings,
  changeOwnPayoutSettingsSchema,
  countOwnPayouts,
  countOwnPayoutsQuerySchema,
  exportOwnPayouts,
  getOwnPayoutSettings,
  listOwnPayouts,
  OwnPayout,
  OwnPayoutCount,
  OwnPayoutSettings,
  ownPayoutsQuerySchema,
} from '../../shared/partner-profile/index.js'
import { partner } from '../access/partner.js'
import { endpoint } from '../endpoint.js'
import { csv } from '../http/reply.js'

const read = { access: partner(), rate: 'api', hidden: true, method: 'GET' } as const

/** The payouts of a partner, and how they are paid. */
export const partnerPayouts = [
  endpoint({
    ...read,
    id: 'listOwnPayouts',
    path: '/partner-profile/payouts',
    summary: 'List your payouts',
    query: ownPayoutsQuerySchema,
    output: OwnPayout.array(),
    run: ({ scope, query }) => listOwnPayouts(scope, query),
  }),
  endpoint({
    ...read,
    id: 'countOwnPayouts',
    path: '/partner-profile/payouts/count',
    summary: 'Count and sum your payouts by status',
    query: countOwnPayoutsQuerySchema,
    output: OwnPayoutCount,
    run: ({ scope, query }) => countOwnPayouts(scope, query),
  }),
  endpoint({
    ...read,
    id: 'exportOwnPayouts',
    path: '/partner-profile/payouts/export',
    summary: 'Export your payouts as CSV',
    query: countOwnPayoutsQuerySchema,
    contentTypes: ['text/csv'],
    run: async ({ scope, query }) => csv('payouts.csv', await exportOwnPayouts(scope, query)),
  }),
  endpoint({
    ...read,
    id: 'getOwnPayoutSettings',
    path: '/partner-profile/payouts/settings',
    summary: 'Retrieve how you are paid',
    output: OwnPayoutSettings,
    run: async ({ scope }) => getOwnPayoutSettings(scope),
  }),
  endpoint({
    ...read,
    method: 'PATCH',
    access: partner('payout_settings.update'),
    id: 'changeOwnPayoutSettings',
    path: '/partner-profile/payouts/settings',
    summary: 'Change how you are paid',
    refusesImpersonation: true,
    body: changeOwnPayoutSettingsSchema,
    output: OwnPayoutSettings,
    run: ({ scope, body }) => changeOwnPayoutSettings(scope, body),
  }),
]
