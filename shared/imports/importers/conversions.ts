/** Customers and commissions, as the source attributed and computed them. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { createCustomer, requireCustomer } from '../../customers/index.js'
import { importCommission, importCustomer, linkForCommission, requireUnknownSale } from '../../earnings/index.js'
import { requireProgramId } from '../../partners/index.js'
import { orderConversions } from '../../tracking/index.js'
import { customerWithoutIdentifier, linkNotImported, rewardWithoutMoney } from '../errors.js'
import { customersOfCommissions, knownCustomer, ownerOfLink } from '../imported-objects.queries.js'
import { type ImportContext, importer, instant, optionalId, sourceId, type SourceReference, text } from './importer.js'
import { countryOf } from './program-objects.js'

interface Referral {
  partnerId: string | undefined
  linkId: string | undefined
}

const referencesOf = ({ partnerId, linkId }: Referral): SourceReference[] => [
  { kind: 'partner', id: partnerId },
  { kind: 'partnerLink', id: linkId },
  { kind: 'link', id: linkId },
]

/** The link by which a customer came, else the one with which the partner earned most. Empty in a dry run if it would be created. */
async function linkOf(scope: WorkspaceScope, { partnerId, linkId }: Referral, context: ImportContext): Promise<string | null> {
  const named = context.find('partnerLink', linkId) ?? context.find('link', linkId)
  if (named !== undefined || partnerId === undefined) return named ?? null
  const partner = { programId: requireProgramId(scope), partnerId: context.require('partner', partnerId) }
  const link = await linkForCommission(scope, partner, null)
  if (link === null && context.options.dryRun) return ''
  if (link === null) throw linkNotImported(partnerId)
  return link
}

export const customer = importer({
  schema: z.object({
    id: sourceId,
    externalId: optionalId,
    name: text(190),
    email: text(190),
    avatar: z.url().nullish().catch(null),
    country: countryOf,
    stripeCustomerId: text(190),
    partnerId: optionalId,
    linkId: optionalId,
    clickedAt: instant.optional(),
    leadAt: instant,
  }),
  references: (row) => referencesOf(row),
  async find(scope, row, context) {
    const externalId = row.externalId ?? row.email
    if (externalId === undefined) throw customerWithoutIdentifier()
    const known = await knownCustomer(scope, { externalId, stripeCustomerId: row.stripeCustomerId })
    if (!known && context.options.dryRun) await linkOf(scope, row, context)
    return known?.id ?? null
  },
  async create(scope, row, context) {
    const { stripeCustomerId = null, leadAt, clickedAt = leadAt, name = null, email = null, country = null, avatar = null } = row
    const profile = { externalId: row.externalId ?? row.email ?? '', name, email, avatar, country, stripeCustomerId }
    const linkId = await linkOf(scope, row, context)
    if (linkId === null) return (await createCustomer(scope, profile)).id
    return importCustomer(scope, { partner: await ownerOfLink(scope, linkId), profile, linkId, clickedAt, leadAt })
  },
})

export const commission = importer({
  schema: z.object({
    id: sourceId,
    customerId: optionalId,
    partnerId: optionalId,
    linkId: optionalId,
    invoiceId: sourceId,
    amount: z.coerce.number().int().min(0),
    earnings: z.coerce.number().int(),
    currency: text(3).transform((code) => code?.toLowerCase() ?? 'usd'),
    /** Other rewards than money. */
    unit: z.string().nullish(),
    status: z.enum(['pending', 'paid', 'canceled', 'refunded', 'fraud']),
    soldAt: instant,
  }),
  references: (row) => [{ kind: 'customer', id: row.customerId }, ...referencesOf(row)],
  async find(scope, row, context) {
    if (row.unit && row.unit !== 'cash') throw rewardWithoutMoney(row.unit)
    const id = context.require('customer', row.customerId)
    // Outside a dry run, the commission is only created if it passes the same checks.
    if (!context.options.dryRun) return null
    const customer = id === '' ? null : await knownCustomer(scope, { id })
    await requireUnknownSale(scope, requireProgramId(scope), { ...row, externalId: customer?.externalId ?? '' })
    await linkOf(scope, row, context)
    return null
  },
  async create(scope, row, context) {
    const customerId = context.require('customer', row.customerId)
    const { externalId, name, email, avatar, country, stripeCustomerId, linkId, clickedAt, createdAt } = await requireCustomer(
      scope,
      customerId,
    )
    const link = (await linkOf(scope, row, context)) ?? linkId
    const partner = link === null ? null : await ownerOfLink(scope, link)
    if (link === null || !partner) throw linkNotImported(row.partnerId ?? '')
    const profile = { externalId, name, email, avatar, country, stripeCustomerId }
    const { amount, earnings, currency, status, invoiceId, soldAt } = row
    const leadAt = new Date(Math.min(createdAt.getTime(), soldAt.getTime()))
    return importCommission(scope, {
      ...{ partner, profile, linkId: link, clickedAt: clickedAt ?? leadAt, leadAt },
      ...{ amount, earnings, currency, status, invoiceId, soldAt },
    })
  },
  // Some sources list the newest sale first.
  finishPage: async (scope, ids) => orderConversions(scope, await customersOfCommissions(scope, ids)),
})
