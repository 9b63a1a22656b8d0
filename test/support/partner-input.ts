/** Valid requests of the endpoints of partner programs. */
import { randomBytes } from 'node:crypto'
import type { Workspace } from '../../shared/accounts/index.js'
import type { EnrolmentStatus } from '../../shared/partners/index.js'
import type { EndpointInput, InputContext } from './endpoint-input.js'
import type { Make } from './make.js'

const unique = (word: string) => `${word}-${randomBytes(5).toString('hex')}`

/** The program of the workspace, which can have links; created once. */
export async function programOf(make: Make, workspace: Workspace) {
  const existing = await make.defaultProgram(workspace)
  if (existing) return existing
  const { slug } = await make.domain(workspace, { slug: `${unique('go')}.example` })
  return make.program(workspace, { domain: slug, url: 'https://example.com/page' })
}

const statusFor: Record<string, EnrolmentStatus> = {
  unbanPartner: 'banned',
  reactivatePartner: 'deactivated',
  deletePartner: 'deactivated',
  resendPartnerInvite: 'invited',
  deletePartnerInvite: 'invited',
}

/** A partner in the status that the endpoint needs. */
export async function partnerOf(make: Make, workspace: Workspace, endpointId = '', status = statusFor[endpointId] ?? 'approved') {
  const program = await programOf(make, workspace)
  const partner = await make.partner()
  await make.enrolment(program, partner, { status })
  return partner
}

type Input = (context: InputContext) => Promise<Partial<EndpointInput>>

const inProgram: Input = async ({ make, workspace }) => {
  await programOf(make, workspace)
  return {}
}
const bulk =
  (status: EnrolmentStatus, fields: object = {}): Input =>
  async ({ make, workspace }) => ({ body: { partnerIds: [(await partnerOf(make, workspace, '', status)).id], ...fields } })
const ofPartner =
  (fields: object = {}): Input =>
  async ({ make, workspace }) => ({ body: { partnerId: (await partnerOf(make, workspace)).id, ...fields } })

/** The path of a default link of a new group. */
const ofDefaultLink: Input = async ({ make, workspace }) => {
  const program = await programOf(make, workspace)
  const link = await make.defaultLink(program)
  return { path: `/groups/${program.defaultGroupId}/default-links/${link.id}`, body: { url: 'https://example.com/other' } }
}

/** The path of a new tag of partners. */
const ofPartnerTag: Input = async ({ make, workspace }) => ({
  path: `/partners/tags/${(await make.partnerTag(await programOf(make, workspace))).id}`,
  body: { name: unique('tag') },
})

/** The path of a new comment on a partner, which another user wrote. */
const ofComment: Input = async ({ make, workspace }) => {
  const program = await programOf(make, workspace)
  const partner = await make.partner()
  const comment = await make.partnerComment(await make.enrolment(program, partner))
  return { path: `/partners/${partner.id}/comments/${comment.id}`, body: { text: 'Met at a fair.' } }
}

const ofApplicant =
  (status: EnrolmentStatus): Input =>
  async ({ make, workspace }) => ({ body: { partnerId: (await applicantOf(make, workspace, status)).partnerId } })
const publishedForm: Input = async ({ make, workspace }) => {
  const program = await programOf(make, workspace)
  const group = await make.partnerGroup(program, { applicationFormPublishedAt: new Date(), applicationFormData: { fields: [] } })
  const form = { programSlug: program.slug, group: group.slug }
  return { query: form, body: { ...form, name: 'Ann', email: `${unique('ann')}@example.com` } }
}

/** A partner with an application. */
export async function applicantOf(make: Make, workspace: Workspace, status: EnrolmentStatus = 'pending') {
  const program = await programOf(make, workspace)
  const partner = await make.partner()
  const applicationId = await make.application(program, partner)
  await make.enrolment(program, partner, { status, applicationId })
  return { applicationId, partnerId: partner.id }
}

const form = async (context: InputContext, suffix: string): Promise<Partial<EndpointInput>> => {
  const { query, body } = await publishedForm(context)
  const { programSlug = '', group = '' } = query ?? {}
  return { path: `/auth/apply/${programSlug}${suffix}`, query: { group }, body }
}

export const partnerInput: Record<string, Input> = {
  listProgramApplications: async ({ make, workspace }) => {
    await applicantOf(make, workspace)
    return {}
  },
  listPartnerApplications: inProgram,
  countApplications: inProgram,
  getApplicationAnalytics: inProgram,
  getApplicationHistory: async ({ make, workspace }) => ({ query: { partnerId: (await applicantOf(make, workspace)).partnerId } }),
  getApplication: async ({ make, workspace }) => ({ path: `/program-applications/${(await applicantOf(make, workspace)).applicationId}` }),
  approveProgramApplication: ofApplicant('pending'),
  approvePartnerApplication: ofApplicant('pending'),
  rejectProgramApplication: ofApplicant('pending'),
  rejectPartnerApplication: ofApplicant('pending'),
  bulkApproveApplications: bulk('pending'),
  bulkRejectApplications: bulk('pending'),
  getApplicationForm: publishedForm,
  submitApplication: async (context) => ({ body: (await publishedForm(context)).body }),
  applyToProgram: async (context) => ({ body: (await publishedForm(context)).query }),
  applyPage: (context) => form(context, ''),
  applyForm: (context) => form(context, '/form'),
  listNetworkPartners: inProgram,
  countNetworkPartners: inProgram,
  listSubmittedLeads: inProgram,
  countSubmittedLeads: inProgram,
  changeSubmittedLead: async () => ({ body: { status: 'qualified' } }),
  submitLead: async () => ({ body: { name: 'Ann', email: `${unique('lead')}@example.com` } }),
  createProgramResource: async () => ({ body: { resourceType: 'color', name: 'Brand', color: '#aabbcc' } }),
  createProgram: async () => ({ body: { name: unique('Program'), url: 'https://example.com/page' } }),
  reactivateProgram: async ({ make, workspace }) => ({
    path: `/programs/${(await make.program(workspace, { deactivatedAt: new Date() })).id}/reactivate`,
  }),
  listGroups: inProgram,
  countGroups: inProgram,
  listGroupRules: inProgram,
  createGroup: async (context) => ({ ...(await inProgram(context)), body: { name: 'VIP', slug: unique('vip') } }),
  movePartnersToGroup: async ({ make, workspace }) => {
    const program = await programOf(make, workspace)
    const partner = await make.partner()
    await make.enrolment(program, partner)
    return { path: `/groups/${(await make.partnerGroup(program)).id}/partners`, body: { partnerIds: [partner.id] } }
  },
  createDefaultLink: async () => ({ body: { url: 'https://example.com/second' } }),
  updateDefaultLink: ofDefaultLink,
  deleteDefaultLink: ofDefaultLink,
  listPartners: async ({ make, workspace }) => {
    await partnerOf(make, workspace)
    return {}
  },
  countPartners: inProgram,
  createPartner: async (context) => ({ ...(await inProgram(context)), body: { email: `${unique('partner')}@example.com` } }),
  createPartnerLink: ofPartner(),
  upsertPartnerLink: async ({ make, workspace }) => {
    const program = await programOf(make, workspace)
    const group = await make.partnerGroup(program, { additionalLinks: [{ domain: 'example.com', path: '', validationMode: 'domain' }] })
    const partner = await make.partner()
    await make.enrolment(program, partner, { groupId: group.id })
    return { body: { partnerId: partner.id, url: 'https://example.com/special' } }
  },
  retrievePartnerAnalytics: async ({ make, workspace }) => ({ query: { partnerId: (await partnerOf(make, workspace)).id } }),
  retrievePartnerLinks: async ({ make, workspace }) => {
    const { id: partnerId } = await partnerOf(make, workspace)
    await make.link(workspace, { programId: (await programOf(make, workspace)).id, partnerId })
    return { query: { partnerId } }
  },
  createReferralsEmbedToken: ofPartner(),
  createEmbedLink: async () => ({ body: { url: 'https://example.com/chosen' } }),
  updateEmbedLink: async ({ make, workspace }) => {
    const { id: programId, domain } = await programOf(make, workspace)
    const link = await make.link(workspace, {
      programId,
      partnerId: await make.firstPartnerId({ id: programId }),
      domain: domain as string,
    })
    return { path: `/embed/referrals/links/${link.id}`, body: { key: unique('own') } }
  },
  banPartner: ofPartner({ reason: 'spam' }),
  deactivatePartner: ofPartner(),
  bulkBanPartners: bulk('approved', { reason: 'spam' }),
  bulkDeactivatePartners: bulk('approved'),
  bulkArchivePartners: bulk('approved'),
  bulkApprovePartners: bulk('pending'),
  bulkRejectPartners: bulk('pending'),
  bulkUnbanPartners: bulk('banned'),
  bulkReactivatePartners: bulk('deactivated'),
  bulkDeletePartners: bulk('deactivated'),
  exportPartners: inProgram,
  listPartnerTags: inProgram,
  countPartnerTags: inProgram,
  createPartnerTag: async (context) => ({ ...(await inProgram(context)), body: { name: unique('tag') } }),
  assignPartnerTags: bulk('approved'),
  updatePartnerTag: ofPartnerTag,
  deletePartnerTag: ofPartnerTag,
  createPartnerComment: async () => ({ body: { text: 'Met at a fair.' } }),
  updatePartnerComment: ofComment,
  deletePartnerComment: ofComment,
  listActivities: inProgram,
  listPartnerInvites: inProgram,
  invitePartner: async (context) => ({ ...(await inProgram(context)), body: { email: `${unique('partner')}@example.com` } }),
  bulkInvitePartners: async (context) => ({ ...(await inProgram(context)), body: { emails: [`${unique('partner')}@example.com`] } }),
  mergePartners: async ({ make }) => ({
    body: { sourcePartnerId: (await make.partner()).id, targetPartnerId: (await make.partner()).id },
  }),
}
