/** The domain and the slug of a program, which are unique over all workspaces. */
import { UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../../accounts/index.js'
import { asciiDomain } from '../../links/index.js'
import { domainNotInWorkspace, programDomainTaken, programSlugTaken } from '../errors.js'
import type { Program } from './program.entity.js'
import { isDomainOfWorkspace } from './program.queries.js'

/** The domain in its stored form. Refuses a domain that does not belong to the workspace. */
export async function requireOwnDomain(scope: WorkspaceScope, domain: string | null): Promise<string | null> {
  const slug = domain ? asciiDomain(domain) : null
  if (slug && !(await isDomainOfWorkspace(scope, slug))) throw domainNotInWorkspace(slug)
  return slug
}

/** Stores the program. Refuses a slug or a domain that another program has. */
export async function flushProgram({ em }: WorkspaceScope, { slug, domain }: Program): Promise<void> {
  try {
    await em.flush()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw error.message.includes('programs_domain') ? programDomainTaken(domain ?? '') : programSlugTaken(slug)
  }
}
