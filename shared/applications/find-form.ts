import type { z } from 'zod'
import { isWorkspaceDisabled, Workspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { PartnerGroup, Program } from '../partners/index.js'
import { type ApplicationField, fieldsOfForm } from './application-form.js'
import type { ApplicationForm, FormAddress } from './application.schema.js'
import { formNotFound } from './errors.js'

export interface FoundForm {
  program: Program
  workspace: Workspace
  group: PartnerGroup
  fields: ApplicationField[]
}

/** The form of a group. Refuses groups without a published form, deactivated programs, and workspaces that were deleted or disabled. */
export async function findForm({ em }: Pick<Scope, 'em'>, { programSlug, group: idOrSlug }: FormAddress): Promise<FoundForm> {
  const program = await em.findOne(Program, { slug: programSlug, deactivatedAt: null })
  const workspace = program && (await em.findOne(Workspace, program.workspaceId))
  if (!workspace || (await isWorkspaceDisabled(em, workspace.id))) throw formNotFound()
  const named = idOrSlug ? { $or: [{ id: idOrSlug }, { slug: idOrSlug }] } : { id: program.defaultGroupId }
  const group = await em.findOne(PartnerGroup, { programId: program.id, applicationFormPublishedAt: { $ne: null }, ...named })
  if (!group) throw formNotFound()
  return { program, workspace, group, fields: fieldsOfForm(group.applicationFormData) }
}

/** What an applicant sees of the program, and the fields to answer. */
export async function getApplicationForm(scope: Pick<Scope, 'em'>, address: FormAddress): Promise<z.output<typeof ApplicationForm>> {
  const { program, group, fields } = await findForm(scope, address)
  const { name, slug, logo, description, termsUrl, supportEmail } = program
  return {
    program: {
      name,
      slug,
      logo: logo ?? null,
      description: description ?? null,
      termsUrl: termsUrl ?? null,
      supportEmail: supportEmail ?? null,
    },
    groupId: group.id,
    fields,
  }
}
