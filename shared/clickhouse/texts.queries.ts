import { LRUCache } from 'lru-cache'
import type { ClickHouse } from './client.js'

/** A hash stands for the same text for ever, so texts of the most requested links need no query. */
const maxCachedCharacters = 8_000_000

const caches = new WeakMap<ClickHouse, LRUCache<string, string>>()

function cacheOf(clickHouse: ClickHouse): LRUCache<string, string> {
  let cache = caches.get(clickHouse)
  if (!cache) caches.set(clickHouse, (cache = new LRUCache({ maxSize: maxCachedCharacters, sizeCalculation: (text) => text.length + 50 })))
  return cache
}

/** The texts of hashes of events of these workspaces, in the same order; undefined for unknown ones. */
export async function findTexts(
  clickHouse: ClickHouse,
  workspaceIds: readonly string[],
  hashes: readonly string[],
): Promise<(string | undefined)[]> {
  const cache = cacheOf(clickHouse)
  const texts = hashes.map((hash) => cache.get(hash))
  const missing = new Set(hashes.filter((_, index) => texts[index] === undefined))
  if (missing.size === 0) return texts
  const found = new Map((await queryTexts(clickHouse, workspaceIds, [...missing])).map(({ hash, text }) => [hash, text]))
  for (const [hash, text] of found) cache.set(hash, text)
  return hashes.map((hash, index) => texts[index] ?? found.get(hash))
}

/** A text may be found twice. */
const queryTexts = (clickHouse: ClickHouse, workspaceIds: readonly string[], hashes: readonly string[]) =>
  clickHouse.query<{ hash: string; text: string }>({
    // A list of numbers is parsed much faster as text than as a part of the query.
    text: `select toString(hash) as hash, text from texts where workspace_id in {workspaceIds:Array(String)}
      and texts.hash in (select arrayJoin(splitByChar(',', '${hashes.join()}'))::UInt64)`,
    values: { workspaceIds: [...new Set(workspaceIds)] },
    settings: { max_query_size: '1000000000' },
  })
