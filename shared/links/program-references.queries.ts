/** What partner programs, which belong to a higher domain, use of this one. */
import type { WorkspaceScope } from '../accounts/index.js'

const exists = async ({ em }: Pick<WorkspaceScope, 'em'>, sql: string, id: string) => (await em.execute(`${sql} limit 1`, [id])).length > 0

export const isDomainOfProgram = (scope: WorkspaceScope, slug: string) => exists(scope, 'select 1 from programs where domain = ?', slug)
