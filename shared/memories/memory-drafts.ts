/** Splits a request into the single memories to add. */
import { unprocessable } from '../kernel/errors.js'
import { maxTextLength } from './limits.js'
import type { AddMemories, MemoryMessages } from './memory-input.schema.js'

/** The fields that apply to all memories of a request. */
type SharedFields = Omit<AddMemories, 'messages' | 'memories' | 'infer' | 'custom_instructions'>

export interface MemoryDraft {
  text: string
  role: string | null
  actorId: string | null
  /** Identifiers, subjects, metadata and expiry. */
  fields: SharedFields
}

/** Null if the request has neither or both of `messages` and `memories`; empty if no message can be stored. */
export function toMemoryDrafts({ messages, memories, infer: _, custom_instructions: __, ...shared }: AddMemories): MemoryDraft[] | null {
  if ((messages === undefined) === (memories === undefined)) return null
  if (messages !== undefined) return messageTexts(messages).map((message) => ({ ...message, fields: shared }))
  return (memories ?? []).map(({ text, role = null, actor_id: actorId = null, ...own }) => ({
    text,
    role,
    actorId,
    fields: { ...shared, ...definedFields(own) },
  }))
}

/** The messages of a conversation that have text, without system messages. */
export function messageTexts(messages: MemoryMessages): Omit<MemoryDraft, 'fields'>[] {
  const list = typeof messages === 'string' ? [{ role: 'user', content: messages }] : Array.isArray(messages) ? messages : [messages]
  return list.flatMap(({ role, content, name }: Exclude<MemoryMessages, string | unknown[]>) => {
    const text = (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')).trim()
    if (text.length > maxTextLength) throw unprocessable(`too_big: messages: a message has more than ${maxTextLength} characters`)
    return role === 'system' || text === '' ? [] : [{ text, role, actorId: name ?? null }]
  })
}

const definedFields = (fields: SharedFields): Partial<SharedFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
