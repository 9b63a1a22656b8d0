/** What conversions announce. */
import { z } from 'zod'
import { event } from '../../kernel/contract.js'

const ConversionFact = z.object({
  workspaceId: z.string(),
  eventId: z.string(),
  customerId: z.string(),
  linkId: z.string(),
  clickId: z.string(),
})

/** `eventId` is the first of as many events as the quantity says. */
export const leadRecorded = event({ name: 'lead.recorded', payload: ConversionFact.extend({ quantity: z.number() }) })

/** Cents of a dollar, or the sale's own currency where nobody knows its worth. */
export const saleRecorded = event({
  name: 'sale.recorded',
  payload: ConversionFact.extend({ amount: z.number(), currency: z.string(), isFirst: z.boolean() }),
})

/** `eventId` is the refund's own; the amount is what was given back. */
export const saleRefunded = event({
  name: 'sale.refunded',
  payload: ConversionFact.extend({ saleEventId: z.string(), amount: z.number(), currency: z.string(), isFull: z.boolean() }),
})

/** The amount is what came again of what was given back; the event is the entry's own. */
export const saleReinstated = event({
  name: 'sale.reinstated',
  payload: ConversionFact.extend({ saleEventId: z.string(), amount: z.number(), currency: z.string() }),
})
