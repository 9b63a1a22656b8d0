/**
 * Tracking: the write side of events. Clicks, leads and sales arrive here and become rows.
 *
 * Clicks are immutable. Leads and sales may be moved to another link or customer, or deleted; such code writes `lead_events` and
 * `sale_events` and nothing else: triggers record the changed events for the next roll-up (`shared/rollups`) in the same transaction.
 */
export { activeEventDatabase, clickStoreOf } from './click-store/active-store.js'
export { findClicks } from './find-clicks.js'
export { ensurePartitionsOf, importClicks } from './import-clicks.js'
export { decodeClick, type EncodedClick } from './click-values.js'
export { decodedClicksSql } from './decoded-clicks.queries.js'
export { presentClick, publicClickColumns } from './present-click.js'
export { ClickSchema } from './click.schema.js'
export { decodeClickBatch, encodeClickBatch } from './click-batch-text.js'
export { type ClickBatch, type Exclusion, type ExclusionReason, type RawClick, triggers } from './click-batch.js'
export { ingestClickBatch } from './ingest-click-batch.js'
export { ingestQueuedClicks } from './ingest-queued-clicks.js'
export { hasQueuedClicksBefore } from './has-queued-clicks.js'
export { measureQueuedClicks } from './measure-queued-clicks.js'
export { eraseCustomersJob, recomputeAttributionJob, ingestClicks, ingestQueuedClicksJob, writeClickBlocksJob } from './jobs.js'
export { listClicksInClickHouse } from './click-store/list-clicks.js'
export { beginMove, cancelMove, finishMove, deleteMovedCopies, type MoveScope } from './move/begin-move.js'
export { hasEqualClicks, listMonths } from './move/compare-clicks.queries.js'
export { movedParts, type MoveProgress } from './move/move-state.queries.js'
export { moveStep } from './move/move-step.js'
export { type EventDatabase, readEventStore, type StoreState } from './click-store/active-store.queries.js'
export { flushClickBlocks, writeClickBlocks } from './click-store/write-click-blocks.js'
export { RecomputeAttribution, recomputeAttribution, runAttributionRecompute } from './attribution/recompute-attribution.js'
export type { ClickRow } from './enrich-click.js'
export { createPartitions } from './create-partitions.js'
export { replaceLinkIndex } from './replace-link-index.js'
export { deleteErasedTexts } from './deletion/delete-erased-texts.js'
export { deleteExpiredVisits } from './delete-expired-visits.js'
export { deviceOf } from './visitor/device.js'
export { unknownLocation, openGeoDatabase, type GeoLocation, type GeoDatabase } from './visitor/geo-location.js'
export { type ClickRecorder, type RedirectEvent, openClickRecorder } from './click-recorder.js'
export { clickSpoolDirectory } from './click-spool.js'
export { queuedBatches } from './queued-batches.js'
export { openClickQueue } from './click-queue.js'
export { exclusionReason, isBot } from './bots/exclusion-reason.js'
export { visitKey, type VisitorOnLink } from './duplicates.js'
export { locationFromHeaders, passedProxies, visitorIp } from './visitor/request-headers.js'
export {
  maxSaleAmount,
  metadataField,
  paymentProcessors,
  TrackedLead,
  TrackedSale,
  trackLeadBodySchema,
  trackSaleBodySchema,
} from './conversions/conversion-input.schema.js'
export type { ConversionRow, SaleRow } from './conversions/conversion.queries.js'
export { expandAttribution, trackQuerySchema } from './conversions/expand-attribution.js'
export { applyPendingConversions, copyPendingConversions } from './conversions/copy-conversions.js'
export { leadRecorded } from './conversions/events.js'
export { type ConvertedMoney, dollarConverter, toDollars } from './currencies/to-dollars.js'
export {
  conversionColumns,
  conversionStructure,
  type ConversionTable,
  readConversions,
  type StoredConversion,
} from './conversions/copy-conversions.queries.js'
export { minorDigits } from './currencies/minor-units.js'
export { requireClick, trackLead } from './conversions/track-lead.js'
export { trackSale } from './conversions/track-sale.js'
export {
  manualAgentPrefix,
  type ManualConversion,
  type ManualSale,
  recordManualConversion,
} from './conversions/record-manual-conversion.js'
export {
  type HistoricLead,
  type HistoricSale,
  recordHistoricLeads,
  recordHistoricSales,
} from './conversions/record-historic-conversions.js'
export { removeLeads, removeSales } from './conversions/remove-conversions.js'
export { refreshRates } from './currencies/refresh-rates.js'
export { CustomerActivity } from './activity/activity.schema.js'
export { listActivity } from './activity/list-activity.js'
export { orderConversions } from './attribution/order-conversions.js'
export { MergeCustomers, mergeCustomers } from './merge/merge-customers.js'
export { eventDeletionSteps, eraseVisitors, awaitRunningIngestion } from './deletion/delete-workspace-events.js'
export { queueErasure, eraseCustomers } from './conversions/erase-customers.js'
export { findClicksOfCustomers } from './conversions/erase-customers.queries.js'
export { maxRefundIdLength, TrackedRefund, trackRefundBodySchema } from './refunds/refund-input.schema.js'
export { reinstateSale } from './refunds/reinstate-sale.js'
export { customerOfInvoice } from './refunds/customer-of-invoice.js'
export { refundUpTo, trackRefund } from './refunds/track-refund.js'
export { trackClientLeadBodySchema, trackClientSaleBodySchema } from './conversions/conversion-input.schema.js'
export {
  trackClickBodySchema,
  TrackedClick,
  TrackedOpen,
  TrackedVisit,
  trackOpenBodySchema,
  trackVisitBodySchema,
} from './pages/page-input.schema.js'
export { trackClick } from './pages/track-click.js'
export { DeepLinkParams, findDeepLink } from './pages/find-deep-link.js'
export { trackOpen } from './pages/track-open.js'
export { trackVisit } from './pages/track-visit.js'
export { clientScript, ScriptParams } from './script/client-script.js'
