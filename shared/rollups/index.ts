/**
 * Rollups: pre-aggregated events. The roll-up turns clicks, leads and sales into facts (one narrow row per event), totals (counters per
 * workspace and bucket of time) and rollups (counters per value of a dimension). `rollupSchemas` lists what is aggregated where; roll-up,
 * queries, verification and deletion follow it.
 *
 * The domain knows the event tables by name and imports no other domain. `tracking` inserts events: clicks under `lockForIngestion`,
 * followed by `addLateClicks`; leads and sales without further calls, because triggers record every change in `pending_conversions` in the
 * same transaction. Queries read pending events directly until the next roll-up.
 */
export { buildColumnSegments } from './build-column-segments.js'
export type { ColumnSegment } from './column-segment.js'
export {
  deleteSegmentsOfClicks,
  type FactSegments,
  listHoursWithFacts,
  listHoursWithVisitors,
  listSegmentedHours,
  lockSegmentBuildSql,
  readSegments,
  readVisitors,
  type SegmentedHour,
} from './column-segments.queries.js'
export { rollupDeletionSteps } from './deletion/delete-rollups.js'
export { deletePendingConversions, findWorkspaceNo } from './deletion/delete-rollups.queries.js'
export { type Attribute, attributeColumns, clickDimensions, type Dimension, findDimension } from './dimensions.js'
export { blockIngestion, blockIngestionSql, lockForIngestion } from './ingestion-lock.queries.js'
export { packRollups } from './pack-rollups.js'
export { rollUpClicks } from './roll-up-clicks.js'
export { addLateClicks } from './roll-up-clicks.queries.js'
export { rollUpConversions } from './roll-up-conversions.js'
export { deletePendingChanges, listPendingChanges, lockConversionRollUp, lockConversionRollUpSql } from './roll-up-conversions.queries.js'
export {
  aggregateFacts,
  clickRollupSchema,
  conversionRollupSchema,
  type Counter,
  type RollupSchema,
  rollupSchemas,
} from './rollup-schemas.js'
export type { Sql } from './sql.js'
export { ceilTo, floorTo, rollupTiers, type Tier, tiers } from './tiers.js'
export { ValueCache, valueDigest, ValueDictionary } from './value-dictionary.js'
export { digestExpression, ensureWorkspaceNos } from './value-dictionary.queries.js'
export { type Check, type CheckResult, type InSnapshot, maxSamples, type RowDifference } from './verify/check.js'
export { rollupChecks } from './verify/checks.js'
export { comparisonSql, summary } from './verify/comparison.queries.js'
