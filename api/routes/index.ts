/** The list of endpoint tables, in the order of the description, and the words that their rows may use. */
import { permissions } from '../../shared/accounts/permissions.js'
import { plans } from '../../shared/accounts/workspace.entity.js'
import type { Tables } from '../app.js'
import type { Endpoint } from '../endpoint.js'
import { domains } from './domains.js'

const rows: Endpoint[] = [...domains]

export const tables: Tables = { rows, permissions, plans }
