import { membersToNotify, publishWebhookEvent, sendEmailJob, Workspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { enrolApplicant, findOrCreatePartner, Partner, PartnerGroup, Program } from '../partners/index.js'
import { completeProfile, markSubmitted, type StoredApplication, submittedApplication } from './application.queries.js'
import { autoApproveJob } from './jobs.js'
import { autoRejectDelayMs } from './limits.js'
import { presentApplication } from './present-application.js'
import { checkRequirements } from './requirements.js'

/**
 * Enrols the applicant as pending and reports the application: the given partner, or the one of the address. Returns the partner, or null
 * if the partner is enrolled already.
 */
export async function enrolFromApplication(scope: Scope, application: StoredApplication, applicantId?: string): Promise<string | null> {
  const { em, now } = scope
  const { id, email, name, country, referredByPartnerId } = application
  const program = await em.findOneOrFail(Program, application.programId)
  const partnerId = applicantId ?? (await findOrCreatePartner(scope, { email, name, country }))
  const groupId = application.groupId ?? program.defaultGroupId
  if ((await enrolApplicant(scope, program, { partnerId, groupId, applicationId: id, referredByPartnerId })) === null) return null
  // As in later checks: the form counts for what the profile lacks.
  const partner = await em.findOneOrFail(Partner, partnerId)
  const applicant = { country: partner.country ?? country, email: partner.email ?? email }
  const result = checkRequirements(program.applicationRequirements, applicant)
  const isRefused = result === 'requirementsNotMet'
  await markSubmitted(scope, { id, partnerId, autoRejectAt: isRefused ? new Date(now().getTime() + autoRejectDelayMs) : null })
  await completeProfile(scope, partnerId, application)
  const group = await em.findOne(PartnerGroup, groupId)
  if (group?.autoApprovePartnersEnabledAt && !isRefused) scope.enqueue(autoApproveJob, { applicationId: id })
  await report(scope, program, application)
  return partnerId
}

async function report(scope: Scope, program: Program, { id, name, email }: StoredApplication): Promise<void> {
  const workspace = await scope.em.findOneOrFail(Workspace, program.workspaceId)
  const inWorkspace = Object.assign(Object.create(scope) as Scope, { workspace })
  await publishWebhookEvent(inWorkspace, 'partner.application_submitted', async () => {
    const row = await submittedApplication(scope, program.id, id)
    return row ? [presentApplication(row)] : []
  })
  scope.enqueue(sendEmailJob, {
    to: email,
    subject: `Your application to ${program.name}`,
    text: `${program.name} received your application to its partner program. You get an email as soon as it is reviewed.`,
  })
  for (const to of await membersToNotify(scope, program.workspaceId, { preference: 'newPartnerApplication' }))
    scope.enqueue(sendEmailJob, {
      to,
      subject: `${name} applied to ${program.name}`,
      text: `${name} (${email}) applied to the partner program of ${program.name}. Review the application in your workspace.`,
    })
}
