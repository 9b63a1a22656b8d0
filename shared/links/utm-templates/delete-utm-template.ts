import type { WorkspaceScope } from '../../accounts/index.js'
import { utmTemplateInUse } from '../errors.js'
import { groupOfTemplate } from '../program-references.queries.js'
import { requireUtmTemplate } from './require-utm-template.js'

/** Deletes a template. Refused while a partner group uses it. */
export async function deleteUtmTemplate(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const template = await requireUtmTemplate(scope, id)
  if (await groupOfTemplate(scope, id)) throw utmTemplateInUse(template.name)
  scope.em.remove(template)
  return { id }
}
