import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { inferenceFailed, inferenceNotConfigured, noIdentifier, nothingToRemember } from '../errors.js'
import { identifiersOf, namesNobody } from '../identifiers.js'
import { longestText } from '../limits.js'
import type { AddMemories } from '../memory-input.schema.js'
import { askModel, ModelError } from '../model-endpoint.js'
import { spoken } from '../sayings.js'

const instructions = `You keep the memory of an assistant. From the conversation, extract the facts that are worth remembering for later conversations:
preferences, plans, people, places, dates, numbers, decisions. Each fact is one sentence that can be understood alone: name who it is about, and
write dates out. Keep titles, qualifications and negations exactly. Invent nothing. Answer with JSON only: {"memories": ["...", "..."]};
with an empty list when nothing is worth it.`

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) })
const Facts = z.object({ memories: z.array(z.string()) })

const within = seconds(60)

/** Characters of the conversation that every inferred memory keeps, so that it can be checked. */
const keptSource = 4000

/**
 * The request with what a model understood in the place of what was said, where `infer` is asked for. Refused where no model is configured.
 * Takes as long as the model takes: not to be waited for in a transaction.
 */
export async function inferMemories(scope: Scope, given: AddMemories): Promise<AddMemories> {
  if (!given.infer) return given
  const { messages, memories: _, ...beside } = given
  const endpoint = scope.config.memoryChat
  if (!endpoint) throw inferenceNotConfigured()
  if (messages === undefined) throw nothingToRemember()
  if (namesNobody(identifiersOf(beside))) throw noIdentifier()
  const source = spoken(messages)
    .map(({ role, actorId, text }) => `${actorId ?? role ?? 'user'}: ${text}`)
    .join('\n')
  const prompt = [instructions, `Today is ${scope.now().toISOString().slice(0, 10)}.`, beside.custom_instructions]
    .filter(Boolean)
    .join('\n\n')
  const body = {
    model: endpoint.model,
    temperature: 0,
    response_format: { type: 'json_object' },
    messages: [
      { role: 'system', content: prompt },
      { role: 'user', content: source },
    ],
  }
  try {
    const { choices } = await askModel(endpoint, '/chat/completions', body, { answer: Completion, within })
    const facts = factsOf(choices[0]?.message.content ?? '')
    const metadata = { ...beside.metadata, inferred_from: source.slice(0, keptSource) }
    return { ...beside, metadata, memories: facts.map((text) => ({ text })) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    scope.log.warn({ err: error }, 'the chat endpoint failed; nothing was remembered')
    throw inferenceFailed()
  }
}

/** Models like to wrap JSON in a fence. */
function factsOf(text: string): string[] {
  const json = /\{[^]*\}/.exec(text)?.[0]
  try {
    return Facts.parse(JSON.parse(json ?? ''))
      .memories.map((one) => one.trim().slice(0, longestText))
      .filter(Boolean)
  } catch (error) {
    throw new ModelError('the model answered something else than facts', { cause: error })
  }
}
