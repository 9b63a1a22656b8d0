import type { WorkspaceScope } from '../../accounts/index.js'
import { orTaken } from '../../kernel/or-taken.js'
import { utmTemplateNameTaken } from '../errors.js'
import { requireUtmTemplate } from './require-utm-template.js'
import { presentUtmTemplate, type UtmTemplateAnswer, type UtmTemplateBody } from './utm-template.schema.js'

/** Changes what was said of a template and leaves the rest; its name is always said. */
export async function updateUtmTemplate(
  scope: WorkspaceScope,
  id: string,
  said: UtmTemplateBody,
): Promise<UtmTemplateAnswer & { partnerGroup: null }> {
  const template = await requireUtmTemplate(scope, id)
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  Object.assign(template, given, { updatedAt: scope.now() })
  await orTaken(scope.em.flush(), () => utmTemplateNameTaken(template.name))
  return { ...presentUtmTemplate(template), partnerGroup: null }
}
