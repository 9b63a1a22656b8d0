import type { Caller, NamedWorkspace } from '../../shared/accounts/index.js'
import type { Knock } from '../endpoint.js'

/** The person who is signed in where the request comes from. Nobody can sign in: keys are the only credential of this service. */
export async function resolveSession(_knock: Knock, _named: NamedWorkspace): Promise<Caller | null> {
  return null
}
