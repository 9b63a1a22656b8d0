import type { WorkspaceScope } from '../accounts/index.js'
import { orTaken } from '../kernel/or-taken.js'
import { contentKey, hashOf } from './content.js'
import { memoryExists, nothingToChange } from './errors.js'
import { expiryOf } from './expiry.js'
import { identifiersOf } from './identifiers.js'
import { embedLater } from './meaning/embed-memories.js'
import { recordUpdate } from './memory-change.queries.js'
import type { UpdateMemory } from './memory-input.schema.js'
import { type MemoryRow, writeMemory } from './memory.queries.js'
import { mergeMetadata } from './metadata.js'
import { requireMemory } from './require-memory.js'
import { noteWords } from './search/words.queries.js'

const updated = { message: 'Memory updated successfully!' }

/** Changes what is said of a memory and leaves the rest. Whose it is never changes. */
export async function updateMemory(
  scope: WorkspaceScope,
  id: string,
  given: UpdateMemory,
  { show_expired: showExpired }: { show_expired: boolean },
): Promise<{ message: string }> {
  if (given.text === undefined && given.metadata === undefined && given.expiration_date === undefined) throw nothingToChange()
  const before = await requireMemory(scope, id, { showExpired, lock: 'held' })
  const text = given.text ?? before.text
  const expiry = given.expiration_date === undefined ? before : rowOf(given.expiration_date)
  const now = scope.now()
  const row = {
    text,
    hash: hashOf(text),
    content_key: contentKey(identifiersOf(before), text),
    metadata: mergeMetadata(before.metadata, given.metadata),
    expiration_date: expiry.expiration_date,
    expires_at: expiry.expires_at,
    updated_at: now,
  }
  await orTaken(writeMemory(scope, id, row), memoryExists)
  await recordUpdate(scope, before, text, now)
  if (text === before.text) return updated
  await noteWords(scope, scope.workspace.id, [id])
  embedLater(scope, [id])
  return updated
}

function rowOf(date: string | null): Pick<MemoryRow, 'expiration_date' | 'expires_at'> {
  const { expirationDate, expiresAt } = expiryOf(date)
  return { expiration_date: expirationDate, expires_at: expiresAt }
}
