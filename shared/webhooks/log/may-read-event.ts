import type { WorkspaceScope } from '../../accounts/index.js'
import { mayReadCustomers } from '../../customers/index.js'
import { hiddenFolderIds, linksById } from '../../links/index.js'

interface EventBody {
  event?: string
  data?: { id?: string; folderId?: string | null; customer?: object; link?: { id: string; folderId: string | null } }
}

/** Whether the caller may read what an event says: its customer, and its link, which may be in a folder without access for them. */
export async function mayReadEvent(scope: WorkspaceScope, body: string): Promise<boolean> {
  const { event = '', data = {} } = JSON.parse(body) as EventBody
  if (data.customer && !mayReadCustomers(scope)) return false
  const link = event.startsWith('link.') && !data.link ? data : data.link
  const hiddenFolders = link ? await hiddenFolderIds(scope) : []
  if (!link?.id || hiddenFolders.length === 0) return true
  const current = (await linksById(scope, [link.id])).get(link.id)
  return ![link.folderId, current?.folderId].some((folderId) => typeof folderId === 'string' && hiddenFolders.includes(folderId))
}
