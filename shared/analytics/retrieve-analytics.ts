import type { z } from 'zod'
import type { InWorkspace, WorkspaceScope } from '../accounts/index.js'
import { bucketStarts } from '../kernel/time-zones/buckets.js'
import { formatInstant } from '../kernel/time-zones/zone.js'
import { type AnalyticsQuery, groupByOf } from './analytics-query.schema.js'
import { AnalyticsCount, AnalyticsTimeseries } from './analytics.schema.js'
import { tooManyClicksForUnique, uniqueClicksOnly } from './errors.js'
import { type EventKind, eventKinds, existingLinks, type GroupCounts, type Grouping, type Selection } from './event-store.js'
import { type Fields, type GroupDefinition, groups } from './groups.js'
import { jsonPrefixText, JsonRows } from './json-rows.js'
import { maxGroups } from './limits.js'
import { openEventStore } from './open-event-store.js'
import { resolveFilters, type ResolvedFilters } from './resolve-filters.js'
import { previousTimeRange, resolveSeriesRange, resolveTimeRange, type TimeRange } from './resolve-time-range.js'

export type Counts = z.infer<typeof AnalyticsCount>

/** Returns JSON: one object of counts, one row for each group with the largest first, or one row for each interval of a time series. */
export async function retrieveAnalytics(scope: WorkspaceScope, query: AnalyticsQuery): Promise<Buffer> {
  return queryAnalytics(scope, query, await resolveFilters(scope, query))
}

/** Like `retrieveAnalytics`, with filters that were already checked against what the caller may see. */
export const queryAnalytics = (scope: InWorkspace, query: AnalyticsQuery, filters: ResolvedFilters): Promise<Buffer> =>
  queryAnalyticsOf(scope, [scope.workspace.id], query, filters)

/** Counts the events of several workspaces together. The time range is that of the scope's workspace. */
export async function queryAnalyticsOf(
  scope: InWorkspace,
  workspaceIds: readonly string[],
  query: AnalyticsQuery,
  filters: ResolvedFilters,
): Promise<Buffer> {
  if (query.unique && query.event !== 'clicks') throw uniqueClicksOnly()
  const groupBy = groupByOf(query)
  const range = groupBy === 'timeseries' ? await resolveSeriesRange(scope, query, workspaceIds) : resolveTimeRange(scope, query, false)
  const request = {
    kinds: eventKindsOf(query.event),
    selection: { ...filters, unique: query.unique, workspaceIds, from: range.from, to: range.to },
    previousRange: query.compare ? previousTimeRange(scope, range) : null,
  }
  if (query.unique) await requireFewClicks(scope, request, groupBy)
  if (groupBy === 'count') return toJson(await count(scope, request))
  if (groupBy === 'timeseries') return toJson(await timeseries(scope, request, range))
  return groupRows(scope, request, groups[groupBy])
}

/** Counting unique visitors reads every click, so a store may limit their number. Counting the clicks themselves is cheap. */
async function requireFewClicks(
  scope: InWorkspace,
  { kinds, selection, previousRange }: CountRequest,
  groupBy: ReturnType<typeof groupByOf>,
): Promise<void> {
  // The visitors of several workspaces are read from their clicks, like those of groups.
  const isGrouped = selection.workspaceIds.length > 1 || (groupBy !== 'count' && groupBy !== 'timeseries')
  const by = isGrouped ? 'attributes' : 'nothing'
  const limit = (await openEventStore(scope)).maxClicksForUnique(by)
  if (limit === Number.POSITIVE_INFINITY) return
  const all = { kinds, previousRange: null, selection: { ...selection, from: previousRange?.from ?? selection.from, unique: false } }
  const clicks = (await countGroups(scope, all, { by: 'nothing' }))[0]?.counts.clicks ?? 0
  if (clicks > limit) throw tooManyClicksForUnique(clicks, limit)
}

const eventKindsOf = (event: AnalyticsQuery['event']): readonly EventKind[] => (event === 'composite' ? eventKinds : [event])

interface CountRequest {
  kinds: readonly EventKind[]
  selection: Selection
  /** The range to compare with. */
  previousRange: TimeRange | null
}

const countGroups = async (scope: InWorkspace, { kinds, selection }: CountRequest, grouping: Grouping) =>
  (await openEventStore(scope)).count(kinds, selection, grouping, maxGroups)

const countPreviousGroups = async (
  scope: InWorkspace,
  { kinds, selection }: CountRequest,
  { from, to }: TimeRange,
  grouping: Grouping,
  limit = maxGroups,
) => (await openEventStore(scope)).count(kinds, { ...selection, from, to }, grouping, limit)

async function count(scope: InWorkspace, request: CountRequest): Promise<Counts> {
  const { previousRange } = request
  const [total] = await countGroups(scope, request, { by: 'nothing' })
  const previous = previousRange && ((await countPreviousGroups(scope, request, previousRange, { by: 'nothing' }))[0]?.counts ?? {})
  return AnalyticsCount.parse({ ...total?.counts, ...(previous && { previous }) })
}

/** Rows are compared with the previous rows counted from the end, because the ranges may have a different number of days or months. */
async function timeseries(scope: InWorkspace, request: CountRequest, range: TimeRange): Promise<Fields[]> {
  const { previousRange } = request
  const starts = bucketStarts(range, range.zone)
  const current = bySeriesIndex(await countGroups(scope, request, { by: 'time', starts }))
  const previousStarts = previousRange && bucketStarts(previousRange, range.zone)
  const previous =
    previousRange &&
    previousStarts &&
    bySeriesIndex(await countPreviousGroups(scope, request, previousRange, { by: 'time', starts: previousStarts }))
  const previousIndex = (index: number) => index + (previousStarts?.length ?? 0) - starts.length
  return starts.map((start, index) =>
    AnalyticsTimeseries.parse({
      start: formatInstant(range.zone, start),
      ...current.get(index),
      ...(previous && { previous: previous.get(previousIndex(index)) ?? {} }),
    }),
  )
}

const bySeriesIndex = (rows: readonly GroupCounts[]) => new Map(rows.map(({ key, counts }) => [Number(key[0]), counts]))

async function groupRows(scope: InWorkspace, request: CountRequest, { schema, grouping, fields, load }: GroupDefinition): Promise<Buffer> {
  if (!grouping) return toJson([])
  const { previousRange } = request
  const loadPrefixes = load?.({ pool: scope.pool, config: scope.config, workspaceIds: request.selection.workspaceIds })
  const loadGroups = async (one: CountRequest) => {
    const counted = await countGroups(scope, one, grouping)
    return { counted, loaded: await loadPrefixes?.(counted.map(({ key }) => key[0] as string)) }
  }
  let { counted, loaded } = await loadGroups(request)
  // Deleted links took rows that other links have. Only then, because the filter reads all links.
  if (counted.length >= maxGroups && loaded?.includes(undefined)) {
    const { selection } = request
    ;({ counted, loaded } = await loadGroups({ ...request, selection: { ...selection, links: [...selection.links, existingLinks] } }))
  }
  const previous =
    previousRange &&
    new Map(
      (await countPreviousGroups(scope, request, previousRange, grouping, allGroups)).map(({ key, counts }) => [keyText(key), counts]),
    )
  const rows = new JsonRows(schema, counted.length)
  for (const [index, { key, counts }] of counted.entries()) {
    const prefix = loaded ? loaded[index] : prefixOf(fields?.(...key))
    if (rows.isFull) break
    if (prefix) rows.add(prefix, counts, previous && (previous.get(keyText(key)) ?? {}))
  }
  return rows.toBuffer()
}

export const parseResult = (result: Buffer) => JSON.parse(result.toString())

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value))
const prefixOf = (fields: Fields | null | undefined) => fields && jsonPrefixText(fields)

/** Limit for the previous range: a top group of the current range may have had any rank before. */
const allGroups = 1_000_000
const keyText = (key: readonly string[]) => key.join('\0')
