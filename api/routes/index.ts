/** The list of endpoint tables, in the order of the description, and the words that their rows may use. */
import { permissions, plans } from '../../shared/accounts/index.js'
import type { Tables } from '../app.js'
import type { Endpoint } from '../endpoint.js'
import { domains } from './domains.js'

const rows: Endpoint[] = [...domains]

export const tables: Tables = { rows, permissions, plans }
