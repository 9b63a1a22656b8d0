/** Memories: search by meaning, and browse by the user, agent or run that they belong to. */
import type { Call, Output } from '../api-client.js'
import { Dialog } from '../kit/dialog.js'
import { ErrorState, Placeholder } from '../kit/empty-state.js'
import type { Field, Values } from '../kit/form-values.js'
import { formatName, formatNumber } from '../kit/format.js'
import { type Resource, ResourcePage } from '../kit/resource-page.js'
import { Badge, Time } from '../kit/texts.js'
import { type ListRow, type PageQuery, useLoad } from '../kit/use-load.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

type Memory = Output<'getMemories'>['results'][number] & ListRow & { score?: number }
type Owner = Output<'getMemoryEntities'>[number]

const textField: Field = { name: 'text', label: 'Text', type: 'textarea', isRequired: true }
const fields: Field[] = [
  textField,
  { name: 'user_id', label: 'User', placeholder: 'ada', hint: 'Whom the memory is about. A memory needs a user, an agent or a run.' },
  { name: 'agent_id', label: 'Agent' },
  { name: 'run_id', label: 'Run' },
]
const kinds = ['user', 'agent', 'run'] as const

const create = {
  label: 'Add memory',
  operation: 'addMemories' as const,
  fields: () => fields,
  run: (call: Call, { text, user_id, agent_id, run_id }: Values) => {
    const owner = Object.fromEntries(Object.entries({ user_id, agent_id, run_id }).filter(([, id]) => id))
    return call('addMemories', { body: { memories: [{ text: String(text), ...owner }] } })
  },
  done: 'Memory added',
}

async function listMemories(call: Call, owner: object, { startingAfter, pageSize }: PageQuery, signal: AbortSignal): Promise<Memory[]> {
  const page = { top_k: pageSize, ...(startingAfter ? { cursor: startingAfter } : {}) }
  const { results, next_cursor } = await call('getMemories', { query: { ...owner, ...page } }, signal)
  return results.map((memory, index) => (index === results.length - 1 ? { ...memory, nextCursor: next_cursor } : memory))
}

/** Memories of an owner: found by a search, best first; without one, the newest first. */
const resource: Resource<Memory, Owner[]> = {
  title: 'Memories',
  description: 'What agents remember about users, agents and runs.',
  icon: 'memories',
  paging: 'cursor',
  search: 'Search by meaning',
  context: (call) => call('getMemoryEntities'),
  filters: (owners = []) =>
    kinds.map((kind) => ({
      name: `${kind}_id`,
      label: `Any ${kind}`,
      choices: owners
        .filter(({ type }) => type === kind)
        .map(({ id, total_memories }) => ({ value: id, label: `${id} (${total_memories})` })),
    })),
  load: async (call, { search, startingAfter, pageSize, ...owner }, _, signal) => {
    if (!search) return listMemories(call, owner, { startingAfter, pageSize }, signal)
    // A search has no next rows.
    return startingAfter ? [] : (await call('searchMemories', { body: { query: search, ...owner, top_k: 50 } }, signal)).results
  },
  nameOf: ({ memory }) => memory.slice(0, 60),
  columns: [
    { label: 'Memory', cell: ({ memory }) => <span class="memory">{memory}</span> },
    {
      label: 'Belongs to',
      cell: ({ user_id, agent_id, run_id }) => (
        <span class="tags">
          {user_id && <Badge>{`user ${user_id}`}</Badge>}
          {agent_id && <Badge>{`agent ${agent_id}`}</Badge>}
          {run_id && <Badge>{`run ${run_id}`}</Badge>}
        </span>
      ),
    },
    { label: 'Match', cell: ({ score }) => (score === undefined ? '' : score.toFixed(2)), isNumber: true, isSecondary: true },
    { label: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} />, isSecondary: true },
  ],
  empty: 'Agents add them through the HTTP interface, or you add one here.',
  create,
  actions: [
    { label: 'History', operation: 'getMemoryHistory', view: (memory, close) => <History memory={memory} onClose={close} /> },
    {
      label: 'Edit',
      operation: 'updateMemory',
      form: { fields: () => [textField], initial: ({ memory }) => ({ text: memory }), action: 'Save' },
      run: (call, { id }, { text }) => call('updateMemory', { params: { memoryId: id }, body: { text: String(text) } }),
    },
    {
      label: 'Delete',
      operation: 'deleteMemory',
      isDangerous: true,
      confirm: ({ memory }) => memory,
      run: (call, { id }) => call('deleteMemory', { params: { memoryId: id } }),
      done: 'Memory deleted',
    },
  ],
}

export function MemoriesPage() {
  const [query] = useQuery()
  const hasOwner = kinds.some((kind) => query[`${kind}_id`])
  return hasOwner ? <ResourcePage key="memories" resource={resource} /> : <ResourcePage key="owners" resource={owners} />
}

/** Memories are read by owner, so the page begins with the owners. */
const owners: Resource<Owner> = {
  title: 'Memories',
  description: 'What agents remember, by the user, agent or run that it belongs to.',
  icon: 'memories',
  paging: 'none',
  search: 'Search users, agents and runs',
  load: async (call, { search = '' }, _, signal) => {
    const found = await call('getMemoryEntities', {}, signal)
    return found.filter(({ id }) => id.toLowerCase().includes(search.toLowerCase()))
  },
  nameOf: ({ type, id }) => `${type} ${id}`,
  columns: [
    { label: 'Owner', cell: ({ type, id }) => <OwnerLink kind={type} id={id} /> },
    { label: 'Kind', cell: ({ type }) => <Badge>{formatName(type)}</Badge> },
    { label: 'Memories', cell: ({ total_memories }) => formatNumber(total_memories), isNumber: true },
    { label: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} />, isSecondary: true },
  ],
  empty: 'Agents add them through the HTTP interface, or you add one here.',
  create,
  actions: [
    {
      label: 'Delete all memories',
      operation: 'deleteMemoryEntity',
      isDangerous: true,
      confirm: ({ type, id, total_memories }) => `${formatNumber(total_memories)} memories of ${type} ${id} are deleted.`,
      run: (call, { type, id }) => call('deleteMemoryEntity', { params: { type, entityId: id } }),
      done: 'Memories deleted',
    },
  ],
}

function OwnerLink({ kind, id }: { kind: string; id: string }) {
  const { href } = useSession()
  return (
    <a href={`${href('memories')}?${new URLSearchParams({ [`${kind}_id`]: id }).toString()}`}>
      <strong>{id}</strong>
    </a>
  )
}

function History({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { call } = useSession()
  const { value, error, reload } = useLoad(memory.id, (signal) => call('getMemoryHistory', { params: { memoryId: memory.id } }, signal))
  return (
    <Dialog title="History" onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value && (
        <ol class="journey">
          {value.map(({ id, event, old_memory, new_memory, created_at }) => (
            <li key={id}>
              <Badge>{formatName(event)}</Badge>
              <span>{new_memory ?? old_memory}</span>
              <Time at={created_at} />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
