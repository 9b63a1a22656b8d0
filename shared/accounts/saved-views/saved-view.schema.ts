import { z } from 'zod'

const page = z.string().trim().min(1).max(50).meta({ description: 'Page of the console: its path below the workspace.' })

export const listSavedViewsQuerySchema = z.object({ page: page.optional() })

export const saveViewBodySchema = z.object({
  page,
  name: z.string().trim().min(1).max(100).meta({ description: 'Unique per page; case does not matter.' }),
  query: z.string().max(2000).meta({ description: 'State of the page: the query of its address, without a question mark.' }),
})
export type SaveView = z.infer<typeof saveViewBodySchema>

export const SavedViewSchema = z.object({
  id: z.string(),
  page: z.string(),
  name: z.string(),
  query: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SavedViewResponse = z.infer<typeof SavedViewSchema>

export const SavedViewParams = z.object({ id: z.string() })
export const DeletedSavedView = z.object({ id: z.string() })
