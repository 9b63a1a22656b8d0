/** Leads that partners submit by a form, and that the program follows up by hand. */
import { LockMode } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { membersToNotify, sendEmailJob, type WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { type PartnerScope, partnerEmailsFor } from '../../partner-accounts/index.js'
import { requireOwnProgram } from '../../partner-profile/index.js'
import { type ApplicationFormSchema, isActive, recordActivities, requireDefaultProgram, withPortalLink } from '../../partners/index.js'
import {
  leadNotFound,
  leadsNeedApproval,
  leadStatusNotAllowed,
  leadSubmittedAlready,
  programTakesNoLeads,
  programWithoutLeadForm,
} from '../errors.js'
import { checkLeadAnswers } from './check-answers.js'
import { statusesAfter } from './lead-states.js'
import { SubmittedLead } from './submitted-lead.entity.js'
import { countLeadsMatching, leadIdsMatching } from './submitted-lead.queries.js'
import type {
  changeLeadSchema,
  countOwnLeadsQuerySchema,
  getLeadsQuerySchema,
  getOwnLeadsQuerySchema,
  LeadFilter,
  SubmitLead,
  SubmittedLeadResponse,
} from './submitted-lead.schema.js'

/** Stores the lead and notifies the members of the workspace. An address can be submitted to a program once. */
export async function submitLead(scope: PartnerScope, idOrSlug: string, input: SubmitLead): Promise<SubmittedLeadResponse> {
  const { em, partner, now } = scope
  const { program, enrolment } = await requireOwnProgram(scope, idOrSlug)
  if (!isActive(enrolment.status)) throw leadsNeedApproval()
  if (program.deactivatedAt) throw programTakesNoLeads()
  const form = (program.referralFormData ?? null) as z.infer<typeof ApplicationFormSchema> | null
  if (!form) throw programWithoutLeadForm()
  const formData = checkLeadAnswers(form, input.formData)
  const { name, email, company } = input
  const at = now()
  const lead = em.create(SubmittedLead, {
    id: newId('sbl_', at.getTime()),
    programId: program.id,
    partnerId: partner.id,
    name,
    email,
    company: company || null,
    formData,
    status: 'pending',
    createdAt: at,
    updatedAt: at,
  })
  em.persist(lead)
  await mapUniqueViolation(em.flush(), () => leadSubmittedAlready(email))
  for (const to of await membersToNotify(scope, program.workspaceId, { preference: 'newPartnerApplication' }))
    scope.enqueue(sendEmailJob, {
      to,
      subject: `${partner.name} submitted a lead`,
      text: `${partner.name} submitted a lead to ${program.name}: ${name} (${email}).`,
    })
  return present(lead)
}

export async function listOwnLeads(scope: PartnerScope, idOrSlug: string, query: z.infer<typeof getOwnLeadsQuerySchema>) {
  const { program } = await requireOwnProgram(scope, idOrSlug)
  return load(scope, await leadIdsMatching(scope, program.id, { ...query, partnerId: scope.partner.id }))
}

export async function countOwnLeads(scope: PartnerScope, idOrSlug: string, query: z.infer<typeof countOwnLeadsQuerySchema>) {
  const { program } = await requireOwnProgram(scope, idOrSlug)
  return countLeadsMatching(scope, program.id, { ...query, partnerId: scope.partner.id })
}

export async function listLeads(scope: WorkspaceScope, query: z.infer<typeof getLeadsQuerySchema>): Promise<SubmittedLeadResponse[]> {
  return load(scope, await leadIdsMatching(scope, (await requireDefaultProgram(scope)).id, query))
}

export async function countLeads(scope: WorkspaceScope, query: LeadFilter) {
  return countLeadsMatching(scope, (await requireDefaultProgram(scope)).id, query)
}

export const getLead = async (scope: WorkspaceScope, id: string): Promise<SubmittedLeadResponse> => present(await requireLead(scope, id))

/** Changes the status, records it in the activity log and notifies the partner. */
export async function changeLead(
  scope: WorkspaceScope,
  id: string,
  { status }: z.infer<typeof changeLeadSchema>,
): Promise<SubmittedLeadResponse> {
  const program = await requireDefaultProgram(scope)
  const lead = await requireLead(scope, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (lead.status === status) return present(lead)
  if (!statusesAfter(lead.status).includes(status)) throw leadStatusNotAllowed(lead.status, statusesAfter(lead.status))
  const changes = { status: { old: lead.status, new: status } }
  Object.assign(lead, { status, updatedAt: scope.now() })
  const resource = { resourceType: 'partner', resourceId: lead.partnerId } as const
  await recordActivities(scope, program.id, [{ ...resource, action: 'submittedLead.statusChanged', description: lead.id, changes }])
  const recipients = await partnerEmailsFor(scope, [lead.partnerId], 'commissionCreated')
  for (const to of recipients.get(lead.partnerId) ?? [])
    scope.enqueue(sendEmailJob, {
      to,
      ...withPortalLink(scope, {
        subject: `Your lead ${lead.name} is ${status}`,
        text: `${program.name} set the status of your lead ${lead.name} to ${status}.`,
      }),
    })
  return present(lead)
}

async function requireLead(scope: WorkspaceScope, id: string, options: { lockMode?: LockMode } = {}): Promise<SubmittedLead> {
  const lead = await scope.em.findOne(SubmittedLead, { id, programId: (await requireDefaultProgram(scope)).id }, options)
  if (!lead) throw leadNotFound()
  return lead
}

async function load({ em }: Pick<Scope, 'em'>, ids: string[]): Promise<SubmittedLeadResponse[]> {
  return (await em.find(SubmittedLead, { id: { $in: ids } }, { orderBy: { id: 'desc' } })).map(present)
}

const present = ({ createdAt, updatedAt, company, ...lead }: SubmittedLead): SubmittedLeadResponse => ({
  id: lead.id,
  programId: lead.programId,
  partnerId: lead.partnerId,
  name: lead.name,
  email: lead.email,
  company: company ?? null,
  formData: lead.formData,
  status: lead.status,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
