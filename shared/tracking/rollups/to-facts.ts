/** Clicks as rows of numbers. */
import { days } from '../../kernel/time.js'
import { type ClickTexts, ensurePartitions, type Fact } from './fold.queries.js'
import { attributeNames, kinds } from './kinds.js'
import { numberWorkspaces } from './number-values.queries.js'
import type { Dictionary } from './number-values.js'
import type { Sql } from './sql.js'
import { floorTo } from './tiers.js'

/** Where the parts of each kind stand in a `ClickTexts` row, after the workspace and the instant. */
const places = kinds.map((kind) => ({ kind, at: kind.parts.map((part) => attributeNames.indexOf(part) + 2) }))

/** The same clicks in the same order. Brings their values into the dictionary, and the partitions of their months into being. */
export async function toFacts(sql: Sql, dictionary: Dictionary, clicks: readonly ClickTexts[]): Promise<Fact[]> {
  dictionary.trim()
  const workspaces = await numberWorkspaces(sql, [...new Set(clicks.map(([workspaceId]) => workspaceId))])
  const valued = clicks.map((click) => {
    const workspace = workspaces.get(click[0]) as number
    return { microseconds: click[1], workspace, values: places.map(({ kind, at }) => dictionary.valueOf(workspace, kind, at.map((place) => click[place] as string))) }
  })
  await dictionary.learn(sql)
  await ensurePartitions(sql, daysOf(clicks))
  return valued.map(({ microseconds, workspace, values }) => [microseconds, workspace, ...values.map(({ number }) => number as number)])
}

function daysOf(clicks: readonly ClickTexts[]): number[] {
  const found = new Set<number>()
  for (const [, microseconds] of clicks) found.add(floorTo(microseconds / 1000, days(1)))
  return [...found]
}
