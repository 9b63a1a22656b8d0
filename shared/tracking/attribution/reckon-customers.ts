import type { InWorkspace } from '../../accounts/index.js'
import type { Attribution, KnownClick } from './credit.js'
import {
  changeLinks,
  claimConversionsAnew,
  creditLeadsAnew,
  creditSalesAnew,
  type customersAfter,
  leadsOfCustomers,
  linksOfClicks,
  lockLinks,
  salesOfCustomers,
} from './past.queries.js'
import { reckon, type Reckoning } from './reckon.js'
import { requireArrived } from './require-arrived.js'
import { linkChanges } from './sum-moves.js'

type Customers = Awaited<ReturnType<typeof customersAfter>>

/** What the rule would change for these customers; of each that it changes something for. */
export async function reckonCustomers(scope: InWorkspace, attribution: Attribution, customers: Customers): Promise<Map<string, Reckoning>> {
  const ids = customers.map(({ id }) => id)
  const leads = byCustomer(await leadsOfCustomers(scope, ids))
  const sales = byCustomer(await salesOfCustomers(scope, ids))
  const clicks = [...customers.flatMap(knownOf), ...[...leads.values()].flat().flatMap(clicksOf)]
  const links = await linksOfClicks(scope, clicks)
  await requireArrived(
    scope,
    clicks.filter(({ id }) => !links.has(id)),
  )
  const linkOfClick = new Map([...links].flatMap(([id, link]) => (link === null ? [] : [[id, link] as const])))
  const found = customers.map((customer) => {
    const history = {
      known: knownOf(customer)[0] ?? null,
      leads: leads.get(customer.id) ?? [],
      sales: sales.get(customer.id) ?? [],
      linkOfClick,
    }
    return [customer.id, reckon(attribution, history)] as const
  })
  return new Map(found.filter(([, reckoning]) => reckoning.leads.length + reckoning.sales.length > 0))
}

const knownOf = ({ clickId, clickedAt }: Customers[number]): KnownClick[] => (clickId && clickedAt ? [{ id: clickId, at: clickedAt }] : [])

function clicksOf(lead: { clickId: string; clickedAt: Date; namedClickId: string | null; namedClickedAt: Date | null }): KnownClick[] {
  const { clickId, clickedAt, namedClickId, namedClickedAt } = lead
  return [{ id: clickId, at: clickedAt }, ...(namedClickId && namedClickedAt ? [{ id: namedClickId, at: namedClickedAt }] : [])]
}

function byCustomer<Event extends { customerId: string }>(events: readonly Event[]): Map<string, Event[]> {
  const found = new Map<string, Event[]>()
  for (const event of events) found.set(event.customerId, [...(found.get(event.customerId) ?? []), event])
  return found
}

/** Afterwards events, claims and figures are as the reckonings say. The customers are locked. */
export async function applyReckonings(scope: InWorkspace, reckonings: ReadonlyMap<string, Reckoning>): Promise<void> {
  const all = [...reckonings.values()]
  const leads = all.flatMap((one) => one.leads)
  const sales = all.flatMap((one) => one.sales)
  if (leads.length > 0) await creditLeadsAnew(scope, leads)
  if (sales.length > 0) {
    await creditSalesAnew(scope, sales)
    await claimConversionsAnew(scope, [...reckonings.keys()])
  }
  const touched = new Set([
    ...leads.flatMap(({ lead, toLink }) => [lead.linkId, toLink]),
    ...sales.flatMap(({ sale, toLink }) => [sale.linkId, toLink]),
  ])
  const changes = linkChanges(all, await lockLinks(scope, [...touched]))
  if (changes.length > 0) await changeLinks(scope, changes)
}
