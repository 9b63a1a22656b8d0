import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { utmTemplateNameTaken } from '../errors.js'
import { utmTemplateChanged } from '../events.js'
import { groupOfTemplate } from '../program-references.queries.js'
import { campaignKeys } from '../utm.js'
import { requireUtmTemplate } from './require-utm-template.js'
import { presentUtmTemplate, type UtmTemplateResponse, type UtmTemplateBody } from './utm-template.schema.js'

/** Updates the given fields of a template; `name` is always required. The links of groups that use the template follow by a job. */
export async function updateUtmTemplate(
  scope: WorkspaceScope,
  id: string,
  input: UtmTemplateBody,
): Promise<UtmTemplateResponse & { partnerGroup: { id: string; name: string } | null }> {
  const template = await requireUtmTemplate(scope, id)
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const partnerGroup = await groupOfTemplate(scope, id)
  const isCampaignChanged = campaignKeys.some((key) => input[key] !== undefined && input[key] !== (template[key] ?? null))
  const former = Object.fromEntries(campaignKeys.map((key) => [key, template[key] ?? null]))
  if (partnerGroup && isCampaignChanged) scope.announce(utmTemplateChanged, { templateId: id, former })
  Object.assign(template, changes, { updatedAt: scope.now() })
  await mapUniqueViolation(scope.em.flush(), () => utmTemplateNameTaken(template.name))
  return { ...presentUtmTemplate(template), partnerGroup }
}
