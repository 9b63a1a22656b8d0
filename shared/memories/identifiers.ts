/** Whose a memory is: a user's, an agent's, a run's, or several of them together. */
import { malformedIdentifier } from './errors.js'
import { longestIdentifier } from './limits.js'

export const identifierNames = ['user_id', 'agent_id', 'run_id'] as const
export type IdentifierName = (typeof identifierNames)[number]

export type Identifiers = Partial<Record<IdentifierName, string>>

/** The identifiers that are given, as they are kept. One that is there but names nobody is refused: it must never mean everybody. */
export function identifiersOf(given: { [name in IdentifierName]?: string | null | undefined }): Identifiers {
  const found: Identifiers = {}
  for (const name of identifierNames) {
    const value = given[name]
    if (value !== undefined && value !== null) found[name] = requireIdentifier(name, value)
  }
  return found
}

export function requireIdentifier(name: string, value: string): string {
  const text = value.trim()
  if (text === '' || /\s/.test(text) || text.length > longestIdentifier) throw malformedIdentifier(name)
  return text
}

export const namesNobody = (identifiers: Identifiers) => Object.keys(identifiers).length === 0
