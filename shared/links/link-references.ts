/** Checks the tags, folder, program and webhooks of a link: each must belong to the workspace. */
import { requireFeature } from '../accounts/index.js'
import { folderNotFound, partnerNotEnrolled, programNotFound, tagsNotFound, webhooksNotFound } from './errors.js'
import { requireLoadedFolder } from './folder-access.js'
import type { LinkInput } from './link-input.schema.js'
import { enrolmentKey, type LinkLookup } from './link-lookup.js'
import type { LinkScope } from './link-scope.js'
import type { Link } from './link.entity.js'
import type { TagOfLink } from './link.queries.js'
import type { LinkDraft } from './merge-link.js'

/** Returns the requested tags in order; undefined if the input contains no tags. Ids take precedence over names. */
export async function requireTags(
  lookup: LinkLookup,
  { tagIds, tagId, tagNames }: Pick<LinkInput, 'tagIds' | 'tagId' | 'tagNames'>,
): Promise<TagOfLink[] | undefined> {
  const ids = tagIds ?? (tagId === undefined ? undefined : tagId ? [tagId] : [])
  if (ids) return inRequestedOrder(ids, await lookup.tags('id', ids), ({ id }) => id)
  if (!tagNames) return undefined
  return inRequestedOrder(
    tagNames,
    await lookup.tags('name', tagNames),
    ({ name }) => name.toLowerCase(),
    (name) => name.toLowerCase(),
  )
}

function inRequestedOrder(
  requested: readonly string[],
  found: TagOfLink[],
  identifierOf: (tag: TagOfLink) => string,
  normalise = (text: string) => text,
): TagOfLink[] {
  const byIdentifier = new Map(found.map((tag) => [identifierOf(tag), tag]))
  const unknown = requested.filter((value) => !byIdentifier.has(normalise(value)))
  if (unknown.length > 0) throw tagsNotFound(unknown)
  return [...new Set(requested.map(normalise))].flatMap((identifier) => byIdentifier.get(identifier) ?? [])
}

async function requireWebhooks(lookup: LinkLookup, ids: readonly string[]): Promise<void> {
  const found = new Set(await lookup.webhooks(ids))
  const unknown = ids.filter((id) => !found.has(id))
  if (unknown.length > 0) throw webhooksNotFound(unknown)
}

/**
 * Refuses folders that the caller must not write to, and unknown programs and webhooks. References that the link already has are not
 * checked again.
 */
export async function requireReferences(scope: LinkScope, link: LinkDraft, before: Link | null, lookup: LinkLookup): Promise<void> {
  if (link.folderId !== null && link.folderId !== before?.folderId) {
    if (!scope.workspace) throw folderNotFound()
    requireFeature(scope.workspace, 'folders')
    requireLoadedFolder(scope, await lookup.folder(link.folderId), 'folders.links.write')
  }
  await requirePartnerOfProgram(link, before, lookup)
  if (link.webhookIds.length > 0) await requireWebhooks(lookup, link.webhookIds)
}

interface ProgramInput {
  input: Pick<LinkInput, 'partnerId' | 'folderId'>
  lookup: Pick<LinkLookup, 'program' | 'partnerOfTenant'>
}

/**
 * A link that gets a partner, but has no program, joins the default program of the workspace. A link of a program, if the input does not
 * name them, belongs to the partner who is enrolled with its tenant id, and a new one is in the folder of the program.
 */
export async function withProgramDefaults(
  scope: LinkScope,
  draft: LinkDraft,
  before: Link | null,
  { input, lookup }: ProgramInput,
): Promise<LinkDraft> {
  const link = withDefaultProgram(scope, draft, before)
  const { programId, tenantId } = link
  if (programId === null || (programId === before?.programId && tenantId === before.tenantId)) return link
  const isTenantOnly = link.partnerId === null && input.partnerId === undefined && tenantId !== null
  const partnerId = isTenantOnly ? await lookup.partnerOfTenant(enrolmentKey(programId, tenantId)) : link.partnerId
  const takesFolder = before === null && input.folderId === undefined
  const folderId = takesFolder ? ((await lookup.program(programId))?.defaultFolderId ?? null) : link.folderId
  return { ...link, partnerId, folderId }
}

function withDefaultProgram(scope: LinkScope, link: LinkDraft, before: Link | null): LinkDraft {
  const { programId, partnerId } = link
  if (programId !== null || partnerId === null || partnerId === before?.partnerId) return link
  const defaultProgramId = scope.workspace?.defaultProgramId
  if (!defaultProgramId) throw partnerNotEnrolled(partnerId)
  return { ...link, programId: defaultProgramId }
}

/** A link with a program belongs to a program of the workspace and, if it has a partner, to one who is enrolled in it. */
async function requirePartnerOfProgram({ programId, partnerId }: LinkDraft, before: Link | null, lookup: LinkLookup): Promise<void> {
  if (programId === null || (programId === before?.programId && partnerId === before.partnerId)) return
  if (!(await lookup.program(programId))) throw programNotFound()
  if (partnerId !== null && !(await lookup.enrolment(enrolmentKey(programId, partnerId)))) throw partnerNotEnrolled(partnerId)
}
