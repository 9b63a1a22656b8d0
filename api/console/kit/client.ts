/** What components need to know about the signed-in user of a browser client. Each client provides it. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Call, OperationId } from '../api-client.js'
import { operations } from '../operations.js'

/** Whether the user may call an operation, and if not, why. */
export type Access = 'allowed' | 'permission' | 'plan' | 'impersonation'

/** Whether the operation is refused to an operator who signed in as the user. */
export const isRefusedTo = ({ isImpersonated }: { isImpersonated: boolean }, id: OperationId) =>
  isImpersonated && 'refusesImpersonation' in operations[id]

export interface Client {
  call: Call
  access(id: OperationId): Access
  /** The address of a page. */
  href(path: string): string
}

export const ClientContext = createContext<Client | null>(null)

export function useClient(): Client {
  const client = useContext(ClientContext)
  if (!client) throw new Error('This component needs a client.')
  return client
}
