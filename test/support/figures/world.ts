/** What the simulated workspace has recorded: the single events, from which every figure can be counted. */

export const dimensions = [
  'continent',
  'country',
  'region',
  'city',
  'device',
  'browser',
  'os',
  'trigger',
  'referer',
  'refererUrl',
  'url',
  'baseUrl',
  'utm_source',
  'utm_campaign',
] as const
export type Dimension = (typeof dimensions)[number]

export interface Click {
  id: string
  at: number
  workspace: string
  link: string
  visitor: string
  /** The customer whose deletion erased the visitor. */
  erasedBy: string | null
  visit: Record<Dimension, string>
}

export type Metadata = Record<string, string | number> | null

/** A lead, a sale or a refund. */
export interface Conversion {
  kind: 'lead' | 'sale' | 'refund'
  /** In the order of recording. */
  no: number
  at: number
  workspace: string
  /** Empty if no click is young enough to be credited. */
  link: string
  click: Click
  /** The click that came with a lead. */
  named: Click
  customer: string
  eventName: string
  metadata: Metadata
  amount: number
  sales: number
  /** The first sale of the customer by the link, or a refund of it. */
  isFirst: boolean
  leadName: string | null
  invoice: string | null
  refundOf: Conversion | null
}

export interface Customer {
  id: string
  externalIds: string[]
  /** Its first known click. */
  click: Click | null
  /** Those that merges replaced. */
  formerClicks: Click[]
  country: string | null
  claims: Set<string>
  isDeleted: boolean
}

export interface SimulatedLink {
  id: string
  domain: string
  key: string
  url: string
  geo: Record<string, string>
  ios: string | null
  password: string | null
  /** Bots get a preview. */
  proxy: boolean
  /** The running A/B test. */
  test: { variants: string[]; since: number } | null
  isExpired: boolean
  /** By the ban of its partner. */
  isDisabled: boolean
  workspace: string
  folderId: string | null
  tagIds: string[]
  tenantId: string | null
  partnerId: string | null
  /** The time of its transfer. Earlier events do not count for it. */
  reset: number | null
  isDeleted: boolean
}

export interface World {
  links: Map<string, SimulatedLink>
  clicks: Click[]
  conversions: Conversion[]
  customers: Map<string, Customer>
  /** Excluded visits by reason. */
  excluded: { workspace: string; reason: string }[]
  attribution: { model: 'last_click' | 'first_click'; windowDays: number | null }
  /** Partner -> group. */
  groupOf: Map<string, string>
  commissions: Commission[]
  payouts: Payout[]
  bannedPartners: Set<string>
  /** Partners who are or were banned. */
  everBanned: Set<string>
  codes: DiscountCode[]
}

export interface DiscountCode {
  code: string
  partner: string
  link: string
  isActive: boolean
}

export interface Commission {
  kind: 'lead' | 'sale'
  at: number
  reward: string
  partner: string
  customer: string
  sale: Conversion | null
  earnings: number
  full: number
  amount: number
  /** Cents of the sale; null without a refund. A refund of a sale that is worth less than half a cent is one of 0. */
  refunded: number | null
  status: 'pending' | 'processed' | 'paid' | 'refunded' | 'duplicate' | 'canceled' | 'fraud'
  payout: Payout | null
  /** Canceled by the ban of its partner. */
  isBanned: boolean
}

export interface Payout {
  id: string
  partner: string
  status: 'pending' | 'processing' | 'failed' | 'completed' | 'canceled'
  amount: number
}

/** Commissions that count as earnings of a partner. */
export const isEarned = ({ status }: Commission) => status === 'pending' || status === 'processed' || status === 'paid'

export const newWorld = (): World => ({
  links: new Map(),
  clicks: [],
  conversions: [],
  customers: new Map(),
  excluded: [],
  attribution: { model: 'last_click', windowDays: null },
  groupOf: new Map(),
  commissions: [],
  payouts: [],
  bannedPartners: new Set(),
  everBanned: new Set(),
  codes: [],
})

/** The link if the workspace can credit it with conversions. */
export function creditable({ links }: World, workspace: string, id: string): SimulatedLink | undefined {
  const link = links.get(id)
  return link && !link.isDeleted && !link.isDisabled && link.workspace === workspace ? link : undefined
}

export const customerOf = ({ customers }: World, externalId: string): Customer | undefined =>
  [...customers.values()].find((one) => !one.isDeleted && one.externalIds.includes(externalId))

const dayMs = 86_400_000

/** The click that is credited with a lead, by the documented rules. */
export function creditedClick({ attribution }: World, at: number, named: Click, others: Click[]): Click | undefined {
  const isYoung = ({ at: clickedAt }: Click) => attribution.windowDays === null || at - clickedAt <= attribution.windowDays * dayMs
  if (attribution.model === 'last_click' && isYoung(named)) return named
  const young = [named, ...others].filter(isYoung).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  return attribution.model === 'first_click' ? young[0] : young.at(-1)
}

export function creditedLead({ attribution }: World, leads: readonly Conversion[]): Conversion | undefined {
  return attribution.model === 'first_click' ? leads[0] : leads.at(-1)
}

/** Conversions of a customer in the order in which they happened, which is not always that in which they were recorded. */
export const conversionsOf = ({ conversions }: World, customer: string): Conversion[] =>
  conversions.filter((one) => one.customer === customer).toSorted((a, b) => a.at - b.at || a.no - b.no)

export const leadsOf = (world: World, customer: string): Conversion[] =>
  conversionsOf(world, customer).filter(({ kind }) => kind === 'lead')

/** Only the first sale of a customer by a link converts. */
export function orderConversions(world: World, customer: string): void {
  const paid = new Set<string>()
  const own = conversionsOf(world, customer)
  for (const one of own) {
    if (one.kind !== 'sale') continue
    one.isFirst = !paid.has(one.link)
    paid.add(one.link)
  }
  for (const one of own) if (one.refundOf) one.isFirst = one.refundOf.isFirst
}

/** Recomputes the attribution of a customer, as the documentation describes it. */
export function recompute(world: World, workspace: string, { id, click: first }: Customer): void {
  const own = conversionsOf(world, id)
  const leads = own.filter(({ kind }) => kind === 'lead')
  const known = new Map(first ? [[first.id, first]] : [])
  const before = new Map(leads.map((lead) => [lead, [...known.values()]]))
  for (const lead of leads) {
    before.set(lead, [...known.values()])
    known.set(lead.named.id, lead.named)
  }
  for (const lead of leads) {
    const others = (before.get(lead) ?? []).filter(
      (click) => creditable(world, workspace, click.link) || (click.id === lead.click.id && lead.link !== ''),
    )
    const credited = creditedClick(world, lead.at, lead.named, others)
    if (!credited) {
      lead.click = lead.named
      lead.link = ''
    } else if (creditable(world, workspace, credited.link)) {
      lead.click = credited
      lead.link = credited.link
    }
  }
  for (const sale of own) {
    if (sale.kind !== 'sale') continue
    const named = leads.filter(({ eventName }) => sale.leadName === null || eventName === sale.leadName)
    const earlier = named.filter(({ at, no }) => at < sale.at || (at === sale.at && no < sale.no))
    const lead = creditedLead(world, earlier.length > 0 ? earlier : named)
    if (!lead || (lead.link !== '' && lead.link !== sale.link && !creditable(world, workspace, lead.link))) continue
    sale.click = lead.click
    sale.link = lead.link
  }
  for (const refund of own) {
    if (!refund.refundOf) continue
    refund.click = refund.refundOf.click
    refund.link = refund.refundOf.link
  }
  orderConversions(world, id)
}
