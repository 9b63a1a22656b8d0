/** The default links of a group. Every partner of the group has a copy of each; a job creates and changes the copies. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { defaultLinkNotFound, defaultLinkTaken, programWithoutDestination, tooManyDefaultLinks } from '../errors.js'
import { syncLinksJob } from '../jobs.js'
import { maxDefaultLinks } from '../limits.js'
import type { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { updateProgram } from '../programs/update-program.js'
import { GroupDefaultLink } from './group-default-link.entity.js'
import { lockGroup } from './group.queries.js'
import type { PartnerGroup } from './partner-group.entity.js'
import { requireGroup } from './require-group.js'

interface DefaultLinkResponse {
  id: string
  domain: string
  url: string
  createdAt: string
}

/** All are on the domain of the program. Only that of the program follows when the domain is renamed. */
const present = (program: Program, { id, domain, url, createdAt }: GroupDefaultLink): DefaultLinkResponse => ({
  id,
  domain: program.domain ?? domain,
  url,
  createdAt: createdAt.toISOString(),
})

async function loadGroup(scope: WorkspaceScope, idOrSlug: string) {
  const program = await requireDefaultProgram(scope)
  return { program, group: await requireGroup(scope, program, idOrSlug) }
}

const linksOf = ({ em }: WorkspaceScope, group: PartnerGroup) =>
  em.find(GroupDefaultLink, { groupId: group.id }, { orderBy: { id: 'asc' } })

/** Oldest first. */
export async function listDefaultLinks(scope: WorkspaceScope, idOrSlug: string): Promise<DefaultLinkResponse[]> {
  const { program, group } = await loadGroup(scope, idOrSlug)
  return (await linksOf(scope, group)).map((link) => present(program, link))
}

export async function createDefaultLink(scope: WorkspaceScope, idOrSlug: string, { url }: { url: string }): Promise<DefaultLinkResponse> {
  const { program, group } = await loadGroup(scope, idOrSlug)
  if (!program.domain) throw programWithoutDestination()
  await lockGroup(scope, group.id)
  if ((await linksOf(scope, group)).length >= maxDefaultLinks) throw tooManyDefaultLinks(maxDefaultLinks)
  const now = scope.now()
  const link = scope.em.create(GroupDefaultLink, {
    id: newId('pgdl_', now.getTime()),
    programId: program.id,
    groupId: group.id,
    domain: program.domain,
    url,
    createdAt: now,
    updatedAt: now,
  })
  await mapUniqueViolation(scope.em.persist(link).flush(), () => defaultLinkTaken(url))
  scope.enqueue(syncLinksJob, { programId: program.id, groupId: group.id })
  return present(program, link)
}

/** A changed domain moves the whole program; a changed url of the first default link of the default group becomes that of the program. */
export async function updateDefaultLink(
  scope: WorkspaceScope,
  { groupIdOrSlug, defaultLinkId }: { groupIdOrSlug: string; defaultLinkId: string },
  { domain, url }: { domain?: string | undefined; url?: string | undefined },
): Promise<DefaultLinkResponse> {
  const { program, group } = await loadGroup(scope, groupIdOrSlug)
  const links = await linksOf(scope, group)
  const link = links.find(({ id }) => id === defaultLinkId)
  if (!link) throw defaultLinkNotFound()
  const isFirstOfProgram = group.id === program.defaultGroupId && link === links[0]
  if (url !== undefined && url !== link.url) {
    const formerUrl = link.url
    Object.assign(link, { url, updatedAt: scope.now() })
    await mapUniqueViolation(scope.em.flush(), () => defaultLinkTaken(url))
    if (isFirstOfProgram) program.url = url
    scope.enqueue(syncLinksJob, { programId: program.id, groupId: group.id, formerUrl })
  }
  if (domain !== undefined && domain !== program.domain) {
    await updateProgram(scope, program.id, { domain })
    link.domain = domain
  }
  return present(program, link)
}

/** The copies of the partners stay as ordinary links. The program goes on with the oldest other default link of its default group, if any. */
export async function deleteDefaultLink(
  scope: WorkspaceScope,
  { groupIdOrSlug, defaultLinkId }: { groupIdOrSlug: string; defaultLinkId: string },
): Promise<{ id: string }> {
  const { program, group } = await loadGroup(scope, groupIdOrSlug)
  await lockGroup(scope, group.id)
  const links = await linksOf(scope, group)
  const link = links.find(({ id }) => id === defaultLinkId)
  if (!link) throw defaultLinkNotFound()
  const next = links.find(({ id }) => id !== defaultLinkId)
  if (next && group.id === program.defaultGroupId && program.url === link.url) program.url = next.url
  await scope.em.remove(link).flush()
  return { id: defaultLinkId }
}
