/** Applying to a program: as a guest, who confirms the address by email, or with an account, whose address is known. */
import {
  consumeOneTimeLink,
  emailBlocked,
  isEmailBlocked,
  oneTimeLinkInvalid,
  readOneTimeLink,
  throttle,
  type UnauthenticatedScope,
  type UserScope,
} from '../accounts/index.js'
import { storeImage } from '../files/index.js'
import { clientSubnet } from '../kernel/client-subnet.js'
import { newId } from '../kernel/ids.js'
import { forkScope } from '../kernel/scope.js'
import { partnerOfUser } from '../partner-accounts/index.js'
import { withdrawApplicant, Program, resolveReferrer } from '../partners/index.js'
import { recordStart } from './analytics.queries.js'
import { type Answers, checkAnswers, type CheckedAnswers } from './application-form.js'
import {
  applicationById,
  deleteApplication,
  endFormerReminders,
  insertApplication,
  insertApplicationImages,
  unconfirmedApplications,
} from './application.queries.js'
import type { FormAddress } from './application.schema.js'
import { enrolFromApplication } from './enrol-from-application.js'
import { appliedAlready, formNotFound } from './errors.js'
import { findForm } from './find-form.js'
import { sendConfirmationJob } from './jobs.js'
import { applicationRate, firstReminderMs } from './limits.js'
import { mayEmailApplicant } from './may-email-applicant.js'

export interface NewApplication extends FormAddress {
  name: string
  email: string
  country?: string | null | undefined
  answers: Answers
  visitId?: string | undefined
  /** Id or user name of a partner; unknown ones are ignored. */
  referredBy?: string | undefined
}

/** Answers that were checked, and the addresses of their images by field. */
export type Prepared<Application extends FormAddress> = Application & Pick<CheckedAnswers, 'formData' | 'platforms' | 'images'>

/**
 * Counts a request to apply, checks the answers to the form and stores their images, which may be in a bucket. Requires that no transaction
 * is open.
 */
export async function prepareApplication<Application extends FormAddress & Pick<NewApplication, 'answers'>>(
  scope: UnauthenticatedScope,
  application: Application,
): Promise<Prepared<Application>> {
  const { program, fields } = await findForm(forkScope(scope), application)
  await throttle(scope, `application:${program.id}:${clientSubnet(scope.address)}`, applicationRate)
  const { images, ...checked } = checkAnswers(fields, application.answers)
  const stored = []
  for (const { fieldId, image } of images) stored.push({ fieldId, image: await storeImage(scope, fieldId, image) })
  return { ...application, ...checked, images: stored }
}

/** Stores the application and sends a link that confirms the address. The answer does not show whether the address is known. */
export async function submitApplication(
  scope: UnauthenticatedScope,
  input: Prepared<NewApplication>,
): Promise<{ status: 'confirmationSent' }> {
  const applicationId = await storeApplication(scope, input, new Date(scope.now().getTime() + firstReminderMs))
  if (await mayEmailApplicant(scope, input.email.toLowerCase())) scope.enqueue(sendConfirmationJob, { applicationId })
  return { status: 'confirmationSent' }
}

/** Applies as the partner that the user acts for. The address of the user was confirmed when the account was created. */
export async function applyAsUser(
  scope: UserScope,
  input: Prepared<Omit<NewApplication, 'email' | 'name'> & { name?: string | undefined }>,
): Promise<{ id: string; partnerId: string; status: 'pending' }> {
  const email = (scope.user.email ?? '').toLowerCase()
  const id = await storeApplication(scope, { ...input, email, name: input.name ?? scope.user.name ?? email }, null)
  const application = await applicationById(scope, id)
  const partnerId = application && (await enrolFromApplication(scope, application, await partnerOfUser(scope)))
  if (!partnerId) throw appliedAlready((await findForm(scope, input)).program.name)
  return { id, partnerId, status: 'pending' }
}

/** Takes back an application that waits for an answer, and deletes it. */
export async function withdrawApplication(scope: UserScope, { programSlug }: { programSlug: string }): Promise<{ partnerId: string }> {
  const program = await scope.em.findOne(Program, { slug: programSlug })
  if (!program) throw formNotFound()
  const partnerId = await partnerOfUser(scope)
  const { applicationId } = await withdrawApplicant(scope, program, partnerId)
  if (applicationId) await deleteApplication(scope, applicationId)
  return { partnerId }
}

async function storeApplication(scope: UnauthenticatedScope, input: Prepared<NewApplication>, remindAt: Date | null): Promise<string> {
  const { program, group } = await findForm(scope, input)
  const id = newId('pga_', scope.now().getTime())
  const { name, formData, platforms, images, country = null } = input
  const email = input.email.toLowerCase()
  const referredByPartnerId = input.referredBy ? await resolveReferrer(scope, program.id, input.referredBy) : null
  const row = { id, programId: program.id, groupId: group.id, name, email, country, formData, platforms, remindAt, referredByPartnerId }
  await insertApplication(scope, row)
  await endFormerReminders(scope, row)
  await insertApplicationImages(scope, id, images)
  await recordStart(scope, { programId: program.id, applicationId: id, visitId: input.visitId ?? null, country })
  return id
}

export interface ApplicationPreview {
  token: string
  email: string
  programNames: string[]
}

/** Data of the page behind the link. */
export async function readApplicationLink(scope: UnauthenticatedScope, { token }: { token: string }): Promise<ApplicationPreview> {
  const { email, applications } = await applicationsOfLink(scope, await readOneTimeLink(scope, 'program-application', token))
  const programs = await scope.em.find(Program, { id: { $in: applications.map(({ programId }) => programId) } })
  return { token, email, programNames: programs.map(({ name }) => name) }
}

/**
 * Submits the applications of the address, unless the operator blocked it. Those to programs in which the partner is enrolled already stay
 * unsubmitted; refused if all are.
 */
export async function confirmApplication(scope: UnauthenticatedScope, { token }: { token: string }): Promise<{ programNames: string[] }> {
  const { email, applications } = await applicationsOfLink(scope, await consumeOneTimeLink(scope, 'program-application', token))
  if (await isEmailBlocked(scope, email)) throw emailBlocked()
  const programNames: string[] = []
  const refused: string[] = []
  for (const application of applications) {
    const { name } = await scope.em.findOneOrFail(Program, application.programId)
    const isEnrolled = (await enrolFromApplication(scope, application)) !== null
    ;(isEnrolled ? programNames : refused).push(name)
  }
  if (programNames.length === 0) throw appliedAlready(refused.join(' and '))
  return { programNames }
}

async function applicationsOfLink(
  scope: UnauthenticatedScope,
  { workspaceId, email }: { workspaceId: string | null; email: string | null },
) {
  const applications = workspaceId && email ? await unconfirmedApplications(scope, workspaceId, email) : []
  if (!email || applications.length === 0) throw oneTimeLinkInvalid()
  return { email, applications }
}
