import { scopeUnknown } from '../errors.js'
import type { TokenScope } from '../permissions.js'

/** Said of every app that acts for somebody; it opens `userinfo` and nothing else. */
const ownScope = 'user.read'

const forApps = [
  'links.read',
  'links.write',
  'tags.read',
  'tags.write',
  'domains.read',
  'domains.write',
  'folders.read',
  'folders.write',
  'webhooks.read',
  'webhooks.write',
  'analytics.read',
] as const satisfies readonly TokenScope[]
export type AppScope = (typeof forApps)[number]

/** What an app asks for: separated by blanks, commas or plus signs. Programs that ask for the workspace itself get the rest. */
export function scopesAsked(text: string | undefined): AppScope[] {
  const words = (text ?? '').split(/[\s,+]+/).filter((word) => word !== '' && word !== ownScope && !word.startsWith('workspaces.'))
  const unknown = words.find((word) => !(forApps as readonly string[]).includes(word))
  if (unknown !== undefined) throw scopeUnknown(unknown)
  return [...new Set(words as AppScope[])]
}

/** As a token keeps them: never empty, because no scopes would mean all that the role may. */
export const scopesKept = (scopes: readonly AppScope[]) => [...scopes, ownScope].join(' ')
