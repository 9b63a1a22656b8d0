import { newId } from '../kernel/ids.js'
import { minutes } from '../kernel/time.js'
import { blockOfValues } from './block-content.js'
import type { ClickHouse } from './client.js'
import { hashedColumns, type HashedColumn } from './text-hashes.js'

/** Texts that this process inserted recently. Forgotten now and then, so that texts that the server lost are inserted again. */
interface Known {
  textsOf: Map<string, Set<string>>
  size: number
  until: number
}

const known = new WeakMap<ClickHouse, Known>()
const maxKnown = 500_000
const maxAgeMs = minutes(10)

export type TextRow = Record<HashedColumn | 'workspace_id', string>
const columns = Object.keys(hashedColumns) as HashedColumn[]

/** Lets all texts be inserted again, after they were deleted. */
export const invalidateInsertedTexts = (clickHouse: ClickHouse) => known.delete(clickHouse)

/** Stores the texts of events. Call it before the events are stored, so that none refers to a missing text. Repeating it changes nothing. */
export async function insertTexts(clickHouse: ClickHouse, rows: Iterable<TextRow>): Promise<void> {
  const inserted = recentlyInserted(clickHouse)
  const added = new Map<string, Set<string>>()
  for (const row of rows) {
    const [earlier, now] = [textsOf(inserted.textsOf, row.workspace_id), textsOf(added, row.workspace_id)]
    for (const column of columns) if (!earlier.has(row[column])) now.add(row[column])
  }
  const values = [...added].flatMap(([workspaceId, texts]) => [...texts].map((text) => [workspaceId, text]))
  if (values.length === 0) return
  // The token differs each time, so that texts that were deleted are inserted again.
  await clickHouse.insert({ table: 'texts', content: blockOfValues(['workspace_id', 'text'], values), token: newId('batch_') })
  for (const [workspaceId, text] of values as [string, string][]) textsOf(inserted.textsOf, workspaceId).add(text)
  inserted.size += values.length
}

function textsOf(byWorkspace: Map<string, Set<string>>, workspaceId: string): Set<string> {
  let texts = byWorkspace.get(workspaceId)
  if (!texts) byWorkspace.set(workspaceId, (texts = new Set()))
  return texts
}

function recentlyInserted(clickHouse: ClickHouse): Known {
  let found = known.get(clickHouse)
  if (!found || found.until < performance.now() || found.size > maxKnown) {
    found = { textsOf: new Map(), size: 0, until: performance.now() + maxAgeMs }
    known.set(clickHouse, found)
  }
  return found
}
