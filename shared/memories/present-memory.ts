import type { ChangeRow } from './memory-change.queries.js'
import type { MemoryRow } from './memory.queries.js'
import type { MemoryResponse, MemoryChange } from './memory.schema.js'

export const presentMemory = (row: MemoryRow): MemoryResponse => ({
  id: row.id,
  memory: row.text,
  hash: row.hash,
  user_id: row.user_id,
  agent_id: row.agent_id,
  run_id: row.run_id,
  actor_id: row.actor_id,
  role: row.role,
  metadata: Object.keys(row.metadata).length > 0 ? row.metadata : null,
  customer_id: row.customer_id,
  link_id: row.link_id,
  partner_id: row.partner_id,
  expiration_date: row.expiration_date,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const presentChange = (row: ChangeRow): MemoryChange => ({
  id: String(row.id),
  memory_id: row.memory_id,
  old_memory: row.old_text,
  new_memory: row.new_text,
  event: row.event,
  created_at: row.memory_created_at.toISOString(),
  updated_at: row.changed_at.toISOString(),
  is_deleted: row.event === 'DELETE',
  actor_id: row.actor_id,
  role: row.role,
})
