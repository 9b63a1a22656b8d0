import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { orTaken } from '../../kernel/or-taken.js'
import { utmTemplateNameTaken } from '../errors.js'
import { UtmTemplate } from './utm-template.entity.js'
import { presentUtmTemplate, type UtmTemplateAnswer, type UtmTemplateBody } from './utm-template.schema.js'

/** Creates a template. Refused when the workspace has one of that name. */
export async function createUtmTemplate(scope: WorkspaceScope, said: UtmTemplateBody): Promise<UtmTemplateAnswer> {
  const now = scope.now()
  const template = scope.em.create(UtmTemplate, {
    id: newId('utm_', now.getTime()),
    workspaceId: scope.workspace.id,
    userId: scope.actor.user.id,
    ...said,
    createdAt: now,
    updatedAt: now,
  })
  scope.em.persist(template)
  await orTaken(scope.em.flush(), () => utmTemplateNameTaken(said.name))
  return presentUtmTemplate(template)
}
