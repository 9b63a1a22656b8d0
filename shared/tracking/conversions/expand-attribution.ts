import { z } from 'zod'

export const trackQuerySchema = z.object({
  expand: z
    .enum(['attribution'])
    .optional()
    .meta({ description: '`attribution`: the response also contains the credited click and the rule.' }),
})

/** The response contains the attribution only if the request includes it in `expand`. */
export function expandAttribution<Result extends { attribution?: unknown }>(
  { attribution, ...result }: Result,
  { expand }: z.infer<typeof trackQuerySchema>,
): Omit<Result, 'attribution'> & Pick<Partial<Result>, 'attribution'> {
  return expand === 'attribution' ? { ...result, attribution } : result
}
