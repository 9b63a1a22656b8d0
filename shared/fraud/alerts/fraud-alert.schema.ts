/** Schemas of reports to the operator. */
import { z } from 'zod'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { alertReviews, fraudAlertStatuses } from './alert-states.js'

const maxReasonLength = 2000

export const reportPartnerBodySchema = z.object({
  partnerId: idText().describe('A banned partner.'),
  reason: z.string().trim().min(1).max(maxReasonLength).describe('Why its ban should be known to other programs.'),
})
export type ReportPartner = z.infer<typeof reportPartnerBodySchema>

export const FraudAlertSchema = z.object({
  id: z.string(),
  reason: z.string(),
  status: z.enum(fraudAlertStatuses),
  reviewedAt: z.string().nullable(),
  reviewNote: z.string().nullable(),
  createdAt: z.string(),
  partner: z.object({ id: z.string(), name: z.string(), email: z.string().nullable(), image: z.string().nullable() }),
  program: z.object({ id: z.string(), name: z.string(), logo: z.string().nullable() }),
})
export type FraudAlertResponse = z.infer<typeof FraudAlertSchema>

export const FraudAlertParams = z.object({ fraudAlertId: z.string() })

const maxPageSize = 50
export const getFraudAlertsQuerySchema = z.object({ status: z.enum(fraudAlertStatuses).optional(), ...pageFields(maxPageSize) })
export type GetFraudAlerts = z.infer<typeof getFraudAlertsQuerySchema>

export const getAllFraudAlertsQuerySchema = getFraudAlertsQuerySchema.extend({ programId: idText().optional() })
export const FraudAlertList = z.object({ fraudAlerts: FraudAlertSchema.array(), total: z.number() })

export const reviewFraudAlertBodySchema = z.object({
  status: z.enum(alertReviews),
  reviewNote: z.string().trim().max(maxReasonLength).optional(),
})
export type ReviewFraudAlert = z.infer<typeof reviewFraudAlertBodySchema>
export const FraudAlertReviewed = z.object({ success: z.boolean() })
