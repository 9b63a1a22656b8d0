/** Output of customer activity. */
import { z } from 'zod'
import { ClickSchema } from '../click.schema.js'

const ActivityLink = z.object({ id: z.string(), domain: z.string(), key: z.string(), shortLink: z.url() })

const common = { timestamp: z.string(), click: ClickSchema, link: ActivityLink.nullable() }
const conversion = { ...common, eventId: z.string(), eventName: z.string(), metadata: z.any().nullable() }

export const CustomerActivity = z.object({
  events: z.array(
    z.discriminatedUnion('event', [
      z.object({ event: z.literal('click'), ...common }),
      z.object({ event: z.literal('lead'), ...conversion }),
      z.object({
        event: z.literal('sale'),
        ...conversion,
        /** A refund has a negative amount and refers to its sale. */
        sale: z.object({
          amount: z.number(),
          currency: z.string(),
          paymentProcessor: z.string(),
          invoiceId: z.string().nullable(),
          refundOf: z.string().nullable(),
        }),
      }),
    ]),
  ),
  link: ActivityLink.nullable().describe('The first link by which the customer came.'),
})
export type CustomerActivity = z.infer<typeof CustomerActivity>
export type Activity = CustomerActivity['events'][number]
export type ActivityLink = z.infer<typeof ActivityLink>
