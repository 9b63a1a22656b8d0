import { z } from 'zod'
import { createPartnerSchema } from '../partners/index.js'

export const createReferralsEmbedTokenSchema = z.object({
  partnerId: z.string().max(255).optional().meta({ description: 'Id of the partner.' }),
  tenantId: z.string().max(255).optional().meta({ description: 'Id of the partner in your system.' }),
  partner: createPartnerSchema.optional().meta({ description: 'The partner, who is enrolled if no partner has the address yet.' }),
})
export type CreateReferralsEmbedToken = z.infer<typeof createReferralsEmbedTokenSchema>

export const ReferralsEmbedTokenSchema = z.object({
  publicToken: z.string().meta({ description: 'The token. Pass it to the page in the browser.' }),
  expires: z.string().meta({ description: 'When the token expires.' }),
})
