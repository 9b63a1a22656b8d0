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
  const found = { kinds: understood ? kindsOf(query.event) : [], selection: { ...(understood ?? { attributes: [], links: [] }), workspaceId: scope.workspace.id, from: time.from, to: time.to } }
  if (query.groupBy === 'count') return AnalyticsCount.parse((await countsOf(scope, found, { by: 'nothing' })).values().next().value?.counts ?? {})
  if (query.groupBy === 'timeseries') return timeseries(scope, found, time)
  return rowsOf(scope, found, groups[query.groupBy])
}

const kindsOf = (event: AnalyticsQuery['event']): readonly EventKind[] => (event === 'composite' ? eventKinds : [event])

interface Found {
  kinds: readonly EventKind[]
  selection: Omit<Selection, 'kind'>
}

type Counted = Map<string, { key: readonly string[]; counts: Partial<Counts> }>

/** Groups by key; a group has the counts of every kind of event that there is in it. */
async function countsOf({ pool }: WorkspaceScope, { kinds, selection }: Found, grouping: Grouping): Promise<Counted> {
  const store = openEventStore(pool)
  const found: Counted = new Map()
  for (const kind of kinds) {
    for (const { key, count } of await store.count({ ...selection, kind }, grouping, mostGroups)) {
      const name = key.join('\0')
      found.set(name, { key, counts: { ...found.get(name)?.counts, [kind]: count } })
    }
  }
  return found
}

async function timeseries(scope: WorkspaceScope, found: Found, time: TimeAsked): Promise<Fields[]> {
  const starts = bucketStarts(time, time.zone)
  const counted = await countsOf(scope, found, { by: 'time', starts })
  return starts.map((start, series) => AnalyticsTimeseries.parse({ start: textOf(time.zone, start), ...counted.get(String(series))?.counts }))
}

async function rowsOf(scope: WorkspaceScope, found: Found, { schema, grouping, fields, load }: Group): Promise<Fields[]> {
  if (!grouping) return []
  const counted = [...(await countsOf(scope, found, grouping)).values()]
  const loaded = await load?.(scope, counted.map(({ key }) => key[0] as string))
  return counted.flatMap(({ key, counts }) => {
    const row = loaded ? loaded.get(key[0] as string) : fields?.(...key)
    return row ? [schema.parse({ ...row, ...counts })] : []
  })
}
