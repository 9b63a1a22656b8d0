import type { Scope } from '../../kernel/scope.js'
import { slugReserved, slugTaken } from '../errors.js'
import { Workspace } from '../workspace.entity.js'

/** Refuses the slug of another workspace, and that of the platform workspace even if none has it: its members are administrators. */
export async function requireFreeSlug({ em, config }: Pick<Scope, 'em' | 'config'>, slug: string): Promise<void> {
  if (slug === config.platformWorkspace) throw slugReserved()
  if (await em.findOne(Workspace, { slug })) throw slugTaken(slug)
}
