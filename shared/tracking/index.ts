/**
 * Tracking: the write side of events. Clicks, leads and sales arrive here and become rows.
 *
 * Clicks are immutable. Leads and sales may be moved to another link or customer, or deleted; such code writes `lead_events` and
 * `sale_events` and nothing else. Triggers record the changed events in `pending_conversions` in the same transaction; queries read those
 * events directly until the next roll-up updates facts, totals and rollups. `rollupSchemas` lists what is aggregated where.
 */
export { findClicks } from './click.queries.js'
export { decodeClick, decodedClicksSql, type EncodedClick } from './click-values.js'
export { presentClick, publicClickColumns } from './present-click.js'
export { ClickSchema } from './click.schema.js'
export { type ClickBatch, type Exclusion, type ExclusionReason, type RawClick, triggers } from './click-batch.js'
export { ingestClickBatch } from './ingest-click-batch.js'
export { ingestQueuedClicks } from './ingest-queued-clicks.js'
export { measureQueuedClicks } from './measure-queued-clicks.js'
export { recomputeAttributionJob, ingestClicks, ingestQueuedClicksJob } from './jobs.js'
export { RecomputeAttribution, recomputeAttribution, runAttributionRecompute } from './attribution/recompute-attribution.js'
export type { ClickRow } from './enrich-click.js'
export { createPartitions } from './create-partitions.js'
export { deleteExpiredVisits } from './delete-expired-visits.js'
export { deviceOf } from './visitor/device.js'
export { unknownLocation, openGeoDatabase, type GeoLocation, type GeoDatabase } from './visitor/geo-location.js'
export { type ClickRecorder, type RedirectEvent, openClickRecorder } from './click-recorder.js'
export { openClickQueue } from './click-queue.js'
export { exclusionReason, isBot } from './bots/exclusion-reason.js'
export { visitId } from './duplicates.js'
export { locationFromHeaders, visitorIp } from './visitor/request-headers.js'
export type { ColumnSegment } from './rollups/column-segment.js'
export { type SegmentedHour, type FactSegments, listSegmentedHours, readSegments } from './rollups/column-segments.queries.js'
export { buildColumnSegments } from './rollups/build-column-segments.js'
export { rollUpClicks } from './rollups/roll-up-clicks.js'
export { rollUpConversions } from './rollups/roll-up-conversions.js'
export { type Attribute, attributeColumns, type Dimension, findDimension } from './rollups/dimensions.js'
export {
  clickRollupSchema,
  conversionRollupSchema,
  type Counter,
  type RollupSchema,
  rollupSchemas,
  aggregateFacts,
} from './rollups/rollup-schemas.js'
export { tierValues } from './rollups/facts.queries.js'
export { valueDigest } from './rollups/value-dictionary.js'
export { digestExpression } from './rollups/value-dictionary.queries.js'
export { entryBytes, counterOffset, packExpression, unpackExpression } from './rollups/packed-rollups.queries.js'
export { ceilTo, floorTo, quarterHour, type Tier, tiers, rollupTiers } from './rollups/tiers.js'
export { TrackedLead, TrackedSale, trackLeadBodySchema, trackSaleBodySchema } from './conversions/conversion-input.schema.js'
export type { ConversionRow, SaleRow } from './conversions/conversion.queries.js'
export { leadRecorded, saleRecorded, saleRefunded, saleReinstated } from './conversions/events.js'
export { minorDigits } from './currencies/minor-units.js'
export { requireClick, trackLead } from './conversions/track-lead.js'
export { trackSale } from './conversions/track-sale.js'
export { refreshRates } from './currencies/refresh-rates.js'
export { CustomerActivity } from './activity/activity.schema.js'
export { listActivity } from './activity/list-activity.js'
export { MergeCustomers, mergeCustomers } from './merge/merge-customers.js'
export { eventDeletionSteps, eraseVisitors, awaitRunningIngestion } from './deletion/delete-workspace-events.js'
export { eraseCustomer } from './conversions/erase-customer.js'
export { findClicksOfCustomer } from './conversions/erase-customer.queries.js'
export { TrackedRefund, trackRefundBodySchema } from './refunds/refund-input.schema.js'
export { reinstateSale } from './refunds/reinstate-sale.js'
export { customerOfInvoice } from './refunds/customer-of-invoice.js'
export { trackRefund } from './refunds/track-refund.js'
export { trackClientLeadBodySchema, trackClientSaleBodySchema } from './conversions/conversion-input.schema.js'
export { trackClickBodySchema, TrackedClick, TrackedOpen, trackOpenBodySchema, trackVisitBodySchema } from './pages/page-input.schema.js'
export { trackClick } from './pages/track-click.js'
export { DeepLinkParams, DeepLinkQuery, findDeepLink } from './pages/find-deep-link.js'
export { trackOpen } from './pages/track-open.js'
export { trackVisit } from './pages/track-visit.js'
export { clientScript, ScriptParams } from './script/client-script.js'
