/** Errors of the partners domain. Each message is defined only here. */
import { badRequest, conflict, forbidden, notFound, ServiceError, unprocessable } from '../kernel/errors.js'
import type { EnrolmentStatus } from './enrolment.entity.js'

export const noProgram = () => notFound('This workspace has no partner program. Create one with POST /programs.')
export const programNotFound = () => notFound('Program not found.')
export const programSlugTaken = (slug: string) => conflict(`The slug ${slug} is already in use by another program.`)
export const programDomainTaken = (domain: string) => conflict(`The domain ${domain} is already used by another program.`)
export const domainNotInWorkspace = (domain: string) =>
  notFound(`Domain ${domain} not found in this workspace. Add it with POST /domains first.`)
export const programHasPartners = () =>
  conflict('The program has partners. Deactivate it with POST /programs/{id}/deactivate instead of deleting it.')
export const programAlreadyDeactivated = () => badRequest('The program is already deactivated.')
export const programNotDeactivated = () => badRequest('The program is not deactivated.')
export const programEnded = () => forbidden('The program has ended and takes no partners.')
export const programWithoutDestination = () =>
  badRequest('The program needs a domain and a url before partners can have links. Set both with PATCH /programs/{id}.')

export const groupNotFound = (idOrSlug: string) => notFound(`Group ${idOrSlug} not found.`)
export const groupOfOtherProgram = (id: string) => forbidden(`Group ${id} belongs to another program.`)
export const groupSlugTaken = (slug: string) => conflict(`A group with the slug ${slug} already exists.`)
export const groupSlugTakenOnUpdate = (slug: string) => badRequest(`A group with the slug ${slug} already exists.`)
export const defaultGroupSlugFixed = () => badRequest('The slug of the default group cannot be changed.')
export const defaultGroupNotDeletable = () => forbidden('The default group cannot be deleted. Make another group the default first.')
export const alreadyDefaultGroup = () => badRequest('The group already is the default group.')
export const additionalLinkRepeated = (domain: string) => badRequest(`additionalLinks contains the domain ${domain} more than once.`)
export const groupLimitReached = (limit: number) =>
  new ServiceError('exceeded_limit', `The limit of ${limit} groups is reached. Upgrade to a higher plan for more.`)
export const moveRulesOverlap = (group: string) =>
  badRequest(`moveRules overlap with those of the group ${group}: a partner could match both. Change one of the ranges.`)
export const moveRuleGroupNotFound = (id: string) => badRequest(`moveRules name the group ${id}, which does not exist in this program.`)
export const utmTemplateNotFound = (id: string) => notFound(`UTM template ${id} not found.`)
export const defaultLinkNotFound = () => notFound('Default link not found.')
export const defaultLinkTaken = (url: string) => conflict(`The group already has a default link to ${url}.`)
export const tooManyDefaultLinks = (max: number) => unprocessable(`A group can have at most ${max} default links. Delete one first.`)

export const partnersLimitReached = (limit: number, isTrial: boolean) =>
  forbidden(
    isTrial
      ? `The limit of ${limit} partners during the trial is reached. Start a paid plan to add more.`
      : `The limit of ${limit} partners on this plan is reached. Upgrade to a higher plan for more.`,
  )
export const partnerIdentifierMissing = () => badRequest('Identify the partner with partnerId or tenantId.')
export const partnerNotEnrolled = (partnerId: string, programId: string) =>
  notFound(`Partner ${partnerId} is not enrolled in program ${programId}.`)
export const referrerNotFound = (id: string) => notFound(`No other active partner of the program has the id or user name ${id}.`)
export const tenantNotFound = (tenantId: string) => notFound(`No partner of the program has the tenantId ${tenantId}.`)
export const partnersNotEnrolled = (ids: readonly string[]) => notFound(`Not enrolled in the program: ${ids.join(', ')}.`)
export const tenantIdTaken = (tenantId: string) => conflict(`Another partner of the program already has the tenantId ${tenantId}.`)
export const noFreeUsername = () => conflict('No free username was found. Send a username.')
export const enrolmentWithoutGroup = () => badRequest('The partner is in no group. Move it into one with POST /groups/{id}/partners.')

export const banOfPending = () => badRequest('The partner is not approved yet. Reject the application instead.')
export const alreadyBanned = () => badRequest('The partner is already banned.')
export const operationNotAllowed = (operation: string, status: EnrolmentStatus, allowed: readonly string[]) =>
  badRequest(`Cannot ${operation} a partner with the status ${status}. Allowed: ${allowed.join(', ')}.`)
export const partnerHasActivity = () =>
  badRequest('The partner has clicks, leads, sales or commissions and cannot be deleted. Deactivate or ban it instead.')

export const linkUrlsNotAllowed = () =>
  badRequest(
    'The group of the partner allows no links with a url of their own. Omit url, or allow them with `additionalLinks` of the group.',
  )
export const linkUrlNotAllowed = (url: string) => badRequest(`The group of the partner does not allow links to ${url}.`)
export const enrolmentNotActive = () => forbidden('The partner is not an active member of the program.')
export const partnerLinksLimitReached = (max: number) => badRequest(`The limit of ${max} links of a partner in this group is reached.`)
export const partnerLinkNotFound = (id: string) => notFound(`Link ${id} not found among the links of the partner.`)
export const defaultLinkNotDeletable = () => forbidden('The default links of the group cannot be deleted.')
export const partnerLinkHasEvents = () => badRequest('A link with clicks, leads or sales cannot be deleted.')
export const defaultLinkFixed = () => forbidden('The destination of a default link of the group cannot be changed.')

export const partnerTagNotFound = (id: string) => notFound(`Partner tag ${id} not found.`)
export const partnerTagNameTaken = (name: string) => conflict(`A partner tag named ${name} already exists.`)
export const partnerTagLimitReached = (limit: number) =>
  new ServiceError('exceeded_limit', `The limit of ${limit} partner tags is reached. Upgrade to a higher plan for more.`)
export const partnerCommentNotFound = (id: string) => notFound(`Comment ${id} not found.`)
export const partnerCommentOfOther = () => forbidden('Only the author can change a comment. Owners of the workspace can delete it.')

const enrolledMessages: Partial<Record<EnrolmentStatus, string>> = {
  invited: 'is invited already. Resend the invite with POST /partners/invites/{partnerId}/resend.',
  pending: 'has applied already. Approve the application instead.',
  rejected: 'has applied and was rejected. Approve the application instead.',
  declined: 'has declined an invite. Delete the declined invite first.',
}
export const partnerEnrolledAlready = (email: string, status: EnrolmentStatus) =>
  conflict(`${email} ${enrolledMessages[status] ?? `is enrolled already, with the status ${status}.`}`)
export const inviteSentRecently = () => badRequest('The invite was sent less than 24 hours ago. Try again later.')
export const inviteWithCommissions = () => badRequest('The partner has commissions, so its invite cannot be deleted.')

export const partnerNotFound = (id: string) => notFound(`Partner ${id} not found.`)
export const sourceIsTarget = () => badRequest('sourcePartnerId and targetPartnerId are the same. Name two accounts.')
export const partnerMergedAlready = (id: string) => badRequest(`Partner ${id} was merged into another account already.`)
export const programInviteNotFound = (programId: string) => notFound(`You have no invite to the program ${programId}.`)
