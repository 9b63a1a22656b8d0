/** Identifiers of a memory: a user, an agent, a run, or several of them. */
import { invalidIdentifier } from './errors.js'
import { maxIdentifierLength } from './limits.js'

export const identifierNames = ['user_id', 'agent_id', 'run_id'] as const
export type IdentifierName = (typeof identifierNames)[number]

export type Identifiers = Partial<Record<IdentifierName, string>>

/** The identifiers that are set, trimmed. A blank identifier throws, because it must never match all memories. */
export function parseIdentifiers(input: { [name in IdentifierName]?: string | null | undefined }): Identifiers {
  const identifiers: Identifiers = {}
  for (const name of identifierNames) {
    const value = input[name]
    if (value !== undefined && value !== null) identifiers[name] = requireIdentifier(name, value)
  }
  return identifiers
}

export function requireIdentifier(name: string, value: string): string {
  const text = value.trim()
  if (text === '' || /\s/.test(text) || text.length > maxIdentifierLength) throw invalidIdentifier(name)
  return text
}

export const hasNoIdentifier = (identifiers: Identifiers) => Object.keys(identifiers).length === 0
