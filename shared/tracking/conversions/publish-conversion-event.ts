import { type InWorkspace, publishWebhookEvent } from '../../accounts/index.js'
import { findCustomer, presentCustomer } from '../../customers/index.js'
import { linkEventDataById } from '../../links/index.js'
import type { ClickRow } from '../enrich-click.js'
import { presentClick } from '../present-click.js'
import { findPartnerWithTotals } from './partner-of-link.queries.js'

interface Conversion {
  eventName: string
  customerId: string
  linkId: string
  click: Pick<ClickRow, 'id' | 'timestamp'>
  /** Row with the columns of the click. */
  row: Omit<ClickRow, 'id' | 'timestamp'>
  metadata: Record<string, unknown> | null
}

/** Publishes a webhook event for a lead or sale, with customer, link and partner as they are afterwards. */
export async function publishConversionEvent(
  scope: InWorkspace,
  trigger: 'lead.created' | 'sale.created',
  { eventName, customerId, linkId, click, row, metadata }: Conversion,
  extra: object = {},
): Promise<void> {
  await publishWebhookEvent(scope, trigger, async () => {
    const customer = await findCustomer(scope, { id: customerId })
    const [link] = await linkEventDataById(scope, [linkId])
    if (!customer || !link) return []
    const { programId, partnerId } = link
    const partner = programId && partnerId ? await findPartnerWithTotals(scope, programId, partnerId) : null
    const { country: _country, ...person } = presentCustomer(customer)
    return [{ eventName, customer: person, click: presentClick(row, click), link, partner, metadata, ...extra }]
  })
}
