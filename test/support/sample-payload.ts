import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** A minimal value that a schema accepts, with plausible ids and times. Throws for a schema that JSON cannot express. */
export function samplePayload(schema: z.ZodType): unknown {
  return sampleOf(z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as JsonSchema)
}

function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const alternative = (schema.anyOf ?? schema.oneOf)?.[0]
  if (alternative) return sampleOf(alternative)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sampleOf((schema.properties?.[name] ?? {}) as JsonSchema)]))
    case 'array':
      return (schema.minItems ?? 0) > 0 ? [sampleOf(schema.items as JsonSchema)] : []
    case 'string':
      return schema.format === 'date-time' ? '2026-01-01T00:00:00.000Z' : 'sample'
    case 'number':
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return false
    case 'null':
    case undefined:
      return null
  }
}
