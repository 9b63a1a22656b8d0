import type { InWorkspace } from '../../accounts/index.js'
import { computeAttribution, type AttributionChanges } from './compute-attribution.js'
import type { Attribution, KnownClick } from './credit.js'
import {
  addToLinkCounters,
  rebuildConversionClaims,
  updateLeadAttribution,
  updateSaleAttribution,
  type listCustomersAfter,
  listLeadsOfCustomers,
  mapClicksToLinks,
  lockLinks,
  listSalesOfCustomers,
} from './history.queries.js'
import { requireIngested } from './require-ingested.js'
import { sumLinkCounterChanges } from './sum-moves.js'

type Customers = Awaited<ReturnType<typeof listCustomersAfter>>

/** Returns the changes under the rule by customer; customers without changes are left out. */
export async function recomputeCustomers(
  scope: InWorkspace,
  attribution: Attribution,
  customers: Customers,
): Promise<Map<string, AttributionChanges>> {
  const ids = customers.map(({ id }) => id)
  const leads = byCustomer(await listLeadsOfCustomers(scope, ids))
  const sales = byCustomer(await listSalesOfCustomers(scope, ids))
  const clicks = [...customers.flatMap(firstClickOf), ...[...leads.values()].flat().flatMap(clicksOf)]
  const links = await mapClicksToLinks(scope, clicks)
  await requireIngested(
    scope,
    clicks.filter(({ id }) => !links.has(id)),
  )
  const linkOfClick = new Map([...links].flatMap(([id, link]) => (link === null ? [] : [[id, link] as const])))
  const found = customers.map((customer) => {
    const history = {
      firstClick: firstClickOf(customer)[0] ?? null,
      leads: leads.get(customer.id) ?? [],
      sales: sales.get(customer.id) ?? [],
      linkOfClick,
    }
    return [customer.id, computeAttribution(attribution, history)] as const
  })
  return new Map(found.filter(([, changes]) => changes.leads.length + changes.sales.length > 0))
}

const firstClickOf = ({ clickId, clickedAt }: Customers[number]): KnownClick[] =>
  clickId && clickedAt ? [{ id: clickId, at: clickedAt }] : []

function clicksOf(lead: { clickId: string; clickedAt: Date; namedClickId: string | null; namedClickedAt: Date | null }): KnownClick[] {
  const { clickId, clickedAt, namedClickId, namedClickedAt } = lead
  return [{ id: clickId, at: clickedAt }, ...(namedClickId && namedClickedAt ? [{ id: namedClickId, at: namedClickedAt }] : [])]
}

export function byCustomer<Event extends { customerId: string }>(events: readonly Event[]): Map<string, Event[]> {
  const found = new Map<string, Event[]>()
  for (const event of events) {
    const ofCustomer = found.get(event.customerId)
    // Copying the list for each event would take minutes for the one customer of all guests of a shop.
    if (ofCustomer) ofCustomer.push(event)
    else found.set(event.customerId, [event])
  }
  return found
}

/** Applies the changes to events, claims and counters. The customers must be locked. */
export async function applyAttributionChanges(
  scope: InWorkspace,
  changesByCustomer: ReadonlyMap<string, AttributionChanges>,
): Promise<void> {
  const all = [...changesByCustomer.values()]
  const leads = all.flatMap((one) => one.leads)
  const sales = all.flatMap((one) => one.sales)
  if (leads.length > 0) await updateLeadAttribution(scope, leads)
  if (sales.length > 0) {
    await updateSaleAttribution(scope, sales)
    await rebuildConversionClaims(scope, [...changesByCustomer.keys()])
  }
  const links = new Set([
    ...leads.flatMap(({ lead, toLink }) => [lead.linkId, toLink]),
    ...sales.flatMap(({ sale, toLink }) => [sale.linkId, toLink]),
  ])
  const counterChanges = sumLinkCounterChanges(all, await lockLinks(scope, [...links]))
  if (counterChanges.length > 0) await addToLinkCounters(scope, counterChanges)
}
