/**
 * How a workspace pays one partner of its program. The own settings of a partner hold in all programs and are theirs to change; a workspace
 * can only decide about the money that it pays itself.
 */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { idText } from '../../kernel/input-fields.js'
import { requireProgramId } from '../../partners/index.js'
import { partnerNotInProgram, payoutSettingsNotFound } from '../errors.js'
import { maxDetailsLength } from '../limits.js'
import { readDetails, sealDetails } from './payment-details.js'
import { deleteSettings, findSettings, isEnrolled, storeSettings } from './payout-settings.queries.js'

const details = z
  .string()
  .trim()
  .max(maxDetailsLength)
  .nullish()
  .meta({ description: 'Payment details for the payout file, for example a bank account. Stored encrypted.' })

export const putPayoutSettingsBodySchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('manual'), details }),
  z.object({
    method: z.literal('connect'),
    stripeAccountId: z
      .string()
      .max(255)
      .regex(/^acct_\w+$/, 'must be the id of a Stripe account: it begins with acct_')
      .meta({ description: 'The account of the partner that is connected with your Stripe account.' }),
    details,
  }),
  z.object({
    method: z.literal('paypal'),
    paypalEmail: z.email().max(255).meta({ description: 'The PayPal account of the partner.' }),
    details,
  }),
])
type PutPayoutSettings = z.infer<typeof putPayoutSettingsBodySchema>

export const PayoutSettingsParams = z.object({ partnerId: idText().meta({ description: 'Id of the partner.' }) })
export const PayoutSettingsSchema = z.object({
  partnerId: z.string(),
  method: z.enum(['manual', 'connect', 'paypal']),
  stripeAccountId: z.string().nullable(),
  paypalEmail: z.string().nullable(),
  details: z.string().nullable().describe('Null for users who may not confirm payouts.'),
  updatedAt: z.string(),
})
type PayoutSettings = z.infer<typeof PayoutSettingsSchema>
export const DeletedPayoutSettings = z.object({ partnerId: z.string() })

async function requirePartner(scope: WorkspaceScope, partnerId: string): Promise<string> {
  const programId = requireProgramId(scope)
  if (!(await isEnrolled(scope, programId, partnerId))) throw partnerNotInProgram(partnerId)
  return programId
}

export async function getPayoutSettings(scope: WorkspaceScope, partnerId: string): Promise<PayoutSettings> {
  const programId = await requirePartner(scope, partnerId)
  const row = await findSettings(scope, programId, partnerId)
  if (!row) throw payoutSettingsNotFound()
  return {
    partnerId,
    method: row.method,
    stripeAccountId: row.method === 'connect' ? row.destination : null,
    paypalEmail: row.method === 'paypal' ? row.destination : null,
    details: readDetails(scope, programId, partnerId, row.details),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

/** Applies to payouts that are confirmed or paid again from now on. */
export async function putPayoutSettings(scope: WorkspaceScope, partnerId: string, input: PutPayoutSettings): Promise<PayoutSettings> {
  const programId = await requirePartner(scope, partnerId)
  await storeSettings(scope, programId, partnerId, {
    method: input.method,
    destination: destinationOf(input),
    details: input.details ? sealDetails(scope, programId, partnerId, input.details) : null,
  })
  return getPayoutSettings(scope, partnerId)
}

function destinationOf(input: PutPayoutSettings): string | null {
  if (input.method === 'connect') return input.stripeAccountId
  return input.method === 'paypal' ? input.paypalEmail : null
}

/** The partner is paid by its own settings again. */
export async function deletePayoutSettings(scope: WorkspaceScope, partnerId: string): Promise<{ partnerId: string }> {
  const programId = await requirePartner(scope, partnerId)
  if (!(await deleteSettings(scope, programId, partnerId))) throw payoutSettingsNotFound()
  return { partnerId }
}
