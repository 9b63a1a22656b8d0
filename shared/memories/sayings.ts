/** A request as what was said, one by one. */
import { unprocessable } from '../kernel/errors.js'
import { longestText } from './limits.js'
import type { AddMemories, MemoryMessages } from './memory-input.schema.js'

type Beside = Omit<AddMemories, 'messages' | 'memories' | 'infer' | 'custom_instructions'>

export interface Saying {
  text: string
  role: string | null
  actorId: string | null
  /** Whose it is, and what is kept with it. */
  given: Beside
}

/** Null when the request says nothing at all; an empty list when nothing of it is to be remembered. */
export function sayingsOf({ messages, memories, infer: _, custom_instructions: __, ...beside }: AddMemories): Saying[] | null {
  if ((messages === undefined) === (memories === undefined)) return null
  if (messages !== undefined) return spoken(messages).map((one) => ({ ...one, given: beside }))
  return (memories ?? []).map(({ text, role = null, actor_id: actorId = null, ...own }) => ({
    text,
    role,
    actorId,
    given: { ...beside, ...withoutHoles(own) },
  }))
}

/** The messages of a conversation that say something, without those of the system. */
export function spoken(messages: MemoryMessages): Omit<Saying, 'given'>[] {
  const list = typeof messages === 'string' ? [{ role: 'user', content: messages }] : Array.isArray(messages) ? messages : [messages]
  return list.flatMap(({ role, content, name }: Exclude<MemoryMessages, string | unknown[]>) => {
    const text = (typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n')).trim()
    if (text.length > longestText) throw unprocessable(`too_big: messages: a message has more than ${longestText} characters`)
    return role === 'system' || text === '' ? [] : [{ text, role, actorId: name ?? null }]
  })
}

const withoutHoles = (fields: Beside): Partial<Beside> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
