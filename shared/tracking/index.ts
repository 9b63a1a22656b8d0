/**
 * The write side of events: clicks, leads and sales come in here and become rows.
 *
 * Rows of clicks never change what they say. Leads and sales may be moved to another link or customer, or be removed: whoever does it
 * writes `lead_events` and `sale_events` and nothing else. The database notes the events in the same transaction, in
 * `unfolded_conversions`; questions look at them one by one from then on, and the next fold puts facts, totals and rollups right.
 * What is added up where, `ledgers` says.
 */
export { clicksByIds } from './click.queries.js'
export { presentClick } from './present-click.js'
export { ClickSchema } from './click.schema.js'
export { type ClickBatch, type Exclusion, type ExclusionReason, type RawClick, triggers } from './click-batch.js'
export { ingestClickBatch } from './ingest-click-batch.js'
export { creditAnew, ingestClicks } from './jobs.js'
export { RecomputeAttribution, recomputeAttribution, recomputeAttributionOfErrand } from './attribution/recompute-attribution.js'
export type { ClickRow } from './describe-click.js'
export { makePartitionsAhead } from './make-partitions-ahead.js'
export { dropPastVisits } from './drop-past-visits.js'
export { deviceOf } from './visitor/device.js'
export { nowhere, openPlaceDatabase, type Place, type PlaceDatabase } from './visitor/place.js'
export { type ClickRecorder, type Followed, openClickRecorder } from './click-recorder.js'
export { exclusionReason, isBot } from './bots/exclusion-reason.js'
export { visitOf } from './repeats.js'
export { placeFromHeaders, visitorAddress } from './visitor/request-facts.js'
export { foldClicks } from './rollups/fold-clicks.js'
export { foldConversions } from './rollups/fold-conversions.js'
export { type Attribute, attributes, type Kind, kindOf } from './rollups/kinds.js'
export { clickLedger, conversionLedger, type Counter, type Ledger, ledgers, ofFacts } from './rollups/ledgers.js'
export { digestOf } from './rollups/number-values.js'
export { ceilTo, floorTo, type Tier, tiers, tiersOfRollups } from './rollups/tiers.js'
export { TrackedLead, TrackedSale, trackLeadBodySchema, trackSaleBodySchema } from './conversions/conversion-input.schema.js'
<<<<<<< HEAD
export type { ConversionRow, SaleRow } from './conversions/conversion.queries.js'
export { leadRecorded, saleRecorded, saleRefunded, saleReinstated } from './conversions/events.js'
=======
export type { ConversionRow, SaleRow } from './conversions/conversion.queries.js'
export { leadRecorded, saleRecorded, saleRefunded } from './conversions/events.js'
>>>>>>> 9425e90 (Say once what a scope of a workspace is, how a click is shown, and how long a cookie names one)
export { minorDigits } from './currencies/minor-units.js'
export { requireClick, trackLead } from './conversions/track-lead.js'
export { trackSale } from './conversions/track-sale.js'
export { refreshRates } from './currencies/refresh-rates.js'
export { CustomerActivity } from './activity/activity.schema.js'
export { listActivity } from './activity/list-activity.js'
export { MergeCustomers, mergeCustomers } from './merge/merge-customers.js'
export { forgetCustomer } from './conversions/forget-customer.js'
export { TrackedRefund, trackRefundBodySchema } from './refunds/refund-input.schema.js'
export { reinstateSale } from './refunds/reinstate-sale.js'
export { trackRefund } from './refunds/track-refund.js'
export { trackClientLeadBodySchema, trackClientSaleBodySchema } from './conversions/conversion-input.schema.js'
export { trackClickBodySchema, TrackedClick, TrackedOpen, trackOpenBodySchema, trackVisitBodySchema } from './pages/page-input.schema.js'
export { trackClick } from './pages/track-click.js'
export { trackOpen } from './pages/track-open.js'
export { trackVisit } from './pages/track-visit.js'
export { clientScript, ScriptParams } from './script/client-script.js'
