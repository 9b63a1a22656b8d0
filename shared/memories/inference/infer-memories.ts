import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { truncateText } from '../../kernel/truncate-text.js'
import { inferenceFailed, inferenceNotConfigured, identifierRequired, memoriesRequired } from '../errors.js'
import { parseIdentifiers, hasNoIdentifier } from '../identifiers.js'
import { maxTextLength } from '../limits.js'
import { messageTexts } from '../memory-drafts.js'
import type { AddMemories } from '../memory-input.schema.js'
import { cleanMetadata, fitsMetadata, type Metadata } from '../metadata.js'
import { callModel, ModelError } from '../model-endpoint.js'

const instructions = `You keep the memory of an assistant. From the conversation, extract the facts that are worth remembering for later conversations:
preferences, plans, people, places, dates, numbers, decisions. Each fact is one sentence that can be understood alone: name who it is about, and
write dates out. Keep titles, qualifications and negations exactly. Invent nothing. Answer with JSON only: {"memories": ["...", "..."]};
with an empty list when nothing is worth it.`

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) })
const Facts = z.object({ memories: z.array(z.string()) })

const timeoutMs = seconds(60)

/** Characters of the conversation that are at most stored with each inferred memory, so that it can be verified. */
const maxSourceLength = 4000

/**
 * With `infer`, replaces the messages of a request by the facts that the model extracts from them. Throws if no model is configured. Takes
 * up to a minute, so it must not run in a transaction.
 */
export async function inferMemories(scope: Scope, input: AddMemories): Promise<AddMemories> {
  if (!input.infer) return input
  const { messages, memories: _, ...shared } = input
  const endpoint = scope.config.memoryChat
  if (!endpoint) throw inferenceNotConfigured()
  if (messages === undefined) throw memoriesRequired()
  if (hasNoIdentifier(parseIdentifiers(shared))) throw identifierRequired()
  const source = messageTexts(messages)
    .map(({ role, actorId, text }) => `${actorId ?? role ?? 'user'}: ${text}`)
    .join('\n')
  const metadata = withSource(cleanMetadata(shared.metadata), source)
  const prompt = [instructions, `Today is ${scope.now().toISOString().slice(0, 10)}.`, shared.custom_instructions]
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
    const { choices } = await callModel(endpoint, '/chat/completions', body, { schema: Completion, timeoutMs })
    const facts = factsOf(choices[0]?.message.content ?? '')
    return { ...shared, metadata, memories: facts.map((text) => ({ text })) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    scope.log.warn({ err: error }, 'chat endpoint failed, no memories stored')
    throw inferenceFailed()
  }
}

/** Of the conversation, as much is stored as there is room for beside the metadata of the request. */
function withSource(metadata: Metadata, source: string): Metadata {
  for (let length = maxSourceLength; length > 0; length = Math.floor(length / 2)) {
    const extended = { ...metadata, inferred_from: truncateText(source, length) }
    if (fitsMetadata(extended)) return extended
  }
  return metadata
}

/** Models often wrap JSON in a code fence. */
function factsOf(text: string): string[] {
  const json = /\{[^]*\}/.exec(text)?.[0]
  try {
    return Facts.parse(JSON.parse(json ?? ''))
      .memories.map((fact) => truncateText(fact.trim(), maxTextLength))
      .filter(Boolean)
  } catch (error) {
    throw new ModelError('the model returned no valid facts', { cause: error })
  }
}
