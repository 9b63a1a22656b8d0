/** Commissions with their sales, as the source computed them. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { findCustomersById, requireCustomer } from '../../customers/index.js'
import { type CommissionOfCustomer, importCommission, importCommissions, knownSales, requireUnknownSale } from '../../earnings/index.js'
import { requireProgramId } from '../../partners/index.js'
import { maxSaleAmount, orderConversions } from '../../tracking/index.js'
import { linkNotImported, rewardWithoutMoney } from '../errors.js'
import { customersOfCommissions, ownersOfLinks } from '../imported-objects.queries.js'
import { importer, instant, oneByOne, optionalId, type Outcome, type RowToStore, sourceId, text, together } from './importer.js'
import { linkOf, linksOf, referencesOf } from './referral.js'

const commissionSchema = z.object({
  id: sourceId,
  customerId: optionalId,
  partnerId: optionalId,
  linkId: optionalId,
  invoiceId: sourceId,
  amount: z.coerce.number().int().min(0).max(maxSaleAmount),
  earnings: z.union([z.number(), text(20).pipe(z.coerce.number())]).pipe(z.int().min(-maxSaleAmount).max(maxSaleAmount)),
  currency: text(3).transform((code) => code?.toLowerCase() ?? 'usd'),
  /** That of the sale if absent. */
  earningsCurrency: text(3).transform((code) => code?.toLowerCase()),
  /** Other rewards than money. */
  unit: z.string().nullish(),
  status: z.enum(['pending', 'paid', 'canceled', 'refunded', 'fraud']),
  soldAt: instant,
})
type CommissionRow = z.infer<typeof commissionSchema>

export const commission = importer({
  schema: commissionSchema,
  references: (row) => [{ kind: 'customer', id: row.customerId }, ...referencesOf(row)],
  store: together<CommissionRow>(
    storeMostCommissions,
    oneByOne({
      async find(scope, row, context) {
        if (row.unit && row.unit !== 'cash') throw rewardWithoutMoney(row.unit)
        const id = context.require('customer', row.customerId)
        // Outside a dry run, the commission is only created if it passes the same checks.
        if (!context.options.dryRun) return null
        const customer = (await findCustomersById(scope, [id])).get(id)
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
        const partner = link === null ? undefined : (await ownersOfLinks(scope, [link])).get(link)
        if (link === null || !partner) throw linkNotImported(row.partnerId ?? '')
        const profile = { externalId, name, email, avatar, country, stripeCustomerId }
        const { amount, earnings, currency, earningsCurrency, status, invoiceId, soldAt } = row
        const leadAt = new Date(Math.min(createdAt.getTime(), soldAt.getTime()))
        return importCommission(scope, {
          ...{ partner, profile, linkId: link, clickedAt: clickedAt ?? leadAt, leadAt },
          ...{ amount, earnings, currency, earningsCurrency, status, invoiceId, soldAt },
        })
      },
    }),
  ),
  // Some sources list the newest sale first.
  finishPage: async (scope, ids) => orderConversions(scope, await customersOfCommissions(scope, ids)),
})

/** Commissions of money whose customer and link are here, or would be. */
async function storeMostCommissions(scope: WorkspaceScope, rows: readonly RowToStore<CommissionRow>[]): Promise<(Outcome | null)[]> {
  const ordinary = rows[0]?.context.options.dryRun ? await plannedCommissions(scope, rows) : await commissionsOfCustomers(scope, rows)
  const results = await (rows[0]?.context.options.dryRun ? knownSales(scope, ordinary) : importCommissions(scope, ordinary))
  const outcomes: (Outcome | null)[] = rows.map(() => null)
  for (const [position, { index }] of ordinary.entries()) {
    const result = results[position]
    if (result === undefined) outcomes[index] = { objectId: '', isNew: true }
    else outcomes[index] = typeof result === 'string' ? { objectId: result, isNew: true } : result
  }
  return outcomes
}

type Ordinary = CommissionOfCustomer & { index: number }
const isMoney = ({ unit }: CommissionRow) => !unit || unit === 'cash'

async function commissionsOfCustomers(scope: WorkspaceScope, rows: readonly RowToStore<CommissionRow>[]): Promise<Ordinary[]> {
  const customers = await customersOf(scope, rows)
  const links = await linksOf(scope, rows)
  const linkIds = links.map((link, index) => (link === null ? customers[index]?.linkId : link))
  const owners = await ownersOfLinks(
    scope,
    linkIds.flatMap((link) => link ?? []),
  )
  return rows.flatMap(({ row }, index) => {
    const [of, linkId] = [customers[index], linkIds[index]]
    const partner = owners.get(linkId ?? '')
    return of && linkId && partner && isMoney(row) ? [{ ...row, index, partner, linkId, customer: of }] : []
  })
}

/** The customers of a dry run need not exist, nor the links of partners. */
async function plannedCommissions(scope: WorkspaceScope, rows: readonly RowToStore<CommissionRow>[]): Promise<Ordinary[]> {
  const programId = requireProgramId(scope)
  const customers = await customersOf(scope, rows)
  const links = await linksOf(scope, rows)
  return rows.flatMap(({ row, context }, index) => {
    const [linkId, isFound] = [links[index], context.find('customer', row.customerId) !== undefined]
    const of = customers[index] ?? { id: `planned ${row.customerId}`, externalId: '' }
    const partner = { programId, partnerId: '' }
    return linkId !== undefined && isFound && isMoney(row) ? [{ ...row, index, partner, linkId: linkId ?? '', customer: of }] : []
  })
}

async function customersOf(scope: WorkspaceScope, rows: readonly RowToStore<CommissionRow>[]) {
  const ids = rows.map(({ row, context }) => context.find('customer', row.customerId) ?? '')
  const customers = await findCustomersById(scope, [...new Set(ids.filter(Boolean))])
  return ids.map((id) => customers.get(id))
}
