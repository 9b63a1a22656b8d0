/** How a partner wants to be paid, in all programs. A workspace may decide otherwise for the money that it pays itself. */
import { createHash } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { Email, foldEmail } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { Partner } from '../../partners/index.js'
import { payoutAddressTaken, payoutMethodIncomplete } from '../errors.js'

/** The methods that this service can pay by. Without one, the workspace pays by a payout file. */
const methods = ['connect', 'paypal'] as const

export const changeOwnPayoutSettingsSchema = z.object({
  defaultPayoutMethod: z.enum(methods).nullish().meta({ description: 'Null: the workspace pays by hand.' }),
  paypalEmail: Email.transform(foldEmail).nullish().meta({ description: 'Your PayPal account.' }),
  stripeAccountId: z
    .string()
    .max(255)
    .regex(/^acct_\w+$/, 'must be the id of a Stripe account: it begins with acct_')
    .nullish()
    .meta({ description: 'Your Stripe account, which the program must have connected.' }),
})

export const OwnPayoutSettings = z.object({
  defaultPayoutMethod: z.string().nullable(),
  paypalEmail: z.string().nullable(),
  stripeAccountId: z.string().nullable(),
  payoutsEnabledAt: z.string().nullable(),
})

export const getOwnPayoutSettings = ({ partner }: PartnerScope): z.infer<typeof OwnPayoutSettings> => present(partner)

/** Changes the given fields. Payouts that are confirmed from now on use them. */
export async function changeOwnPayoutSettings(
  { em, partner: { id }, now }: PartnerScope,
  { stripeAccountId, ...fields }: z.infer<typeof changeOwnPayoutSettingsSchema>,
): Promise<z.infer<typeof OwnPayoutSettings>> {
  // The hash belongs to all fields: a concurrent change waits.
  const partner = await em.findOneOrFail(Partner, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (fields.paypalEmail !== undefined) partner.paypalEmail = fields.paypalEmail
  if (stripeAccountId !== undefined) partner.stripeConnectId = stripeAccountId
  if (fields.defaultPayoutMethod !== undefined) partner.defaultPayoutMethod = fields.defaultPayoutMethod
  const address = addressOf(partner)
  if (partner.defaultPayoutMethod && !address)
    throw payoutMethodIncomplete(partner.defaultPayoutMethod === 'paypal' ? 'paypalEmail' : 'stripeAccountId')
  // Fraud detection compares the hash across partners.
  partner.payoutMethodHash = address ? createHash('sha256').update(`${partner.defaultPayoutMethod}:${address}`).digest('hex') : null
  partner.payoutsEnabledAt = address ? (partner.payoutsEnabledAt ?? now()) : null
  partner.updatedAt = now()
  await mapUniqueViolation(em.flush(), payoutAddressTaken)
  return present(partner)
}

function addressOf({ defaultPayoutMethod, paypalEmail, stripeConnectId }: Partner): string | null {
  if (defaultPayoutMethod === 'paypal') return paypalEmail ?? null
  return defaultPayoutMethod === 'connect' ? (stripeConnectId ?? null) : null
}

const present = (partner: Readonly<Partner>): z.infer<typeof OwnPayoutSettings> => ({
  defaultPayoutMethod: partner.defaultPayoutMethod ?? null,
  paypalEmail: partner.paypalEmail ?? null,
  stripeAccountId: partner.stripeConnectId ?? null,
  payoutsEnabledAt: partner.payoutsEnabledAt?.toISOString() ?? null,
})
