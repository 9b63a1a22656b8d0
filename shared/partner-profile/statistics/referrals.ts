/** Partners that a partner referred: to one program, or to any. */
import { z } from 'zod'
import { pageFields } from '../../kernel/input-fields.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import type { OwnProgramScope } from '../program-scope.js'
import {
  countReferralsToProgram,
  referralEarningsByDay,
  referralsToProgram,
  referredPartners,
  referralTotals,
} from './referrals.queries.js'

export const referralsQuerySchema = z.object(pageFields(100))
export const referralSeriesQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(366).default(30).meta({ description: 'Days until today, in UTC.' }),
})

export const OwnReferral = z.object({
  partnerId: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  country: z.string().nullable(),
  status: z.string().meta({ description: 'Of the enrolment in the program.' }),
  earnings: z.number().meta({ description: 'Cents that you earned by this referral.' }),
  createdAt: z.string(),
})
export const NetworkReferral = OwnReferral.omit({ status: true })
export const ReferralStats = z.object({ partners: z.number(), commissions: z.number(), earnings: z.number().describe('Cents.') })
export const ReferralSeries = z.object({ start: z.string(), earnings: z.number(), count: z.number() }).array()

export const listReferralsToProgram = (scope: OwnProgramScope, query: z.infer<typeof referralsQuerySchema>) =>
  referralsToProgram(scope, scope.enrolment, query)
export const countOwnReferrals = (scope: OwnProgramScope): Promise<number> => countReferralsToProgram(scope, scope.enrolment)
export const listReferredPartners = (scope: PartnerScope, query: z.infer<typeof referralsQuerySchema>) =>
  referredPartners(scope, scope.partner.id, query)
export const getReferralStats = (scope: PartnerScope) => referralTotals(scope, scope.partner.id)
/** Every day, also those without earnings. */
export const getReferralSeries = (scope: PartnerScope, { days }: z.infer<typeof referralSeriesQuerySchema>) =>
  referralEarningsByDay(scope, scope.partner.id, days)
