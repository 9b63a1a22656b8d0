/** Schemas of commission analytics. */
import { z } from 'zod'
import { countCommissionsQuerySchema } from '../commission-input.schema.js'
import { commissionTypes } from '../commission-states.js'

export const commissionGroupings = ['timeseries', 'partnerId', 'groupId', 'partnerTagId', 'type'] as const
export type CommissionGrouping = (typeof commissionGroupings)[number]

export const commissionAnalyticsQuerySchema = countCommissionsQuerySchema.extend({
  groupBy: z.enum(commissionGroupings).default('timeseries').meta({ description: 'What the earnings are summed by.' }),
})
export type CommissionAnalyticsQuery = z.infer<typeof commissionAnalyticsQuerySchema>

const sums = { earnings: z.number(), count: z.number() }

export const CommissionAnalytics = z.union([
  z.array(z.object({ start: z.string(), ...sums })),
  z.array(
    z.object({
      partnerId: z.string(),
      name: z.string(),
      image: z.string().nullable(),
      country: z.string().nullable(),
      earnings: z.number(),
      commissionCount: z.number(),
    }),
  ),
  z.array(z.object({ groupId: z.string(), name: z.string(), ...sums })),
  z.array(z.object({ partnerTagId: z.string(), name: z.string(), ...sums })),
  z.array(z.object({ key: z.enum(commissionTypes), label: z.string(), ...sums })),
])
export type CommissionAnalytics = z.infer<typeof CommissionAnalytics>
