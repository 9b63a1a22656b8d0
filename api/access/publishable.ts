/** The door of client-side endpoints: a key that everybody may see names the workspace. The order of the refusals is part of the interface. */
import {
  hashKey,
  hostNotAllowed,
  invalidPublishableKey,
  isAllowedHost,
  malformedPublishableKey,
  missingAuthorization,
  needHigherPlan,
  planIsOneOf,
  publishablePrefix,
  publishableRate,
  type PublishableScope,
  workspaceByPublishableKey,
} from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper, Knock } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { countRequest } from './count-request.js'

/** Lets in whoever knows a publishable key, up to the rate of that key, from pages that the workspace allows. */
export const publishable: Doorkeeper<PublishableScope> = { kind: 'publishable', permissions: [], secured: true, open }

async function open(knock: Knock): Promise<PublishableScope> {
  const bearer = bearerOf(knock.headers)
  if (bearer === 'absent') throw missingAuthorization()
  if (bearer === 'malformed' || !bearer.key.startsWith(publishablePrefix)) throw malformedPublishableKey()
  await countRequest(knock, 'publishable', hashKey(bearer.key), publishableRate)

  const scope = openScope(knock)
  const workspace = await workspaceByPublishableKey(scope.em, bearer.key)
  if (!workspace) throw invalidPublishableKey()
  knock.recognise({ workspaceId: workspace.id, plan: workspace.plan, type: 'api', by: 'publishable', tokenId: null, userId: null })
  if (knock.plans && !planIsOneOf(workspace.plan, knock.plans)) throw needHigherPlan()
  if (!isAllowedHost(workspace.allowedHostnames, knock.headers)) throw hostNotAllowed()
  return extendScope(scope, { workspace })
}
