import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { utmTemplateNameTaken } from '../errors.js'
import { UtmTemplate } from './utm-template.entity.js'
import { presentUtmTemplate, type UtmTemplateResponse, type UtmTemplateBody } from './utm-template.schema.js'

/** Creates a template. Rejected when the name is taken. */
export async function createUtmTemplate(scope: WorkspaceScope, input: UtmTemplateBody): Promise<UtmTemplateResponse> {
  const now = scope.now()
  const template = scope.em.create(UtmTemplate, {
    id: newId('utm_', now.getTime()),
    workspaceId: scope.workspace.id,
    userId: scope.actor.user.id,
    ...input,
    createdAt: now,
    updatedAt: now,
  })
  scope.em.persist(template)
  await mapUniqueViolation(scope.em.flush(), () => utmTemplateNameTaken(input.name))
  return presentUtmTemplate(template)
}
