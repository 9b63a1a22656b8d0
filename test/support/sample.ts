/** The smallest value that a described schema takes. */
import type { SchemaObject } from '../../api/openapi/document.js'

/** `known` values stand for fields whose meaning their type does not say. */
export function sample(schema: SchemaObject, components: Record<string, SchemaObject>, known: Record<string, unknown> = {}): unknown {
  const inner = (one: SchemaObject) => sample(one, components, known)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (schema.$ref) return inner(components[schema.$ref.split('/').at(-1) as string] ?? {})
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (alternatives) return inner(alternatives[0] as SchemaObject)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(inner))
  if (schema.type === 'object') return requiredFields(schema, components, known)
  if (schema.type === 'array') return Array.from({ length: (schema.minItems as number | undefined) ?? 0 }, () => inner(schema.items ?? {}))
  if (schema.type === 'integer' || schema.type === 'number') return smallest(schema)
  if (schema.type === 'boolean') return false
  return text(schema)
}

function requiredFields(
  { properties = {}, required = [] }: SchemaObject,
  components: Record<string, SchemaObject>,
  known: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, name in known ? known[name] : sample(properties[name] ?? {}, components, known)]))
}

const smallest = ({ minimum = 1, exclusiveMinimum }: SchemaObject) => (minimum as number) + (exclusiveMinimum ? 1 : 0)

function text({ format, minLength = 1 }: SchemaObject): string {
  if (format === 'uri') return 'https://example.com/page'
  if (format === 'email') return 'somebody@example.com'
  if (format === 'date-time') return '2030-01-01T00:00:00.000Z'
  return 'a'.repeat(minLength as number)
}
