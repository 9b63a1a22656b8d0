import type { WorkspaceScope } from '../../accounts/index.js'
import { utmTemplateNotFound } from '../errors.js'
import { UtmTemplate } from './utm-template.entity.js'

export async function requireUtmTemplate({ em, workspace }: WorkspaceScope, id: string): Promise<UtmTemplate> {
  const template = await em.findOne(UtmTemplate, { id, workspaceId: workspace.id })
  if (!template) throw utmTemplateNotFound()
  return template
}
