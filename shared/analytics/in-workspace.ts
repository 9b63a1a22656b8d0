import type { Workspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'

/** Whoever asks has been let in; what is counted is of this workspace. */
export interface InWorkspace extends Scope {
  workspace: Workspace
}
