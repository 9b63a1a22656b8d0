import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { utmTemplateNameTaken } from '../errors.js'
import { requireUtmTemplate } from './require-utm-template.js'
import { presentUtmTemplate, type UtmTemplateResponse, type UtmTemplateBody } from './utm-template.schema.js'

/** Updates the given fields of a template; `name` is always required. */
export async function updateUtmTemplate(
  scope: WorkspaceScope,
  id: string,
  input: UtmTemplateBody,
): Promise<UtmTemplateResponse & { partnerGroup: null }> {
  const template = await requireUtmTemplate(scope, id)
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  Object.assign(template, changes, { updatedAt: scope.now() })
  await mapUniqueViolation(scope.em.flush(), () => utmTemplateNameTaken(template.name))
  return { ...presentUtmTemplate(template), partnerGroup: null }
}
