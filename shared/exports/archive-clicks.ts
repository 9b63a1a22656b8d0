import type { WorkspaceScope } from '../accounts/index.js'
import { listClicksInClickHouse } from '../tracking/index.js'
import type { ArchiveBatch, ArchiveColumn } from './archive-rows.queries.js'

/** The next clicks after a key, from ClickHouse, as texts in the order of the columns. */
export async function archiveClicksAfter(
  scope: WorkspaceScope,
  columns: readonly ArchiveColumn[],
  { after, size }: { after: readonly string[] | null; size: number },
): Promise<ArchiveBatch> {
  const [at = '', id = ''] = after ?? []
  const clicks = await listClicksInClickHouse(scope, scope.workspace.id, after === null ? null : { at: new Date(at), id }, size)
  const rows = clicks.map((click) => {
    const texts: Record<string, string> = { ...click, qr: String(click.qr), timestamp: click.timestamp.toISOString() }
    return columns.map(({ name }) => texts[name] ?? null)
  })
  const last = clicks.at(-1)
  return { rows, next: clicks.length < size || !last ? null : [last.timestamp.toISOString(), last.id] }
}
