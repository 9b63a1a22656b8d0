import { openScope, type Scope } from '../../shared/kernel/scope.js'
import type { Doorkeeper } from '../endpoint.js'

/** Lets everybody in and asks nothing. */
export const open: Doorkeeper<Scope> = { kind: 'open', permissions: [], secured: false, open: async (knock) => openScope(knock) }
