import { Workspace } from '../../../accounts/index.js'
import { setStripeCustomerId } from '../../../customers/index.js'
import { extendScope, type JobScope } from '../../../kernel/scope.js'
import { recordManualConversion } from '../../../tracking/index.js'
import { aggregatePayoutsJob } from '../../jobs.js'
import { addCustomCommission } from '../add-custom-commission.js'
import { computePartner } from '../compute-earnings.js'
import type { CommissionToCreate } from './create-commission.schema.js'
import { dropLead, queueLead } from './manual-commission.queries.js'

/** Creates a manual commission: for a lead or a sale, the event is recorded and earns what the reward of the partner says. */
export async function createCommission(scope: JobScope, input: CommissionToCreate): Promise<void> {
  const workspace = await scope.em.findOne(Workspace, { id: input.workspaceId })
  if (!workspace) return
  const inWorkspace = extendScope(scope, { workspace })
  const { programId, partnerId } = input
  if (input.type === 'custom') {
    const { earnings, description, userId, eventId, at } = input
    await addCustomCommission(inWorkspace, { programId, partnerId, earnings, description, userId, eventId, at: new Date(at) })
    return
  }
  // If the partner was merged into another account since the request, conversions follow it when they are computed.
  const partner = { programId, partnerId }
  const { customer, lead } = await recordManualConversion(inWorkspace, { ...input, leadAt: new Date(input.leadAt) })
  const { stripeCustomerId } = input.customer
  if (stripeCustomerId) await setStripeCustomerId(inWorkspace, customer.id, stripeCustomerId)
  if (input.sales.length === 0) await queueLead(scope, partner, lead)
  else if (lead.isNew) await dropLead(scope, partner, lead.id)
  // If another process computes earnings of the partner now, the next one computes these.
  await computePartner(scope, partner)
  scope.enqueue(aggregatePayoutsJob, { programId })
}
