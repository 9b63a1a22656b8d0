import type { WorkspaceScope } from '../accounts/index.js'

/** Whether data that contains customers beside other things, such as events, may be shown complete. */
export const mayReadCustomers = ({ actor }: Pick<WorkspaceScope, 'actor'>): boolean => actor.permissions.has('customers.read')
