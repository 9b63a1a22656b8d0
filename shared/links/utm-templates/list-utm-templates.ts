import { User, type WorkspaceScope } from '../../accounts/index.js'
import { UtmTemplate } from './utm-template.entity.js'
import { templatesByName } from './utm-template.queries.js'
import { presentUtmTemplate, type UtmTemplateResponse } from './utm-template.schema.js'

type ListedTemplate = UtmTemplateResponse & { user: { id: string; name: string | null; image: string | null } | null }

/** The first 50 templates by name, each with its creator. */
export async function listUtmTemplates(scope: WorkspaceScope): Promise<ListedTemplate[]> {
  const templates = (await templatesByName(scope, 50)).map((row) => scope.em.map(UtmTemplate, row))
  const users = await scope.em.find(User, { id: templates.map(({ userId }) => userId ?? '') })
  const userById = new Map(users.map(({ id, name, image }) => [id, { id, name: name ?? null, image: image ?? null }]))
  return templates.map((template) => ({ ...presentUtmTemplate(template), user: userById.get(template.userId ?? '') ?? null }))
}
