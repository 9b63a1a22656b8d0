import { User, type WorkspaceScope } from '../../accounts/index.js'
import { UtmTemplate } from './utm-template.entity.js'
import { templatesByName } from './utm-template.queries.js'
import { presentUtmTemplate, type UtmTemplateAnswer } from './utm-template.schema.js'

type Listed = UtmTemplateAnswer & { user: { id: string; name: string | null; image: string | null } | null }

/** The first fifty by name, each with who made it. */
export async function listUtmTemplates(scope: WorkspaceScope): Promise<Listed[]> {
  const templates = (await templatesByName(scope, 50)).map((row) => scope.em.map(UtmTemplate, row))
  const users = await scope.em.find(User, { id: templates.map(({ userId }) => userId ?? '') })
  const known = new Map(users.map(({ id, name, image }) => [id, { id, name: name ?? null, image: image ?? null }]))
  return templates.map((template) => ({ ...presentUtmTemplate(template), user: known.get(template.userId ?? '') ?? null }))
}
