import type { JobScope } from '../kernel/scope.js'
import { forgetPersonInEvents } from './log/retention.queries.js'

/** Takes out of kept events who a deleted customer was. What is on its way or sent again from now on says it no more. */
export const forgetCustomerInEvents = (scope: JobScope, { customerId }: { customerId: string }): Promise<void> => forgetPersonInEvents(scope, customerId)
