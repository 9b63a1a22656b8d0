/**
 * The door of other systems: an address that only they know, and a signature over what they send. The order of the refusals is part of the
 * interface.
 */
import { openConnection, type ProviderScope, receivingPath, receivingRate, requireGenuine } from '../../shared/integrations/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper, Knock } from '../endpoint.js'
import { countRequest } from './count-request.js'

/** Lets in whoever proves to be the provider of an active connection, and those who only ask whether somebody is there. */
export const provider: Doorkeeper<ProviderScope> = { kind: 'provider', permissions: [], secured: false, open }

async function open(knock: Knock): Promise<ProviderScope> {
  const { providerSlug = '', connectionId = '' } = knock.params
  const scope = openScope(knock)
  const opened = await openConnection(scope, providerSlug, connectionId)
  const {
    workspace,
    provider: { receiver },
  } = opened
  knock.recognise({ workspaceId: workspace.id, plan: workspace.plan, type: 'webhook', by: 'provider', tokenId: null, userId: null })
  // Before the body is read and its signature reckoned: what is too much shall cost little.
  await countRequest(knock, 'provider', connectionId, receivingRate)
  const request = {
    method: knock.method,
    urls: addressesOf(scope.config.baseUrl, providerSlug, connectionId),
    headers: knock.headers,
    body: await knock.readBody(),
  }
  const isGreeting = receiver.greeting?.(request) ?? false
  if (!isGreeting) requireGenuine(scope, opened, request)
  return extendScope(scope, { ...opened, request, isGreeting })
}

/** Some providers sign the address that they were given, which may be either. */
const addressesOf = (baseUrl: string, slug: string, id: string) => [baseUrl, `${baseUrl}/api`].map((base) => base + receivingPath(slug, id))
