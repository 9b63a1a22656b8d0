import type { WorkspaceScope } from '../accounts/index.js'
import { mapUniqueViolation } from '../kernel/db/map-unique-violation.js'
import { contentKey, textHash } from './content.js'
import { deleteExpiredMemory } from './delete-memory.queries.js'
import { enqueueEmbedding } from './embeddings/embed-memories.js'
import { duplicateMemory, changesRequired } from './errors.js'
import { parseExpiry } from './expiry.js'
import { parseIdentifiers } from './identifiers.js'
import { recordUpdate } from './memory-change.queries.js'
import type { UpdateMemory } from './memory-input.schema.js'
import { type MemoryRow, updateMemoryRow } from './memory.queries.js'
import { mergeMetadata } from './metadata.js'
import { requireMemory } from './require-memory.js'
import { addWords } from './search/words.queries.js'
import { changedSubjects } from './subjects.js'

const updated = { message: 'Memory updated successfully!' }

/** Changes the given fields of a memory, and its subjects with those in its metadata. Its identifiers cannot be changed. */
export async function updateMemory(
  scope: WorkspaceScope,
  id: string,
  changes: UpdateMemory,
  { show_expired: showExpired }: { show_expired: boolean },
): Promise<{ message: string }> {
  if (changes.text === undefined && changes.metadata === undefined && changes.expiration_date === undefined) throw changesRequired()
  const before = await requireMemory(scope, id, { showExpired, lock: 'for update' })
  const text = changes.text ?? before.text
  const expiry = changes.expiration_date === undefined ? before : expiryColumns(changes.expiration_date)
  const metadata = mergeMetadata(before.metadata, changes.metadata)
  const now = scope.now()
  const row = {
    text,
    hash: textHash(text),
    content_key: contentKey(parseIdentifiers(before), text),
    metadata,
    ...(await changedSubjects(scope, before, metadata)),
    expiration_date: expiry.expiration_date,
    expires_at: expiry.expires_at,
    updated_at: now,
  }
  if (text !== before.text) await deleteExpiredMemory(scope, scope.workspace.id, row.content_key, now)
  await mapUniqueViolation(updateMemoryRow(scope, id, row), duplicateMemory)
  await recordUpdate(scope, before, text, now)
  if (text === before.text) return updated
  await addWords(scope, scope.workspace.id, [id])
  enqueueEmbedding(scope, [id])
  return updated
}

function expiryColumns(date: string | null): Pick<MemoryRow, 'expiration_date' | 'expires_at'> {
  const { expirationDate, expiresAt } = parseExpiry(date)
  return { expiration_date: expirationDate, expires_at: expiresAt }
}
