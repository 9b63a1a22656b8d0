/** Schemas of invoices. */
import { z } from 'zod'
import { pageFields } from '../../kernel/input-fields.js'
import { cutoffPeriods } from '../confirm/cutoff.js'

export const invoiceStatuses = ['processing', 'completed', 'failed', 'canceled'] as const

export const InvoiceParams = z.object({ id: z.string().meta({ description: 'Id of the invoice.' }) })
export const getInvoicesQuerySchema = z.object(pageFields(100))
export type GetInvoices = z.infer<typeof getInvoicesQuerySchema>

export const InvoiceSchema = z.object({
  id: z.string(),
  number: z.string().describe('Numbers of a workspace have no gaps.'),
  status: z
    .enum(invoiceStatuses)
    .describe('`completed`: all payouts are paid. `failed`: the others are finished. `canceled`: all payouts were withdrawn.'),
  amount: z.number().describe('Cents that the partners get.'),
  externalAmount: z.number().describe('The part of the amount that an external system pays.'),
  fee: z.number(),
  waivedAmount: z.number().describe('The part of the amount that is free of the fee.'),
  total: z.number().describe('Amount and fee.'),
  chargeAmount: z.number().describe('The total without the external amount.'),
  currency: z.literal('usd'),
  cutoffPeriod: z.enum(cutoffPeriods).nullable(),
  payoutCount: z.number(),
  payoutsByStatus: z.record(z.string(), z.number()),
  createdAt: z.string(),
  user: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
})
export type InvoiceResponse = z.infer<typeof InvoiceSchema>
