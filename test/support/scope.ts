/** Use cases without HTTP: somebody who acts in a workspace, each act in a transaction of its own as behind the door. */
import {
  grantedPermissions,
  type AnonymousScope,
  type Plan,
  type Role,
  Workspace,
  type WorkspaceScope,
} from '../../shared/accounts/index.js'
import { extendScope, inTransaction, openScope } from '../../shared/kernel/scope.js'
import { silent, type TestService } from './service.js'

type Service = Pick<TestService, 'resources' | 'make'>

export interface Person {
  workspace: Workspace
  user: { id: string; name?: string | null }
  /** A scope as the door makes it, with the workspace as it is now. */
  scope(): Promise<WorkspaceScope>
  /** One request's worth of work: kept when it resolves, undone when it rejects. */
  act<Result>(work: (scope: WorkspaceScope) => Promise<Result>): Promise<Result>
}

export interface PersonOptions extends Partial<Omit<Workspace, 'plan'>> {
  plan?: Plan
  role?: Role
  /** Joins this workspace instead of a new one. */
  of?: Workspace
  now?: () => Date
}

/** A member of a workspace; by default the owner of a new one on the largest plan. */
export async function person({ resources, make }: Service, { role = 'owner', of, now, ...row }: PersonOptions = {}): Promise<Person> {
  const [workspace, user] = await Promise.all([of ?? make.workspace(row), make.user()])
  await make.member(workspace, user, role)
  const actor = {
    by: 'token' as const,
    user: { id: user.id, name: user.name ?? null, email: user.email ?? null, image: null, isMachine: false },
    tokenId: null,
    role,
    permissions: grantedPermissions(role, null),
  }
  const scope = async () => {
    const bare = openScope({ resources, log: silent, requestId: 'req_test', ...(now ? { now } : {}) })
    return extendScope(bare, { workspace: await bare.em.findOneOrFail(Workspace, workspace.id), actor })
  }
  return {
    workspace,
    user,
    scope,
    async act(work) {
      const opened = await scope()
      return inTransaction(opened, () => work(opened))
    },
  }
}

/** Somebody without an account, at an address. */
export function nobody({ resources }: Pick<TestService, 'resources'>, address: string) {
  return async <Result>(work: (scope: AnonymousScope) => Promise<Result>): Promise<Result> => {
    const scope = extendScope(openScope({ resources, log: silent, requestId: 'req_test' }), { workspace: null, actor: null, address })
    return inTransaction(scope, () => work(scope))
  }
}
