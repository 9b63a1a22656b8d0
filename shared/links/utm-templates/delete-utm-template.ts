import type { WorkspaceScope } from '../../accounts/index.js'
import { requireUtmTemplate } from './require-utm-template.js'

export async function deleteUtmTemplate(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  scope.em.remove(await requireUtmTemplate(scope, id))
  return { id }
}
