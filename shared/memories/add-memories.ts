import type { WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { bindSubjects, subjectOf } from './about.js'
import { contentKey, hashOf } from './content.js'
import { noIdentifier, nothingToRemember } from './errors.js'
import { expiryOf, timeOf } from './expiry.js'
import { identifiersOf, namesNobody } from './identifiers.js'
import { embedLater } from './meaning/embed-memories.js'
import { recordAdditions } from './memory-change.queries.js'
import type { AddedMemoriesAnswer, AddMemories } from './memory-input.schema.js'
import { cleanMetadata } from './metadata.js'
import { type NewMemory, storeMemories } from './new-memory.queries.js'
import { type Saying, sayingsOf } from './sayings.js'
import { noteWords } from './search/words.queries.js'

type Added = AddedMemoriesAnswer['results']

/** Remembers what is said, word for word. Saying it again changes nothing: the answer names the memory that there is. */
export async function addMemories(scope: WorkspaceScope, given: AddMemories): Promise<AddedMemoriesAnswer> {
  const sayings = sayingsOf(given)
  if (!sayings) throw nothingToRemember()
  const memories = new Map<string, { row: NewMemory; said: Saying['given'] }>()
  for (const saying of sayings) {
    const row = newMemory(scope, saying)
    if (!memories.has(row.content_key)) memories.set(row.content_key, { row, said: saying.given })
  }
  if (memories.size === 0)
    return { results: [], reason: given.infer ? 'The model found nothing worth remembering.' : 'Nothing was said but by the system.' }
  return { results: await remember(scope, await bindSubjects(scope, [...memories.values()])) }
}

async function remember(scope: WorkspaceScope, rows: NewMemory[]): Promise<Added> {
  const now = scope.now()
  const stored = await storeMemories(scope, scope.workspace.id, rows, now)
  const results = rows.flatMap(({ text, content_key }) => {
    const one = stored.get(content_key)
    return one ? [{ id: one.id, memory: text, event: one.outcome }] : []
  })
  const changed = results.filter(({ event }) => event !== 'NOOP').map(({ id }) => id)
  await recordAdditions(scope, changed, now)
  await noteWords(scope, scope.workspace.id, changed)
  embedLater(scope, changed)
  return results
}

function newMemory(scope: WorkspaceScope, { text, given, role, actorId }: Saying): NewMemory {
  const identifiers = identifiersOf(given)
  if (namesNobody(identifiers)) throw noIdentifier()
  const metadata = cleanMetadata(given.metadata)
  const { expirationDate, expiresAt } = expiryOf(given.expiration_date)
  return {
    id: newId('memory_', scope.now().getTime()),
    workspace_id: scope.workspace.id,
    user_id: identifiers.user_id ?? null,
    agent_id: identifiers.agent_id ?? null,
    run_id: identifiers.run_id ?? null,
    actor_id: actorId,
    role,
    text,
    hash: hashOf(text),
    content_key: contentKey(identifiers, text),
    metadata,
    ...subjectOf(given, metadata),
    expiration_date: expirationDate,
    expires_at: expiresAt,
    created_at: given.timestamp === null || given.timestamp === undefined ? scope.now() : timeOf('timestamp', given.timestamp),
  }
}
