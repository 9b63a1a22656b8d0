/** What the operator needs to judge a partner: its profile, bans, reports and last payouts. */
import { z } from 'zod'
import type { AdminScope } from '../kernel/scope.js'
import { PlatformSchema } from '../partner-accounts/index.js'
import { partnerDetails } from './administration.queries.js'
import { partnerNotFound } from './errors.js'

const text = z.string().nullable()
const program = z.object({ id: z.string(), name: z.string(), logo: text })

export const PartnerDetailsSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: text,
  image: text,
  country: text,
  companyName: text,
  createdAt: z.string(),
  platforms: PlatformSchema.array(),
  programEnrollments: z
    .object({ id: z.string(), status: z.string(), program })
    .array()
    .meta({ description: 'The programs that banned the partner, the last 100.' }),
  fraudAlerts: z
    .object({ id: z.string(), reason: z.string(), status: z.string(), createdAt: z.string(), program })
    .array()
    .meta({ description: 'The last 100.' }),
  payouts: z
    .object({ id: z.string(), amount: z.number(), currency: z.string(), status: z.string(), createdAt: z.string(), program })
    .array()
    .meta({ description: 'The last 10.' }),
})
export type PartnerDetails = z.infer<typeof PartnerDetailsSchema>

export async function getPartnerDetails(scope: AdminScope, partnerId: string): Promise<PartnerDetails> {
  const details = await partnerDetails(scope, partnerId)
  if (!details) throw partnerNotFound(partnerId)
  return details
}
