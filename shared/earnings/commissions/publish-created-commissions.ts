import { type InWorkspace, publishWebhookEvent } from '../../accounts/index.js'
import { presentCustomer } from '../../customers/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { commissionsCreated, postbackCommissionsCreated } from '../events.js'
import { commissionColumns, commissionsWithDetails, linkSummaries, partnerTotals } from './commission-details.queries.js'
import type { CreatedCommission } from './commission.schema.js'
import type { PartnerRef } from './pending-earnings.queries.js'
import { customersOf, presentBase } from './present-commission.js'
import { markUnchecked } from './unchecked-commissions.queries.js'

/**
 * Announces new commissions of a partner, and publishes a webhook event for each of them. The totals of the partner include them; they are
 * paid out only after the fraud check.
 */
export async function publishCreatedCommissions(
  scope: InWorkspace,
  partnerRef: PartnerRef,
  ids: readonly string[],
  hasPostbacks: boolean,
): Promise<void> {
  const { programId, partnerId } = partnerRef
  const created = { workspaceId: scope.workspace.id, programId, partnerId, commissionIds: [...ids] }
  await markUnchecked(scope, ids)
  scope.announce(commissionsCreated, created)
  if (hasPostbacks) scope.announce(postbackCommissionsCreated, created)
  await publishWebhookEvent(scope, 'commission.created', async (): Promise<CreatedCommission[]> => {
    const source = `select ${commissionColumns('commissions')} from commissions where id = any (?::text[])`
    const rows = await commissionsWithDetails(scope, source, [arrayLiteral(ids)], 'c.id')
    const customers = await customersOf(scope, rows)
    const links = await linkSummaries(
      scope,
      rows.flatMap(({ commission }) => commission.linkId ?? []),
    )
    const totals = await partnerTotals(
      scope,
      programId,
      rows.map(({ partner }) => partner.id),
    )
    return rows.flatMap(({ commission, partner }) => {
      const partnerOf = totals.get(partner.id)
      const customer = customers.get(commission.customerId ?? '')
      return partnerOf
        ? [
            {
              ...presentBase(commission),
              partner: { ...partner, ...partnerOf },
              customer: customer ? presentCustomer(customer) : null,
              link: links.get(commission.linkId ?? '') ?? null,
            },
          ]
        : []
    })
  })
}
