/** Compares links, partners, commissions, customers and lists of events with the world. */
import { verifyAggregates } from '../../../shared/maintenance/verify/verify-aggregates.js'
import { add, countsOf, eventsOf, noCounts } from './counts.js'
import { type Difference, differs, sorted } from './differences.js'
import { mainWorkspace, request, type Simulation } from './simulation.js'
import { type Commission, isEarned, type SimulatedLink, type World } from './world.js'

function countersOf(world: World, { id, workspace, reset }: SimulatedLink) {
  const counts = (one: { link: string; workspace: string; at: number }) =>
    one.link === id && one.workspace === workspace && (reset === null || one.at >= reset)
  const own = world.conversions.filter(counts)
  const sales = own.filter(({ kind }) => kind !== 'lead')
  return {
    clicks: world.clicks.filter(counts).length,
    leads: own.filter(({ kind }) => kind === 'lead').length,
    sales: sales.reduce((sum, one) => sum + one.sales, 0),
    saleAmount: sales.reduce((sum, one) => sum + one.amount, 0),
    conversions: sales.filter(({ kind, isFirst }) => kind === 'sale' && isFirst).length,
  }
}

const earnedBy = ({ commissions }: World, partner: string) => commissions.filter((one) => one.partner === partner && isEarned(one))

/** The totals of a partner, with the commissions since a time. */
export function totalsOf(world: World, partner: string, since: number | null = null) {
  const links = [...world.links.values()]
    .filter((link) => link.partnerId === partner && !link.isDeleted)
    .map((link) => countersOf(world, link))
  const total = (name: keyof ReturnType<typeof countersOf>) => links.reduce((sum, one) => sum + one[name], 0)
  const totalCommissions = sumOf(earnedBy(world, partner).filter(({ at }) => since === null || at >= since))
  return {
    totalClicks: total('clicks'),
    totalLeads: total('leads'),
    totalConversions: total('conversions'),
    totalSales: total('sales'),
    totalSaleAmount: total('saleAmount'),
    totalCommissions,
    netRevenue: total('saleAmount') - totalCommissions,
  }
}

export async function comparePartners(simulation: Simulation): Promise<Difference[]> {
  const workspace = mainWorkspace(simulation)
  const { world } = simulation
  const differences: Difference[] = []
  const { body } = await request(simulation, workspace, 'GET /partners?pageSize=100')
  for (const partner of world.groupOf.keys()) {
    const own = earnedBy(world, partner)
    const expected = totalsOf(world, partner)
    const found = body.find(({ id }: any) => id === partner)
    differences.push(
      ...differs(`partner ${partner}`, expected, Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]]))),
    )
    const analytics = (await request(simulation, workspace, `GET /partners/analytics?partnerId=${partner}&groupBy=count&interval=all`)).body
    const linkIds = new Set([...world.links.values()].filter((link) => link.partnerId === partner && !link.isDeleted).map(({ id }) => id))
    const events = eventsOf(world, workspace).filter(({ link }) => linkIds.has(link))
    differences.push(
      ...differs(
        `analytics of partner ${partner}`,
        { ...events.reduce(add, noCounts()), earnings: sumOf(own.filter(({ kind, amount }) => kind === 'sale' && amount > 0)) },
        { ...countsOf(analytics), earnings: analytics.earnings },
      ),
    )
  }
  return differences
}

const sumOf = (commissions: readonly Commission[]) => commissions.reduce((sum, one) => sum + one.earnings, 0)

export async function compareCommissions(simulation: Simulation): Promise<Difference[]> {
  const workspace = mainWorkspace(simulation)
  const { world } = simulation
  const found: string[] = []
  // Without a status, the list leaves these out.
  for (const status of ['', 'duplicate', 'fraud', 'canceled'])
    for (let page = 1; ; page++) {
      const filter = status && `&status=${status}`
      const { body } = await request(simulation, workspace, `GET /commissions?pageSize=100&page=${page}${filter}`)
      found.push(
        ...body.map((one: any) => `${one.type} ${one.partner.id} ${one.invoiceId ?? ''} ${one.status} ${one.amount} ${one.earnings}`),
      )
      if (body.length < 100) break
    }
  // Nor does it show those of which refunds left nothing.
  const expected = world.commissions
    .filter(({ earnings }) => earnings > 0)
    .map((one) => `${one.kind} ${one.partner} ${one.sale?.invoice ?? ''} ${one.status} ${one.amount} ${one.earnings}`)
  return differs('commissions', expected.toSorted(), found.toSorted())
}

export async function comparePayouts(simulation: Simulation): Promise<Difference[]> {
  const workspace = mainWorkspace(simulation)
  const { payouts } = simulation.world
  const { body: list } = await request(simulation, workspace, 'GET /payouts?pageSize=100')
  const { body: counts } = await request(simulation, workspace, 'GET /payouts/count?groupBy=status')
  const textOf = (partner: string, status: string, amount: number) => `${partner} ${status} ${amount}`
  const countOf = (status: string) => {
    const own = payouts.filter((one) => one.status === status)
    return { status, count: own.length, amount: own.reduce((sum, one) => sum + one.amount, 0) }
  }
  return [
    ...differs(
      'payouts',
      payouts.map(({ partner, status, amount }) => textOf(partner, status, amount)).toSorted(),
      list.map(({ partner, status, amount }: any) => textOf(partner.id, status, amount)).toSorted(),
    ),
    ...differs(
      'sums of payouts',
      counts.map(({ status }: any) => countOf(status)),
      counts,
    ),
  ]
}

/** The verification of an installation finds nothing either. */
export async function verify({ api, workspaces }: Simulation): Promise<Difference[]> {
  const { database, config } = api.resources
  const ids = workspaces.map(({ id }) => id)
  const { found } = await verifyAggregates({ pool: database.pool, config, now: () => new Date() }, ids)
  return differs('verification', [], found)
}

export async function compareLinks(simulation: Simulation, workspace: string): Promise<Difference[]> {
  const { world } = simulation
  const found: Record<string, unknown> = {}
  for (const { id } of world.links.values()) {
    const { status, body } = await request(simulation, workspace, `GET /links/${id}`)
    if (status === 200) found[id] = { ...countsOf(body), conversions: body.conversions }
  }
  const expected: Record<string, unknown> = {}
  for (const link of world.links.values()) if (!link.isDeleted && link.workspace === workspace) expected[link.id] = countersOf(world, link)
  return differs(`links of ${workspace}`, sorted(expected), sorted(found))
}

export async function compareCustomers(simulation: Simulation): Promise<Difference[]> {
  const workspace = mainWorkspace(simulation)
  const { world } = simulation
  const { body } = await request(simulation, workspace, 'GET /customers?pageSize=100&includeExpandedFields=true')
  const found = Object.fromEntries(
    body.map(({ id, sales, saleAmount, country, link, firstSaleAt }: any) => [
      id,
      { sales, saleAmount, country, link: link?.id ?? null, hasPaid: firstSaleAt !== null },
    ]),
  )
  const ownLink = (id: string | undefined) => {
    const link = world.links.get(id ?? '')
    return link && !link.isDeleted && link.workspace === workspace ? link.id : null
  }
  const expected = Object.fromEntries(
    [...world.customers.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, country, click }) => {
        const own = world.conversions.filter(({ customer, kind }) => customer === id && kind !== 'lead')
        const sales = own.reduce((sum, one) => sum + one.sales, 0)
        const saleAmount = own.reduce((sum, one) => sum + one.amount, 0)
        return [id, { sales, saleAmount, country, link: ownLink(click?.link), hasPaid: own.some(({ kind }) => kind === 'sale') }]
      }),
  )
  return differs('customers', sorted(expected), sorted(found))
}

/** Lists leave out events of links that the workspace has no more. */
export async function compareEvents(simulation: Simulation, workspace: string): Promise<Difference[]> {
  const { world } = simulation
  const has = (id: string) => {
    const link = world.links.get(id)
    return link !== undefined && !link.isDeleted && link.workspace === workspace
  }
  const list = async (event: string) =>
    (await request(simulation, workspace, `GET /events?event=${event}&interval=all&limit=1000`)).body as any[]
  const clicks = (await list('clicks')).map(({ click, link }) => `${click.id} ${link.id} ${click.country} ${click.url}`)
  const expectedClicks = world.clicks
    .filter((one) => one.workspace === workspace && has(one.link))
    .map(({ id, link, visit }) => `${id} ${link} ${visit.country} ${visit.url}`)
  const textOf = (one: {
    customer: string
    link: string
    click: string
    eventName: string
    amount: number | string
    invoice: string | null
  }) => `${one.customer} ${one.link} ${one.click} ${one.eventName} ${one.amount} ${one.invoice}`
  const expectedConversions = (kind: 'lead' | 'sale') =>
    world.conversions
      .filter((one) => one.kind === kind && one.workspace === workspace && has(one.link))
      .map((one) => textOf({ ...one, click: one.click.id }))
      .toSorted()
  const leads = (await list('leads')).map((one) =>
    textOf({ customer: one.customer.id, link: one.link.id, click: one.click.id, eventName: one.eventName, amount: 0, invoice: null }),
  )
  const sales = (await list('sales')).map((one) =>
    textOf({
      customer: one.customer.id,
      link: one.link.id,
      click: one.click.id,
      eventName: one.eventName,
      amount: one.sale.amount,
      invoice: one.sale.invoiceId,
    }),
  )
  return [
    ...differs('click events', expectedClicks.toSorted(), clicks.toSorted()),
    ...differs('lead events', expectedConversions('lead'), leads.toSorted()),
    ...differs('sale events', expectedConversions('sale'), sales.toSorted()),
  ]
}

export async function compareExcluded(simulation: Simulation, workspace: string): Promise<Difference[]> {
  const { body } = await request(simulation, workspace, 'GET /analytics/excluded?interval=all')
  const expected: Record<string, number> = {}
  for (const one of simulation.world.excluded) if (one.workspace === workspace) expected[one.reason] = (expected[one.reason] ?? 0) + 1
  return differs('excluded requests', sorted(expected), sorted(Object.fromEntries(body.map(({ reason, count }: any) => [reason, count]))))
}
