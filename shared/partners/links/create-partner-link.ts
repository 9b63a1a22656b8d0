import type { WorkspaceScope } from '../../accounts/index.js'
import { type Link, normaliseUrl, updateLink, withCampaign } from '../../links/index.js'
import { requireEnrolment } from '../enrolments/require-enrolment.js'
import { enrolmentWithoutGroup, linkUrlNotAllowed, linkUrlsNotAllowed, programWithoutDestination } from '../errors.js'
import { GroupDefaultLink } from '../groups/group-default-link.entity.js'
import { PartnerGroup } from '../groups/partner-group.entity.js'
import type { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { isAllowedUrl } from './allowed-url.js'
import { campaignOf } from './campaign.js'
import { partnerLinkByUrl, utmTemplateOfGroup } from './partner-link.queries.js'
import type { CreatePartnerLink, PartnerIdentifier, UpsertPartnerLink } from './partner-link.schema.js'
import { type LinkOwner, storePartnerLink } from './store-partner-link.js'

/**
 * Creates a link of a partner. Without a url it goes to the first default link of the group. The order of the checks is part of the
 * interface.
 */
export async function createPartnerLink(scope: WorkspaceScope, input: CreatePartnerLink): Promise<Link> {
  const context = await loadOwner(scope, input)
  requireAllowedUrl(context.group, input.url)
  return store(scope, context, input, input.url || (await defaultUrl(scope, context)))
}

/** Updates the partner's link with exactly this url, or creates one. */
export async function upsertPartnerLink(scope: WorkspaceScope, input: UpsertPartnerLink): Promise<Link> {
  const context = await loadOwner(scope, input)
  requireAllowedUrl(context.group, input.url)
  const { program, enrolment, template } = context.owner
  const url = normaliseUrl(input.url) ?? input.url
  const stored = withCampaign(url, campaignOf(template, url))
  const existing = await partnerLinkByUrl(scope, program.id, enrolment.partnerId, [url, stored])
  if (!existing) return store(scope, context, input, input.url)
  const { prefix: _prefix, ...props } = settingsOf(input)
  return updateLink(scope, existing.id, { ...props, ...(input.key ? { key: input.key } : {}) })
}

interface Context {
  owner: LinkOwner
  group: PartnerGroup
}

async function loadOwner(scope: WorkspaceScope, identifier: PartnerIdentifier): Promise<Context> {
  const program = await requireDefaultProgram(scope)
  if (!program.domain || !program.url) throw programWithoutDestination()
  const enrolment = await requireEnrolment(scope, program, identifier)
  const group = enrolment.groupId ? await scope.em.findOne(PartnerGroup, enrolment.groupId) : null
  if (!group) throw enrolmentWithoutGroup()
  return { owner: { program, enrolment, template: await utmTemplateOfGroup(scope, group.utmTemplateId) }, group }
}

function requireAllowedUrl({ additionalLinks }: PartnerGroup, url: string | null | undefined): void {
  if (!url) return
  if (!additionalLinks) throw linkUrlsNotAllowed()
  if (!isAllowedUrl(url, additionalLinks)) throw linkUrlNotAllowed(url)
}

const store = (scope: WorkspaceScope, { owner }: Context, input: CreatePartnerLink, url: string) =>
  storePartnerLink(scope, owner, { url, key: input.key || undefined, props: settingsOf(input) })

const settingsOf = ({ linkProps, comments }: Pick<CreatePartnerLink, 'linkProps' | 'comments'>) => ({
  ...(comments === undefined ? {} : { comments }),
  ...linkProps,
})

async function defaultUrl(
  { em }: WorkspaceScope,
  { owner: { program }, group }: Context & { owner: { program: Program } },
): Promise<string> {
  const [first] = await em.find(GroupDefaultLink, { groupId: group.id }, { orderBy: { id: 'asc' }, limit: 1 })
  return first?.url ?? (program.url as string)
}
