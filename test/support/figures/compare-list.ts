/** Compares lists of events, page by page, with the events of the world. */
import { type Difference, differs } from './differences.js'
import { request, type Simulation } from './simulation.js'

/** Reads the list page by page, in either direction. */
export async function compareList(
  simulation: Simulation,
  workspace: string,
  query: URLSearchParams,
  expected: string[],
): Promise<Difference[]> {
  const { random } = simulation
  query.set('limit', String(random.pick([1, 2, 5, 50])))
  query.set('sortOrder', random.pick(['asc', 'desc']))
  const byNumber = random.bool(0.3)
  const found: string[] = []
  const path = `/events?${query.toString()}`
  for (let page = 1; ; page++) {
    if (byNumber) query.set('page', String(page))
    const response = await request(simulation, workspace, `GET /events?${query.toString()}`)
    if (response.status !== 200) return [{ what: path, expected: 200, found: [response.status, response.body] }]
    for (const { event, link, click, customer, eventName, sale } of response.body)
      found.push(
        event === 'click'
          ? `${link.id} ${click.id}`
          : `${link.id} ${click.id} ${customer.id} ${eventName} ${sale?.amount ?? 0} ${sale?.invoiceId ?? null}`,
      )
    const last = response.body.at(-1)
    if (!last) return differs(path, expected.toSorted(), found.toSorted())
    if (!byNumber) query.set('startingAfter', last.event === 'click' ? last.click.id : last.eventId)
  }
}
