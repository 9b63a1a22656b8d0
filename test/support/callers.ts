/** Callers for use case tests without HTTP. Each call runs in a transaction of its own, like a request. */
import {
  grantedPermissions,
  type AnonymousScope,
  type Plan,
  type Role,
  Workspace,
  type WorkspaceScope,
} from '../../shared/accounts/index.js'
import { extendScope, inTransaction, openScope } from '../../shared/kernel/scope.js'
import { silentLog, type TestService } from './service.js'

type Service = Pick<TestService, 'resources' | 'make'>

export interface TestMember {
  workspace: Workspace
  user: { id: string; name?: string | null }
  /** A scope as the auth guard creates it, with the current state of the workspace. */
  scope(): Promise<WorkspaceScope>
  /** Runs `work` in a transaction: committed when it resolves, rolled back when it rejects. */
  run<Result>(work: (scope: WorkspaceScope) => Promise<Result>): Promise<Result>
}

export interface TestMemberOptions extends Partial<Omit<Workspace, 'plan'>> {
  plan?: Plan
  role?: Role
  /** The workspace to join, instead of a new one. */
  of?: Workspace
  now?: () => Date
}

/** Creates a member of a workspace, by default the owner of a new one on the largest plan. */
export async function testMember(
  { resources, make }: Service,
  { role = 'owner', of, now, ...row }: TestMemberOptions = {},
): Promise<TestMember> {
  const [workspace, user] = await Promise.all([of ?? make.workspace(row), make.user()])
  await make.member(workspace, user, role)
  const actor = {
    by: 'token' as const,
    user: { id: user.id, name: user.name ?? null, email: user.email ?? null, image: null, isMachine: false },
    tokenId: null,
    role,
    permissions: grantedPermissions(role, null),
    isImpersonated: false,
  }
  const scope = async () => {
    const base = openScope({ resources, log: silentLog, requestId: 'req_test', ...(now ? { now } : {}) })
    return extendScope(base, { workspace: await base.em.findOneOrFail(Workspace, workspace.id), actor })
  }
  return {
    workspace,
    user,
    scope,
    async run(work) {
      const current = await scope()
      return inTransaction(current, () => work(current))
    },
  }
}

/** A caller without an account, at an IP address. */
export function anonymousCaller({ resources }: Pick<TestService, 'resources'>, address: string) {
  return async <Result>(work: (scope: AnonymousScope) => Promise<Result>): Promise<Result> => {
    const scope = extendScope(openScope({ resources, log: silentLog, requestId: 'req_test' }), { workspace: null, actor: null, address })
    return inTransaction(scope, () => work(scope))
  }
}
