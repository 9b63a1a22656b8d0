import type { WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { contentKey, textHash } from './content.js'
import { enqueueEmbedding } from './embeddings/embed-memories.js'
import { identifierRequired, memoriesRequired } from './errors.js'
import { parseExpiry, parseTime } from './expiry.js'
import { hasNoIdentifier, parseIdentifiers } from './identifiers.js'
import { recordAdditions } from './memory-change.queries.js'
import { type MemoryDraft, toMemoryDrafts } from './memory-drafts.js'
import type { AddedMemoriesResponse, AddMemories } from './memory-input.schema.js'
import { cleanMetadata } from './metadata.js'
import { type NewMemory, storeMemories } from './new-memory.queries.js'
import { addWords } from './search/words.queries.js'
import { bindSubjects, subjectsOf } from './subjects.js'

type Results = AddedMemoriesResponse['results']

/** Stores memories verbatim. A memory that already exists is not changed, and is returned with the event `NOOP`. */
export async function addMemories(scope: WorkspaceScope, input: AddMemories): Promise<AddedMemoriesResponse> {
  const drafts = toMemoryDrafts(input)
  if (!drafts) throw memoriesRequired()
  const memories = new Map<string, { row: NewMemory; fields: MemoryDraft['fields'] }>()
  for (const draft of drafts) {
    const row = toRow(scope, draft)
    if (!memories.has(row.content_key)) memories.set(row.content_key, { row, fields: draft.fields })
  }
  if (memories.size === 0)
    return { results: [], reason: input.infer ? 'The model found no facts to store.' : 'All messages are empty or system messages.' }
  return { results: await insertMemories(scope, await bindSubjects(scope, [...memories.values()])) }
}

async function insertMemories(scope: WorkspaceScope, rows: NewMemory[]): Promise<Results> {
  const now = scope.now()
  const stored = await storeMemories(scope, scope.workspace.id, rows, now)
  const results = rows.flatMap(({ text, content_key }) => {
    const memory = stored.get(content_key)
    return memory ? [{ id: memory.id, memory: text, event: memory.outcome }] : []
  })
  const changed = results.filter(({ event }) => event !== 'NOOP').map(({ id }) => id)
  await recordAdditions(scope, changed, now)
  await addWords(scope, scope.workspace.id, changed)
  enqueueEmbedding(scope, changed)
  return results
}

function toRow(scope: WorkspaceScope, { text, fields, role, actorId }: MemoryDraft): NewMemory {
  const identifiers = parseIdentifiers(fields)
  if (hasNoIdentifier(identifiers)) throw identifierRequired()
  const metadata = cleanMetadata(fields.metadata)
  const { expirationDate, expiresAt } = parseExpiry(fields.expiration_date)
  return {
    id: newId('memory_', scope.now().getTime()),
    workspace_id: scope.workspace.id,
    user_id: identifiers.user_id ?? null,
    agent_id: identifiers.agent_id ?? null,
    run_id: identifiers.run_id ?? null,
    actor_id: actorId,
    role,
    text,
    hash: textHash(text),
    content_key: contentKey(identifiers, text),
    metadata,
    ...subjectsOf(fields, metadata),
    expiration_date: expirationDate,
    expires_at: expiresAt,
    created_at: fields.timestamp === null || fields.timestamp === undefined ? scope.now() : parseTime('timestamp', fields.timestamp),
  }
}
