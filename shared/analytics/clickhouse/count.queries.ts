/** Compiles a count into the single query that answers it. */
import { textHash, textHashSql } from '../../clickhouse/index.js'
import type { Attribute } from '../../rollups/index.js'
import type { EventKind, Grouping, Measure } from '../event-store.js'
import { measuresByKind, measuresOf } from '../measures.js'
import { anyNonZero, knownCondition, orderBy, rankByAmount, rankByCount, unknownTexts } from '../ranked-groups.js'
import { groupExpression, isHashedAttribute } from './conditions.queries.js'
import { type EventQuery, eventsOf } from './events.queries.js'
import { rowsTable } from './literals.js'
import type { LinkGroup } from './resolve.queries.js'

export interface CountQuery extends EventQuery {
  kinds: readonly EventKind[]
}

/** One row of the measures. */
export const totalsQuery = (query: CountQuery) => countedRows(query, () => [], 0)

/** Rows of `key1` (the instant at which the row of the time series begins, in milliseconds) and the measures. */
export const seriesQuery = (query: CountQuery, starts: readonly number[]) =>
  countedRows(query, () => [`roundDown(toUnixTimestamp64Milli(timestamp), [${starts.map((start) => `toInt64(${start})`).join()}])`], 1)

/**
 * Rows of `key1`, `key2`, … and the measures, without unknown values. A single key that is a hash may be unknown: there are at most two of
 * these, and comparing the hashes of a million groups takes longer than leaving two out afterwards.
 */
export function groupsQuery(query: CountQuery, grouping: Extract<Grouping, { by: 'attributes' | 'eventName' }>, limit: number): string {
  const attributes: readonly Attribute[] = grouping.by === 'eventName' ? ['eventName'] : grouping.attributes
  const measures = measuresOf(query.kinds)
  const isSingleHash = attributes.length === 1 && attributes.every(isHashedAttribute)
  const conditions = [
    ...(isSingleHash ? [] : attributes.map((attribute, index) => `key${index + 1} ${knownKey(attribute)}`)),
    // A group of clicks has at least one.
    ...(measures.join() === 'clicks' ? [] : [anyNonZero(measures)]),
  ]
  return `${countedRows(query, (kind) => attributes.map((attribute) => groupExpression(kind, attribute)), attributes.length)}
${conditions.length > 0 ? `having ${conditions.join(' and ')}` : ''}
order by ${orderBy(measures, rankByCount)}, ${keyNames(attributes).join(', ')} limit ${limit}`
}

/** Excludes unknown values, whose hashes are known. */
const knownKey = (attribute: Attribute) =>
  isHashedAttribute(attribute) ? `not in (${unknownTexts.map(textHash).join()})` : knownCondition(attribute)

/** Rows of `key1` (the value of a link property) and the measures. A visitor of two links with the same value counts once. */
export function linkGroupsQuery(query: CountQuery, groups: readonly LinkGroup[], limit: number): string {
  const measures = measuresOf(query.kinds)
  const links = `select group_key, ${textHashSql(`arrayJoin(splitByChar(' ', ids))`)} as link_hash from ${rowsTable('group_key String, ids String', groups)}`
  const counted = query.selection.unique
    ? select(query, 'clicks', ['link_hash'], [`uniqExactState(visitor) as ${partName('clicks')}`])
    : partRows(query, (kind) => [groupExpression(kind, 'linkId')])
  const merged = query.selection.unique ? [`uniqExactMerge(${partName('clicks')}) as "clicks"`] : measures.map(mergedMeasure)
  return `select group_key as key1, ${merged.join(', ')} from (${counted}) as counted
inner join (${links}) as grouped on grouped.link_hash = counted.key1
group by group_key having ${anyNonZero(measures)}
order by ${orderBy(measures, rankByAmount)}, group_key limit ${limit}`
}

/** Expressions of the keys in events of a kind. */
type KeysOf = (kind: EventKind) => readonly string[]

/** One row for each combination of keys. */
function countedRows(query: CountQuery, keysOf: KeysOf, keyCount: number): string {
  const [kind, ...others] = query.kinds as [EventKind, ...EventKind[]]
  const measures = measuresOf(query.kinds)
  if (others.length === 0)
    return select(
      query,
      kind,
      keysOf(kind),
      measures.map((measure) => `${aggregate(query, measure)} as "${measure}"`),
    )
  const keys = keyNames(Array.from({ length: keyCount }))
  const columns = [...keys, ...measures.map(mergedMeasure)]
  return `select ${columns.join(', ')} from (${partRows(query, keysOf)}) as counted ${groupBy(keys)}`
}

/** One row for each kind and combination of keys, with zeros for the measures of other kinds. */
const partRows = (query: CountQuery, keysOf: KeysOf) =>
  query.kinds
    .map((kind) =>
      select(
        query,
        kind,
        keysOf(kind),
        measuresOf(query.kinds).map(
          (measure) => `toInt64(${measuresByKind[kind].includes(measure) ? aggregate(query, measure) : '0'}) as ${partName(measure)}`,
        ),
      ),
    )
    .join('\nunion all\n')

function select(query: CountQuery, kind: EventKind, keys: readonly string[], measures: readonly string[]): string {
  const columns = [...keys.map((key, index) => `${key} as key${index + 1}`), ...measures]
  return `select ${columns.join(', ')} from ${eventsOf(kind, query)} ${groupBy(keyNames(keys))}`
}

const groupBy = (keys: readonly string[]) => (keys.length > 0 ? `group by ${keys.join(', ')}` : '')
export const keyNames = (keys: readonly unknown[]) => keys.map((_, index) => `key${index + 1}`)
const partName = (measure: Measure) => `part_${measure}`
const mergedMeasure = (measure: Measure) => `sum(${partName(measure)}) as "${measure}"`

/** Aggregates over events of one kind. */
const aggregates: Record<Measure, string> = {
  clicks: 'count()',
  leads: 'count()',
  sales: 'sum(events.sales)',
  saleAmount: 'sum(events.amount)',
}
const aggregate = ({ selection }: CountQuery, measure: Measure) => (selection.unique ? 'uniqExact(visitor)' : aggregates[measure])
