/** Customers as callers see them. */
import type { Customer } from './customer.entity.js'
import { nicknameOf } from './nickname.js'

/** Whoever is shown in a list needs a name. */
export const displayName = ({ id, name, email }: Pick<Customer, 'id' | 'name' | 'email'>) => name ?? email ?? nicknameOf(id)
