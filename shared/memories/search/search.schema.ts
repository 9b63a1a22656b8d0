import { z } from 'zod'
import { identifierFields } from '../memory-input.schema.js'
import { MemorySchema } from '../memory.schema.js'

export const longestQuestion = 10_000

export const searchMemoriesBodySchema = z.object({
  query: z.string().max(longestQuestion).meta({ description: 'What to look for: a question or words.' }),
  filters: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: 'Conditions. At least one identifier must be here or beside it.' }),
  ...identifierFields,
  top_k: z.number().int().min(0).max(1000).default(20).meta({ description: 'How many at most.' }),
  threshold: z.number().min(0).max(1).default(0).meta({ description: 'Least score of a result.' }),
  show_expired: z.boolean().default(false).meta({ description: 'Whether expired memories are there as well.' }),
  explain: z.boolean().default(false).meta({ description: 'Whether every result says how its score came to be.' }),
})
export type SearchMemories = z.infer<typeof searchMemoriesBodySchema>

const rank = z.number().int().nullable()

export const FoundMemorySchema = MemorySchema.extend({
  score: z.number().meta({ description: 'In (0, 1]; 1 is the first place in every ranking.' }),
  score_details: z
    .object({
      word_rank: rank.meta({ description: 'Its place by the words of the question.' }),
      bm25: z.number().nullable(),
      matched: z.string().array().meta({ description: 'The stems of the question that it holds, the most telling first.' }),
      spelling_rank: rank.meta({ description: 'Its place by words that are written much like those of the question.' }),
      meaning_rank: rank.meta({ description: 'Its place by meaning, where an embedding endpoint is configured.' }),
      similarity: z.number().nullable().meta({ description: 'Cosine of its vector and that of the question.' }),
    })
    .optional()
    .meta({ description: 'Only with `explain`.' }),
})
export type FoundMemory = z.infer<typeof FoundMemorySchema>

export const FoundMemories = z.object({ results: FoundMemorySchema.array() })
