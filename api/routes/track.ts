import { plansWith } from '../../shared/accounts/index.js'
import {
  trackClick, trackClickBodySchema, trackClientLeadBodySchema, trackClientSaleBodySchema, TrackedClick, TrackedLead, TrackedOpen, TrackedRefund, TrackedSale, trackLead, trackLeadBodySchema, trackOpen,
  trackOpenBodySchema, trackRefund, trackRefundBodySchema, trackSale, trackSaleBodySchema, trackVisit, trackVisitBodySchema,
} from '../../shared/tracking/index.js'
import { page } from '../access/page.js'
import { publishable } from '../access/publishable.js'
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
  endpoint({
    id: 'trackOpen', tag, method: 'POST', path: '/track/open', anySite: true,
    summary: 'Track that an app was opened',
    description: 'By a short link, or for the first time after a link led to its store: the click that the app may name with its leads.',
    access: page, rate: 'none', fails: ['not_found'], hints: { ignore: true },
    body: trackOpenBodySchema, output: TrackedOpen,
    run: ({ scope, body }) => trackOpen(scope, body),
  }),
  endpoint({
    id: 'trackClick', method: 'POST', path: '/track/click', hidden: true, anySite: true,
    access: page, rate: 'none', fails: ['not_found', 'forbidden'],
    body: trackClickBodySchema, output: TrackedClick,
    run: ({ scope, body }) => trackClick(scope, body),
  }),
  endpoint({
    id: 'trackVisit', method: 'POST', path: '/track/visit', hidden: true, anySite: true,
    access: page, rate: 'none', fails: ['not_found'],
    body: trackVisitBodySchema, output: TrackedClick,
    run: ({ scope, body }) => trackVisit(scope, body),
  }),
  endpoint({
    id: 'trackLeadFromPage', method: 'POST', path: '/track/lead/client', hidden: true, anySite: true,
    access: publishable, rate: 'publishable', plans, fails: ['not_found'],
    body: trackClientLeadBodySchema, output: TrackedLead,
    run: ({ scope, body }) => trackLead(scope, body),
  }),
  endpoint({
    id: 'trackSaleFromPage', method: 'POST', path: '/track/sale/client', hidden: true, anySite: true,
    access: publishable, rate: 'publishable', plans, fails: ['not_found'],
    body: trackClientSaleBodySchema, output: TrackedSale,
    run: ({ scope, body }) => trackSale(scope, body),
  }),
]
