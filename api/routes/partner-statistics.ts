/** The statistics, earnings, customers and referrals of a partner. */
import { CustomerCount } from '../../shared/customers/index.js'
import {
  countOwnCustomers,
  countOwnCustomersQuerySchema,
  countOwnEarningsQuerySchema,
  countOwnReferrals,
  exportOwnAnalytics,
  exportOwnCustomers,
  exportOwnEarnings,
  exportOwnEarningsQuerySchema,
  exportOwnCustomersQuerySchema,
  exportOwnEvents,
  exportOwnEventsQuerySchema,
  getOwnCustomer,
  getReferralSeries,
  getReferralStats,
  listOwnCustomers,
  listOwnEarnings,
  listOwnEvents,
  listReferralsToProgram,
  listReferredPartners,
  NetworkReferral,
  OwnCustomer,
  OwnCustomerParams,
  ownCustomersQuerySchema,
  OwnEarning,
  OwnEarningsCount,
  ownEarningsQuerySchema,
  ownEarningsSeries,
  OwnEarningsSeries,
  ownEarningsSeriesQuerySchema,
  OwnEvents,
  ownEventsQuerySchema,
  OwnProgramParams,
  ownerOf,
  ownProgramScope,
  OwnReferral,
  ReferralSeries,
  referralSeriesQuerySchema,
  referralsQuerySchema,
  ReferralStats,
  summariseOwnEarnings,
  yearInReview,
  YearInReview,
  yearQuerySchema,
} from '../../shared/partner-profile/index.js'
import { OwnAnalytics, ownAnalyticsQuerySchema, retrieveOwnAnalytics } from '../../shared/partners/index.js'
import { partner } from '../access/partner.js'
import { endpoint } from '../endpoint.js'
import { csv, fileOrJob, json } from '../http/reply.js'

const read = { access: partner(), rate: 'api', hidden: true, method: 'GET' } as const
const ofProgram = { ...read, params: OwnProgramParams } as const
const analytics = { ...ofProgram, rate: 'analytics' } as const
const base = '/partner-profile/programs/{programId}'
const more = 'With more than 1,000 rows, a job writes the file, and you get an email with its address.'

export const partnerStatistics = [
  endpoint({
    ...analytics,
    id: 'getOwnAnalytics',
    path: `${base}/analytics`,
    summary: 'Retrieve the analytics of your links',
    query: ownAnalyticsQuerySchema,
    output: OwnAnalytics,
    run: async ({ scope, params, query }) => retrieveOwnAnalytics(await ownProgramScope(scope, params.programId), scope.partner.id, query),
  }),
  endpoint({
    ...analytics,
    id: 'exportOwnAnalytics',
    path: `${base}/analytics/export`,
    summary: 'Export the analytics of your links as CSV',
    query: ownAnalyticsQuerySchema,
    contentTypes: ['text/csv'],
    run: async ({ scope, params, query }) =>
      csv('analytics.csv', await exportOwnAnalytics(await ownProgramScope(scope, params.programId), query)),
  }),
  endpoint({
    ...analytics,
    id: 'listOwnEvents',
    path: `${base}/events`,
    summary: 'List events of your links',
    query: ownEventsQuerySchema,
    output: OwnEvents,
    run: async ({ scope, params, query }) => {
      const own = await ownProgramScope(scope, params.programId)
      return listOwnEvents(own, own.enrolment, query)
    },
  }),
  endpoint({
    ...analytics,
    id: 'exportOwnEvents',
    path: `${base}/events/export`,
    summary: 'Export events of your links as CSV',
    description: more,
    query: exportOwnEventsQuerySchema,
    run: async ({ scope, params, query }) => {
      const own = await ownProgramScope(scope, params.programId)
      return fileOrJob(await exportOwnEvents(own, { ...query, ...ownerOf(own, scope.user) }))
    },
  }),
  endpoint({
    ...ofProgram,
    id: 'listOwnEarnings',
    path: `${base}/earnings`,
    summary: 'List your commissions',
    query: ownEarningsQuerySchema,
    output: OwnEarning.array(),
    run: async ({ scope, params, query }) => {
      const own = await ownProgramScope(scope, params.programId)
      return listOwnEarnings(own, own.enrolment, query)
    },
  }),
  endpoint({
    ...ofProgram,
    id: 'countOwnEarnings',
    path: `${base}/earnings/count`,
    summary: 'Count and sum your commissions',
    query: countOwnEarningsQuerySchema,
    output: OwnEarningsCount,
    run: async ({ scope, params, query }) => {
      const own = await ownProgramScope(scope, params.programId)
      return summariseOwnEarnings(own, own.enrolment, query)
    },
  }),
  endpoint({
    ...ofProgram,
    id: 'exportOwnEarnings',
    path: `${base}/earnings/export`,
    summary: 'Export your commissions as CSV',
    description: more,
    query: exportOwnEarningsQuerySchema,
    run: async ({ scope, params, query }) => {
      const own = await ownProgramScope(scope, params.programId)
      return fileOrJob(await exportOwnEarnings(own, { ...query, ...ownerOf(own, scope.user) }))
    },
  }),
  endpoint({
    ...ofProgram,
    id: 'getOwnEarningsSeries',
    path: `${base}/earnings/timeseries`,
    summary: 'Retrieve your earnings over time',
    query: ownEarningsSeriesQuerySchema,
    output: OwnEarningsSeries,
    run: async ({ scope, params, query }) => {
      const own = await ownProgramScope(scope, params.programId)
      return ownEarningsSeries(own, own.enrolment, query)
    },
  }),
  endpoint({
    ...ofProgram,
    id: 'listOwnCustomers',
    path: `${base}/customers`,
    summary: 'List the customers that you referred',
    query: ownCustomersQuerySchema,
    output: OwnCustomer.array(),
    run: async ({ scope, params, query }) => listOwnCustomers(await ownProgramScope(scope, params.programId), query),
  }),
  endpoint({
    ...ofProgram,
    id: 'countOwnCustomers',
    path: `${base}/customers/count`,
    summary: 'Count the customers that you referred',
    query: countOwnCustomersQuerySchema,
    output: CustomerCount,
    run: async ({ scope, params, query }) => countOwnCustomers(await ownProgramScope(scope, params.programId), query),
  }),
  endpoint({
    ...analytics,
    id: 'exportOwnCustomers',
    path: `${base}/customers/export`,
    summary: 'Export the customers that you referred as CSV',
    description: more,
    query: exportOwnCustomersQuerySchema,
    run: async ({ scope, params, query }) => {
      const own = await ownProgramScope(scope, params.programId)
      return fileOrJob(await exportOwnCustomers(own, { ...query, ...ownerOf(own, scope.user) }))
    },
  }),
  endpoint({
    ...read,
    id: 'getOwnCustomer',
    path: `${base}/customers/{customerId}`,
    summary: 'Retrieve a customer that you referred',
    params: OwnCustomerParams,
    output: OwnCustomer,
    run: async ({ scope, params }) => getOwnCustomer(await ownProgramScope(scope, params.programId), params.customerId),
  }),
  endpoint({
    ...ofProgram,
    id: 'listReferralsToProgram',
    path: `${base}/referrals`,
    summary: 'List the partners that you referred to a program',
    query: referralsQuerySchema,
    output: OwnReferral.array(),
    run: async ({ scope, params, query }) => listReferralsToProgram(await ownProgramScope(scope, params.programId), query),
  }),
  endpoint({
    ...ofProgram,
    id: 'countReferralsToProgram',
    path: `${base}/referrals/count`,
    summary: 'Count the partners that you referred to a program',
    run: async ({ scope, params }) => json(await countOwnReferrals(await ownProgramScope(scope, params.programId))),
  }),
  endpoint({
    ...read,
    id: 'listReferredPartners',
    path: '/partner-profile/referrals',
    summary: 'List the partners that you referred',
    query: referralsQuerySchema,
    output: NetworkReferral.array(),
    run: ({ scope, query }) => listReferredPartners(scope, query),
  }),
  endpoint({
    ...read,
    id: 'getReferralStats',
    path: '/partner-profile/referrals/stats',
    summary: 'Retrieve what your referrals earned you',
    output: ReferralStats,
    run: ({ scope }) => getReferralStats(scope),
  }),
  endpoint({
    ...read,
    id: 'getReferralSeries',
    path: '/partner-profile/referrals/timeseries',
    summary: 'Retrieve what your referrals earned you by day',
    query: referralSeriesQuerySchema,
    output: ReferralSeries,
    run: ({ scope, query }) => getReferralSeries(scope, query),
  }),
  endpoint({
    ...read,
    id: 'getYearInReview',
    path: '/partner-profile/rewind',
    summary: 'Retrieve the totals of a year, and how they compare',
    query: yearQuerySchema,
    output: YearInReview,
    run: ({ scope, query }) => yearInReview(scope, query),
  }),
]
