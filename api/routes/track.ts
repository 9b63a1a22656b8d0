import { plansWith } from '../../shared/accounts/index.js'
import { TrackedLead, TrackedRefund, TrackedSale, trackLead, trackLeadBodySchema, trackRefund, trackRefundBodySchema, trackSale, trackSaleBodySchema } from '../../shared/tracking/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const tag = 'Track'
const plans = plansWith('conversionTracking')
const byWriters = workspace({ roles: ['owner', 'member'] })

export const track = [
  endpoint({
    id: 'trackLead', sdk: 'track.lead', tag, method: 'POST', path: '/track/lead',
    summary: 'Track a lead',
    description: 'Somebody who followed a link became known: they signed up, asked for a demo. A repeated request answers the same and counts nothing.',
    access: byWriters, rate: 'api', plans, fails: ['not_found'],
    body: trackLeadBodySchema, output: TrackedLead,
    run: ({ scope, body }) => trackLead(scope, body),
  }),
  endpoint({
    id: 'trackSale', sdk: 'track.sale', tag, method: 'POST', path: '/track/sale',
    summary: 'Track a sale',
    description: 'Credited to the link of the customer\'s latest lead. Without a lead, `clickId` makes the customer, a lead and the sale at once. With an `invoiceId` a repeated request answers the same and counts nothing.',
    access: byWriters, rate: 'api', plans, fails: ['not_found'],
    body: trackSaleBodySchema, output: TrackedSale,
    run: ({ scope, body }) => trackSale(scope, body),
  }),
  endpoint({
    id: 'trackRefund', tag, method: 'POST', path: '/track/refund',
    summary: 'Track a refund',
    description: 'A sale is given back in full or in part, several times if need be. Sums follow at once; the count of sales falls when nothing is left. With a `refundId` a repeated request answers the same and counts nothing.',
    access: byWriters, rate: 'api', plans, fails: ['not_found', 'conflict'],
    body: trackRefundBodySchema, output: TrackedRefund,
    run: ({ scope, body }) => trackRefund(scope, body),
  }),
]
