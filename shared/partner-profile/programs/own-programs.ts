/** The programs that a partner takes part in, is invited to or has applied to. */
import type { z } from 'zod'
import { listDiscountCodes, termsOfEnrolment } from '../../earnings/index.js'
import type { PartnerScope } from '../../partner-accounts/index.js'
import { acceptPartnerInvite, declinePartnerInvite, Enrolment, listOwnLinks, PartnerGroup, Program } from '../../partners/index.js'
import { groupNotYours } from '../errors.js'
import { type OwnProgramScope, requireOwnProgram } from '../program-scope.js'
import type {
  countOwnProgramsQuerySchema,
  getOwnProgramsQuerySchema,
  ProgramDetails,
  ProgramOfPartner,
} from './program-of-partner.schema.js'

/** Newest enrolment first. */
export async function listOwnPrograms(
  { em, partner }: PartnerScope,
  { status, page = 1, pageSize }: z.infer<typeof getOwnProgramsQuerySchema>,
): Promise<ProgramOfPartner[]> {
  const enrolments = await em.find(
    Enrolment,
    { partnerId: partner.id, ...(status ? { status } : {}) },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: pageSize, offset: (page - 1) * pageSize },
  )
  const programs = await em.find(Program, { id: { $in: enrolments.map(({ programId }) => programId) } })
  const byId = new Map(programs.map((program) => [program.id, program]))
  return enrolments.flatMap((enrolment) => {
    const program = byId.get(enrolment.programId)
    return program ? [presentEnrolment(enrolment, program)] : []
  })
}

export const countOwnPrograms = ({ em, partner }: PartnerScope, { status }: z.infer<typeof countOwnProgramsQuerySchema>): Promise<number> =>
  em.count(Enrolment, { partnerId: partner.id, ...(status ? { status } : {}) })

/** One program with the partner's links, rewards, discount and codes. */
export async function getOwnProgram(scope: OwnProgramScope): Promise<ProgramDetails> {
  const { em, program, enrolment, partner } = scope
  const group = enrolment.groupId ? await em.findOne(PartnerGroup, enrolment.groupId) : null
  const codes = await listDiscountCodes(scope, { partnerId: partner.id, pageSize: 100 })
  return {
    ...presentEnrolment(enrolment, program),
    links: await listOwnLinks(scope, partner.id),
    ...(await termsOfEnrolment(scope, enrolment)),
    discountCodes: codes.flatMap(({ code, linkId, disabledAt }) => (disabledAt ? [] : [{ code, linkId }])),
    group: group && presentGroup(group),
    referralFormData: (program.referralFormData ?? null) as ProgramDetails['referralFormData'],
  }
}

/** The group that the partner belongs to; others are hidden. */
export async function getOwnGroup(scope: OwnProgramScope, groupId: string) {
  const group = await scope.em.findOne(PartnerGroup, { programId: scope.program.id, $or: [{ id: groupId }, { slug: groupId }] })
  if (!group || group.id !== scope.enrolment.groupId) throw groupNotYours()
  return presentGroup(group)
}

export async function acceptOwnInvite(scope: PartnerScope, idOrSlug: string): Promise<{ partnerId: string }> {
  const { program } = await requireOwnProgram(scope, idOrSlug)
  return acceptPartnerInvite(scope, { programId: program.id, partnerId: scope.partner.id })
}

export async function declineOwnInvite(scope: PartnerScope, idOrSlug: string): Promise<{ partnerId: string }> {
  const { program } = await requireOwnProgram(scope, idOrSlug)
  return declinePartnerInvite(scope, { programId: program.id, partnerId: scope.partner.id })
}

const presentGroup = ({ id, name, slug, color, maxPartnerLinks, additionalLinks }: PartnerGroup) => ({
  id,
  name,
  slug,
  color: color ?? null,
  maxPartnerLinks,
  canChooseUrl: Boolean(additionalLinks),
})

const presentEnrolment = (enrolment: Enrolment, program: Program): ProgramOfPartner => ({
  programId: program.id,
  partnerId: enrolment.partnerId,
  status: enrolment.status,
  tenantId: enrolment.tenantId ?? null,
  groupId: enrolment.groupId ?? null,
  createdAt: enrolment.createdAt.toISOString(),
  totalClicks: Number(enrolment.totalClicks),
  totalLeads: Number(enrolment.totalLeads),
  totalConversions: Number(enrolment.totalConversions),
  totalSales: Number(enrolment.totalSales),
  totalSaleAmount: Number(enrolment.totalSaleAmount),
  totalCommissions: Number(enrolment.totalCommissions),
  program: {
    id: program.id,
    slug: program.slug,
    name: program.name,
    logo: program.logo ?? null,
    domain: program.domain ?? null,
    url: program.url ?? null,
    description: program.description ?? null,
    supportEmail: program.supportEmail ?? null,
    helpUrl: program.helpUrl ?? null,
    termsUrl: program.termsUrl ?? null,
    minPayoutAmount: program.minPayoutAmount,
    deactivatedAt: program.deactivatedAt?.toISOString() ?? null,
    messagingEnabledAt: program.messagingEnabledAt?.toISOString() ?? null,
  },
})
