/** Customers, as the source attributed them. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { createCustomer } from '../../customers/index.js'
import { importCustomer, importCustomers, type ImportedCustomer } from '../../earnings/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { customerWithoutIdentifier } from '../errors.js'
import { knownCustomers, ownersOfLinks } from '../imported-objects.queries.js'
import { instantOf } from '../source-values.js'
import { importer, instant, oneByOne, optionalId, type Outcome, type RowToStore, sourceId, text, together } from './importer.js'
import { countryOf } from './program-objects.js'
import { linkOf, linksOf, referencesOf } from './referral.js'

const customerSchema = z.object({
  id: sourceId,
  externalId: optionalId,
  name: text(190),
  email: text(190),
  avatar: z.url().nullish().catch(null),
  country: countryOf,
  stripeCustomerId: text(190),
  partnerId: optionalId,
  linkId: optionalId,
  clickedAt: z
    .unknown()
    .transform((value) => instantOf(value, new Date()) ?? undefined)
    .optional(),
  leadAt: instant,
})
type CustomerRow = z.infer<typeof customerSchema>

/** Without an id, the address stands for it, in lower case as for customers of integrations. */
const externalIdOf = (row: CustomerRow) => row.externalId ?? row.email?.toLowerCase()
const identityOf = (row: CustomerRow) => ({
  externalId: externalIdOf(row) ?? '',
  stripeCustomerId: row.stripeCustomerId,
  email: row.externalId === undefined ? row.email : undefined,
})

const profileOf = (row: CustomerRow) => {
  const { stripeCustomerId = null, name = null, email = null, country = null, avatar = null } = row
  return { externalId: externalIdOf(row) ?? '', name, email, avatar, country, stripeCustomerId }
}

export const customer = importer({
  schema: customerSchema,
  references: (row) => referencesOf(row),
  store: together<CustomerRow>(
    storeMostCustomers,
    oneByOne({
      async find(scope, row, context) {
        if (externalIdOf(row) === undefined) throw customerWithoutIdentifier()
        const [known = null] = await knownCustomers(scope, [identityOf(row)])
        if (!known && context.options.dryRun) await linkOf(scope, row, context)
        return known
      },
      async create(scope, row, context) {
        const { leadAt, clickedAt = leadAt } = row
        const linkId = await linkOf(scope, row, context)
        if (linkId === null) return (await createCustomer(scope, profileOf(row))).id
        const partner = (await ownersOfLinks(scope, [linkId])).get(linkId) ?? null
        return importCustomer(scope, { partner, profile: profileOf(row), linkId, clickedAt, leadAt })
      },
    }),
  ),
})

/** Customers with a link, each with an identifier of its own. */
async function storeMostCustomers(scope: WorkspaceScope, rows: readonly RowToStore<CustomerRow>[]): Promise<(Outcome | null)[]> {
  const known = await knownCustomers(
    scope,
    rows.map(({ row }) => identityOf(row)),
  )
  const links = await linksOf(scope, rows)
  const owners = await ownersOfLinks(
    scope,
    links.flatMap((link) => link || []),
  )
  const seen = new Set<string>()
  const newCustomers: ImportedCustomer[] = []
  const decided = rows.map(({ row }, index): Outcome | null => {
    const { stripeCustomerId, leadAt, clickedAt = leadAt } = row
    const [externalId, linkId, existing] = [externalIdOf(row), links[index], known[index]]
    if (existing) return { objectId: existing, isNew: false }
    const identifiers = [externalId, stripeCustomerId].filter((id) => id !== undefined)
    if (!linkId || externalId === undefined || identifiers.some((id) => seen.has(id))) return null
    for (const id of identifiers) seen.add(id)
    newCustomers.push({ partner: owners.get(linkId) ?? null, profile: profileOf(row), linkId, clickedAt, leadAt })
    return { objectId: '', isNew: true }
  })
  if (rows[0]?.context.options.dryRun) return decided
  const created = await importCustomers(scope, newCustomers)
  return decided.map((outcome, index) => {
    if (outcome === null || outcome instanceof ServiceError || !outcome.isNew) return outcome
    const objectId = created.get(externalIdOf((rows[index] as RowToStore<CustomerRow>).row) ?? '')
    return objectId === undefined ? null : { objectId, isNew: true }
  })
}
