import { Workspace, type WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { createFolder } from '../../links/index.js'
import { GroupDefaultLink } from '../groups/group-default-link.entity.js'
import { PartnerGroup } from '../groups/partner-group.entity.js'
import { slugify, withRandomSuffix } from '../slugs.js'
import { presentProgram } from './present-program.js'
import { flushProgram, requireOwnDomain } from './program-domain.js'
import { Program } from './program.entity.js'
import { isFolderNameTaken, isProgramSlugTaken } from './program.queries.js'
import type { CreateProgram, ProgramResponse } from './program.schema.js'

const maxPartnerLinksOfDefaultGroup = 10

/** Creates a program with its default group and folder. It becomes the default program of the workspace. */
export async function createProgram(scope: WorkspaceScope, input: CreateProgram): Promise<ProgramResponse> {
  const { em, workspace } = scope
  const now = scope.now()
  const domain = await requireOwnDomain(scope, input.domain ?? null)
  const slug = input.slug ?? (await freeSlug(scope, input.name))
  const folder = await createFolder(scope, { name: await folderName(scope, slug), accessLevel: 'write' })
  const program = em.create(Program, {
    ...optionalFields(input),
    logo: input.logo ?? null,
    id: newId('prog_', now.getTime()),
    workspaceId: workspace.id,
    name: input.name,
    slug,
    domain,
    url: input.url,
    defaultFolderId: folder.id,
    defaultGroupId: newId('grp_', now.getTime()),
    startedAt: now,
    createdAt: now,
    updatedAt: now,
  })
  em.persist(program)
  await flushProgram(scope, program)
  await addDefaultGroup(scope, program)
  await em.nativeUpdate(Workspace, { id: workspace.id }, { defaultProgramId: program.id })
  return presentProgram(program)
}

const optionalFields = (input: CreateProgram) => ({
  description: input.description ?? null,
  primaryRewardEvent: input.primaryRewardEvent ?? ('sale' as const),
  minPayoutAmount: input.minPayoutAmount ?? 0,
  payoutMode: input.payoutMode ?? ('internal' as const),
  categories: input.categories ?? [],
  supportEmail: input.supportEmail ?? null,
  helpUrl: input.helpUrl ?? null,
  termsUrl: input.termsUrl ?? null,
})

async function addDefaultGroup({ em }: WorkspaceScope, { id, defaultGroupId, domain, url, createdAt }: Program): Promise<void> {
  const times = { createdAt, updatedAt: createdAt }
  em.create(PartnerGroup, {
    id: defaultGroupId,
    programId: id,
    name: 'Default Group',
    slug: 'default',
    color: null,
    maxPartnerLinks: maxPartnerLinksOfDefaultGroup,
    applicationFormPublishedAt: createdAt,
    ...times,
  })
  // The group is stored before the link that refers to it.
  await em.flush()
  if (!domain || !url) return
  em.create(GroupDefaultLink, {
    id: newId('pgdl_', createdAt.getTime()),
    programId: id,
    groupId: defaultGroupId,
    domain,
    url,
    ...times,
  })
  await em.flush()
}

async function freeSlug(scope: WorkspaceScope, name: string): Promise<string> {
  const slug = slugify(name) || 'program'
  return (await isProgramSlugTaken(scope, slug)) ? withRandomSuffix(slug) : slug
}

const folderName = async (scope: WorkspaceScope, slug: string) =>
  (await isFolderNameTaken(scope, 'Partner Links')) ? `Partner Links (${slug})` : 'Partner Links'
