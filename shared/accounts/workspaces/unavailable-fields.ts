/** Fields that clients of the public interface expect, of features that this service does not have: always null, zero, false or empty. */
import { z } from 'zod'

const nullFields = [
  'inviteCode',
  'defaultProduct',
  'planPeriod',
  'stripeId',
  'subscriptionCanceledAt',
  'billingCycleEndsAt',
  'paymentFailedAt',
  'stripeConnectId',
  'store',
  'ssoEmailDomain',
  'ssoEnforcedAt',
  'shopifyStoreId',
] as const
const zeroFields = ['aiUsage', 'aiLimit'] as const
const falseFields = ['dotLinkClaimed', 'fastDirectDebitPayouts'] as const

function fieldsWith<const Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>
}

export const unavailableFieldSchemas = {
  ...fieldsWith(nullFields, z.null()),
  ...fieldsWith(zeroFields, z.number()),
  ...fieldsWith(falseFields, z.boolean()),
  flags: z.record(z.string(), z.boolean()),
}

export const unavailableFields = {
  ...fieldsWith(nullFields, null),
  ...fieldsWith(zeroFields, 0),
  ...fieldsWith(falseFields, false),
  flags: {},
}
