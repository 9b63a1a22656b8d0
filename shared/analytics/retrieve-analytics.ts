import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { AnalyticsCount, AnalyticsTimeseries } from './analytics.schema.js'
import type { AnalyticsQuery } from './analytics-query.schema.js'
import { type EventKind, eventKinds, type Grouping, type Selection } from './event-store.js'
import { type Fields, type Group, groups } from './groups.js'
import { mostGroups } from './limits.js'
import { openEventStore } from './postgres/open-event-store.js'
import { bucketStarts } from './time/buckets.js'
import { textOf } from './time/zone.js'
import { type TimeAsked, timeAsked } from './time-asked.js'
import { understand } from './understand.js'

export type Counts = z.infer<typeof AnalyticsCount>

/**
 * One object with the counts, or a row of them for each group, the largest first; a time series has a row for each of its spans.
 * Every row is held against the schema of its own grouping: that of the whole answer would try some fifteen on each.
 */
export async function retrieveAnalytics(scope: WorkspaceScope, query: AnalyticsQuery): Promise<Counts | Fields[]> {
  const understood = await understand(scope, query)
  const time = timeAsked(scope, query, query.groupBy === 'timeseries')
  const asked = { kinds: kindsOf(query.event), selection: { ...understood, workspaceId: scope.workspace.id, from: time.from, to: time.to } }
  if (query.groupBy === 'count') return AnalyticsCount.parse((await countsOf(scope, asked, { by: 'nothing' }))[0]?.counts ?? {})
  if (query.groupBy === 'timeseries') return timeseries(scope, asked, time)
  return rowsOf(scope, asked, groups[query.groupBy])
}

const kindsOf = (event: AnalyticsQuery['event']): readonly EventKind[] => (event === 'composite' ? eventKinds : [event])

interface Asked {
  kinds: readonly EventKind[]
  selection: Selection
}

const countsOf = ({ pool }: WorkspaceScope, { kinds, selection }: Asked, grouping: Grouping) => openEventStore(pool).count(kinds, selection, grouping, mostGroups)

async function timeseries(scope: WorkspaceScope, asked: Asked, time: TimeAsked): Promise<Fields[]> {
  const starts = bucketStarts(time, time.zone)
  const counted = new Map((await countsOf(scope, asked, { by: 'time', starts })).map(({ key, counts }) => [key[0], counts]))
  return starts.map((start, series) => AnalyticsTimeseries.parse({ start: textOf(time.zone, start), ...counted.get(String(series)) }))
}

async function rowsOf(scope: WorkspaceScope, asked: Asked, { schema, grouping, fields, load }: Group): Promise<Fields[]> {
  if (!grouping) return []
  const counted = await countsOf(scope, asked, grouping)
  const loaded = await load?.(scope, counted.map(({ key }) => key[0] as string))
  return counted.flatMap(({ key, counts }) => {
    const row = loaded ? loaded.get(key[0] as string) : fields?.(...key)
    return row ? [schema.parse({ ...row, ...counts })] : []
  })
}
