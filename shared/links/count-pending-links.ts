import type { JobScope } from '../kernel/scope.js'
import { addPendingLinkUsage } from './link-creation.queries.js'

/** Adds what a process that ended did not add itself: new links that are not yet part of the usage of their workspace. */
export const countPendingLinks = ({ pool }: JobScope): Promise<void> => addPendingLinkUsage(pool)
