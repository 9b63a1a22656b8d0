import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { syncLinksJob } from '../jobs.js'
import type { Program } from '../programs/program.entity.js'
import { GroupDefaultLink } from './group-default-link.entity.js'

/** After a change of the domain or the url of a program: changes its default links, and the links of its partners by a job. */
export async function setDefaultLinksOfProgram(
  { em, now, enqueue }: WorkspaceScope,
  program: Program,
  before: { url: string | null },
): Promise<void> {
  const { id, domain, url, defaultGroupId } = program
  if (domain) await em.nativeUpdate(GroupDefaultLink, { programId: id }, { domain, updatedAt: now() })
  const links = await em.find(GroupDefaultLink, { groupId: defaultGroupId }, { orderBy: { id: 'asc' } })
  const changed = links.find((link) => link.url === before.url) ?? links[0]
  const formerUrl = changed?.url
  if (changed && url && !links.some((link) => link.url === url)) changed.url = url
  else if (!changed && domain && url)
    em.create(GroupDefaultLink, {
      id: newId('pgdl_', now().getTime()),
      programId: id,
      groupId: defaultGroupId,
      domain,
      url,
      createdAt: now(),
      updatedAt: now(),
    })
  await em.flush()
  enqueue(syncLinksJob, { programId: id, formerUrl })
}
