import { type InWorkspace, tellNews } from '../../accounts/index.js'
import { findCustomer, presentCustomer } from '../../customers/index.js'
import { newsOfLinksById } from '../../links/index.js'
import type { ClickRow } from '../describe-click.js'
import { presentClick } from '../present-click.js'

interface Conversion {
  eventName: string
  customerId: string
  linkId: string
  click: Pick<ClickRow, 'id' | 'timestamp'>
  /** Where the click's dimensions stand. */
  row: Omit<ClickRow, 'id' | 'timestamp'>
  metadata: Record<string, unknown> | null
}

/** Tells of a lead or a sale, with customer and link as they are after it. */
export async function tellOfConversion(
  scope: InWorkspace,
  trigger: 'lead.created' | 'sale.created',
  { eventName, customerId, linkId, click, row, metadata }: Conversion,
  more: object = {},
): Promise<void> {
  await tellNews(scope, trigger, async () => {
    const customer = await findCustomer(scope, { id: customerId })
    const [link] = await newsOfLinksById(scope, [linkId])
    if (!customer || !link) return []
    const { country: _country, ...person } = presentCustomer(customer)
    return [{ eventName, customer: person, click: presentClick(row, click), link, partner: null, metadata, ...more }]
  })
}
