import type { ClickHouse } from './client.js'

/** Hash -> text, for the hashes of events of these workspaces. */
export async function findTexts(
  clickHouse: ClickHouse,
  workspaceIds: readonly string[],
  hashes: Iterable<string>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(hashes)]
  if (wanted.length === 0) return new Map()
  const rows = await clickHouse.query<{ hash: string; text: string }>({
    text: `select toString(hash) as hash, any(text) as text from texts
      where workspace_id in {workspaceIds:Array(String)} and texts.hash in (${wanted.join()}) group by hash`,
    values: { workspaceIds: [...new Set(workspaceIds)] },
    settings: { max_query_size: '1000000000' },
  })
  return new Map(rows.map((row) => [row.hash, row.text]))
}
