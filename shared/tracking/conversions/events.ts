/** Domain events of conversions. */
import { z } from 'zod'
import { event } from '../../kernel/queue/contract.js'

const ConversionPayload = z.object({
  workspaceId: z.string(),
  eventId: z.string(),
  customerId: z.string(),
  linkId: z.string(),
  clickId: z.string(),
})

/** `eventId` is the first of `quantity` events. */
export const leadRecorded = event({ name: 'lead.recorded', payload: ConversionPayload.extend({ quantity: z.number() }) })

/** Amount in cents of a dollar, or in the sale's own currency if no rate is known. */
export const saleRecorded = event({
  name: 'sale.recorded',
  payload: ConversionPayload.extend({ amount: z.number(), currency: z.string(), isFirst: z.boolean() }),
})

/** `eventId` identifies the refund; `amount` is the refunded amount. */
export const saleRefunded = event({
  name: 'sale.refunded',
  payload: ConversionPayload.extend({ saleEventId: z.string(), amount: z.number(), currency: z.string(), isFull: z.boolean() }),
})

/** `eventId` identifies the reinstatement; `amount` is the reinstated amount. */
export const saleReinstated = event({
  name: 'sale.reinstated',
  payload: ConversionPayload.extend({ saleEventId: z.string(), amount: z.number(), currency: z.string() }),
})
