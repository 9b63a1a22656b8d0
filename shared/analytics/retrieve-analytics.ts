import type { z } from 'zod'
import type { InWorkspace, WorkspaceScope } from '../accounts/index.js'
import type { AnalyticsQuery } from './analytics-query.schema.js'
import { AnalyticsCount, AnalyticsTimeseries } from './analytics.schema.js'
import { tooManyForVisitors, uniqueClicksOnly } from './errors.js'
import { type Counted, type EventKind, eventKinds, type Grouping, type Selection } from './event-store.js'
import { type Fields, type Group, groups } from './groups.js'
import { JsonRows, openJson } from './json-rows.js'
import { mostGroups, mostOfVisitors } from './limits.js'
import { openEventStore } from './postgres/open-event-store.js'
import { type TimeAsked, timeAsked, timeBefore } from './time-asked.js'
import { bucketStarts } from './time/buckets.js'
import { textOf } from './time/zone.js'
import { understand, type Understood } from './understand.js'

export type Counts = z.infer<typeof AnalyticsCount>

/** As JSON, one object with the counts, or a row of them for each group, the largest first; a time series has a row for each of its spans. */
export async function retrieveAnalytics(scope: WorkspaceScope, query: AnalyticsQuery): Promise<Buffer> {
  return answerOf(scope, query, await understand(scope, query))
}

/** The answer about events that the caller may see. */
export async function answerOf(scope: InWorkspace, query: AnalyticsQuery, understood: Understood): Promise<Buffer> {
  if (query.unique && query.event !== 'clicks') throw uniqueClicksOnly()
  const time = timeAsked(scope, query, query.groupBy === 'timeseries')
  const asked = {
    kinds: kindsOf(query.event),
    selection: { ...understood, unique: query.unique, workspaceId: scope.workspace.id, from: time.from, to: time.to },
    before: query.compare ? timeBefore(scope, time) : null,
  }
  if (query.unique) await refuseTooMany(scope, asked)
  if (query.groupBy === 'count') return jsonOf(await count(scope, asked))
  if (query.groupBy === 'timeseries') return jsonOf(await timeseries(scope, asked, time))
  return rowsOf(scope, asked, groups[query.groupBy])
}

/** Visitors are told apart by looking at every click, so there must not be too many; how many there are is quickly known. */
async function refuseTooMany(scope: InWorkspace, { kinds, selection, before }: Asked): Promise<void> {
  const all = { kinds, before: null, selection: { ...selection, from: before?.from ?? selection.from, unique: false } }
  const clicks = (await countsOf(scope, all, { by: 'nothing' }))[0]?.counts.clicks ?? 0
  if (clicks > mostOfVisitors) throw tooManyForVisitors(clicks, mostOfVisitors)
}

const kindsOf = (event: AnalyticsQuery['event']): readonly EventKind[] => (event === 'composite' ? eventKinds : [event])

interface Asked {
  kinds: readonly EventKind[]
  selection: Selection
  /** The time that is compared with. */
  before: TimeAsked | null
}

const countsOf = ({ pool }: InWorkspace, { kinds, selection }: Asked, grouping: Grouping) =>
  openEventStore(pool).count(kinds, selection, grouping, mostGroups)

const countsBefore = (
  { pool }: InWorkspace,
  { kinds, selection }: Asked,
  { from, to }: TimeAsked,
  grouping: Grouping,
  limit = mostGroups,
) => openEventStore(pool).count(kinds, { ...selection, from, to }, grouping, limit)

async function count(scope: InWorkspace, asked: Asked): Promise<Counts> {
  const [counted] = await countsOf(scope, asked, { by: 'nothing' })
  const previous = asked.before && ((await countsBefore(scope, asked, asked.before, { by: 'nothing' }))[0]?.counts ?? {})
  return AnalyticsCount.parse({ ...counted?.counts, ...(previous && { previous }) })
}

/** Spans of the time before stand beside those of the same place from the end: months and days differ in their number. */
async function timeseries(scope: InWorkspace, asked: Asked, time: TimeAsked): Promise<Fields[]> {
  const starts = bucketStarts(time, time.zone)
  const counted = bySeries(await countsOf(scope, asked, { by: 'time', starts }))
  const startsBefore = asked.before && bucketStarts(asked.before, time.zone)
  const before =
    asked.before && startsBefore && bySeries(await countsBefore(scope, asked, asked.before, { by: 'time', starts: startsBefore }))
  const placeBefore = (series: number) => series + (startsBefore?.length ?? 0) - starts.length
  return starts.map((start, series) =>
    AnalyticsTimeseries.parse({
      start: textOf(time.zone, start),
      ...counted.get(series),
      ...(before && { previous: before.get(placeBefore(series)) ?? {} }),
    }),
  )
}

const bySeries = (counted: readonly Counted[]) => new Map(counted.map(({ key, counts }) => [Number(key[0]), counts]))

async function rowsOf(scope: InWorkspace, asked: Asked, { schema, grouping, fields, load }: Group): Promise<Buffer> {
  if (!grouping) return jsonOf([])
  const loading = load?.(scope)
  const counted = await countsOf(scope, asked, grouping)
  const before =
    asked.before &&
    new Map((await countsBefore(scope, asked, asked.before, grouping, everyGroup)).map(({ key, counts }) => [nameOf(key), counts]))
  const loaded = await loading?.(counted.map(({ key }) => key[0] as string))
  const rows = new JsonRows(schema, counted.length)
  for (const [place, { key, counts }] of counted.entries()) {
    const open = loaded ? loaded[place] : openOf(fields?.(...key))
    if (open) rows.add(open, counts, before && (before.get(nameOf(key)) ?? {}))
  }
  return rows.written()
}

/** An answer as what it says. */
export const readAnswer = (answer: Buffer) => JSON.parse(answer.toString())

const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value))
const openOf = (fields: Fields | null | undefined) => fields && openJson(fields)

/** A group that is among the largest now may have been any before. */
const everyGroup = 1_000_000
const nameOf = (key: readonly string[]) => key.join('\0')
