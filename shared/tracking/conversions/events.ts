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
