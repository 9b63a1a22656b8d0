import type { JobScope } from '../kernel/scope.js'
import { fileForgotten } from './errors.js'
import { forgetPeople } from './work.queries.js'

/** Lets go of the workspace's files in which a customer may stand who was deleted. Whoever needs one asks for it again. */
export const forgetPeopleInErrands = (scope: JobScope, workspaceId: string): Promise<void> =>
  forgetPeople(scope, workspaceId, fileForgotten)
