/** Links that partners themselves see, create and change, in the portal and in embedded pages. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteLink, type Link, updateLink } from '../../links/index.js'
import { isActive } from '../enrolments/enrolment-status.js'
import { lockEnrolments } from '../enrolments/enrolment.queries.js'
import { requireEnrolment } from '../enrolments/require-enrolment.js'
import {
  defaultLinkFixed,
  defaultLinkNotDeletable,
  enrolmentNotActive,
  linkUrlNotAllowed,
  linkUrlsNotAllowed,
  partnerLinkHasEvents,
  partnerLinkNotFound,
  partnerLinksLimitReached,
} from '../errors.js'
import { PartnerGroup } from '../groups/partner-group.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { isAllowedUrl } from './allowed-url.js'
import { createPartnerLink } from './create-partner-link.js'
import { countLinksOfPartner, linkOfPartner, linksOfPartners, type ListedPartnerLink } from './partner-link.queries.js'
import type { ChangeOwnLink } from './partner-link.schema.js'

export type OwnLink = Omit<ListedPartnerLink, 'partnerId' | 'defaultLinkId'> & { partnerGroupDefaultLinkId: string | null }

/** All links of the partner in the default program, oldest first. */
export async function listOwnLinks(scope: WorkspaceScope, partnerId: string): Promise<OwnLink[]> {
  const program = await requireDefaultProgram(scope)
  return (await linksOfPartners(scope, program.id, [partnerId])).map(({ partnerId: _, defaultLinkId, ...link }) => ({
    ...link,
    partnerGroupDefaultLinkId: defaultLinkId,
  }))
}

/** Creates a link for the partner, whose enrolment must be active and whose group limits the number of links. */
export async function createOwnLink(scope: WorkspaceScope, partnerId: string, input: ChangeOwnLink): Promise<OwnLink> {
  const program = await requireDefaultProgram(scope)
  // Creations of the same partner run one after the other: each counts the links of the former ones.
  await lockEnrolments(scope, program.id, [partnerId])
  const enrolment = await requireEnrolment(scope, program, { partnerId })
  if (!isActive(enrolment.status)) throw enrolmentNotActive()
  const group = await groupOf(scope, enrolment.groupId)
  const max = group?.maxPartnerLinks ?? 0
  if ((await countLinksOfPartner(scope, program.id, partnerId)) >= max) throw partnerLinksLimitReached(max)
  return present(await createPartnerLink(scope, { partnerId, ...input }), null)
}

/** Changes the key or the destination of a link. The destination of a default link is fixed. */
export async function updateOwnLink(scope: WorkspaceScope, partnerId: string, linkId: string, input: ChangeOwnLink): Promise<OwnLink> {
  const { enrolment, link } = await requireOwnLink(scope, partnerId, linkId)
  if (input.url && input.url !== link.url) {
    if (link.defaultLinkId !== null) throw defaultLinkFixed()
    const additionalLinks = (await groupOf(scope, enrolment.groupId))?.additionalLinks
    if (!additionalLinks) throw linkUrlsNotAllowed()
    if (!isAllowedUrl(input.url, additionalLinks)) throw linkUrlNotAllowed(input.url)
  }
  const changed = { ...(input.url ? { url: input.url } : {}), ...(input.key ? { key: input.key } : {}) }
  return present(await updateLink(scope, linkId, changed), link.defaultLinkId)
}

/** Deletes a link that counted nothing. Copies of default links stay: they follow the group. */
export async function deleteOwnLink(scope: WorkspaceScope, partnerId: string, linkId: string): Promise<{ id: string }> {
  const { link } = await requireOwnLink(scope, partnerId, linkId)
  if (link.defaultLinkId !== null) throw defaultLinkNotDeletable()
  if (link.clicks + link.leads + link.sales > 0) throw partnerLinkHasEvents()
  return deleteLink(scope, linkId)
}

async function requireOwnLink(scope: WorkspaceScope, partnerId: string, linkId: string) {
  const program = await requireDefaultProgram(scope)
  const enrolment = await requireEnrolment(scope, program, { partnerId })
  if (!isActive(enrolment.status)) throw enrolmentNotActive()
  const link = await linkOfPartner(scope, program.id, partnerId, linkId)
  if (!link) throw partnerLinkNotFound(linkId)
  return { enrolment, link }
}

const groupOf = ({ em }: WorkspaceScope, groupId: string | null | undefined) => (groupId ? em.findOne(PartnerGroup, groupId) : null)

function present({ id, domain, key, shortLink, url, ...counters }: Link, partnerGroupDefaultLinkId: string | null): OwnLink {
  const { clicks = 0, leads = 0, conversions = 0, sales = 0, saleAmount = 0 } = counters
  return { id, domain, key, shortLink, url, clicks, leads, conversions, sales, saleAmount, partnerGroupDefaultLinkId }
}
