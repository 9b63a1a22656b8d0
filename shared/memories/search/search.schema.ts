import { z } from 'zod'
import { identifierFields } from '../memory-input.schema.js'
import { MemorySchema } from '../memory.schema.js'

export const maxQueryLength = 10_000

export const searchMemoriesBodySchema = z.object({
  query: z.string().max(maxQueryLength).meta({ description: 'A question or keywords.' }),
  filters: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: 'Filter conditions. At least one identifier is required, here or as a field of the request.' }),
  ...identifierFields,
  top_k: z.number().int().min(0).max(1000).default(20).meta({ description: 'Maximum number of results.' }),
  threshold: z.number().min(0).max(1).default(0).meta({ description: 'Minimum score of a result.' }),
  show_expired: z.boolean().default(false).meta({ description: 'Include expired memories.' }),
  explain: z.boolean().default(false).meta({ description: 'Include the details of each score.' }),
})
export type SearchMemories = z.infer<typeof searchMemoriesBodySchema>

const rank = z.number().int().nullable()

export const MemorySearchResultSchema = MemorySchema.extend({
  score: z.number().meta({ description: 'In (0, 1]; 1 means rank 1 in every ranking.' }),
  score_details: z
    .object({
      word_rank: rank.meta({ description: 'Rank by keywords.' }),
      bm25: z.number().nullable(),
      matched: z.string().array().meta({ description: 'Stems of the query that the memory contains, rarest first.' }),
      spelling_rank: rank.meta({ description: 'Rank by corrected spellings of misspelt words.' }),
      meaning_rank: rank.meta({ description: 'Rank by semantic similarity, if an embedding endpoint is configured.' }),
      similarity: z.number().nullable().meta({ description: 'Cosine similarity to the query.' }),
    })
    .optional()
    .meta({ description: 'Only with `explain`.' }),
})
export type MemorySearchResult = z.infer<typeof MemorySearchResultSchema>

export const MemorySearchResults = z.object({ results: MemorySearchResultSchema.array() })
