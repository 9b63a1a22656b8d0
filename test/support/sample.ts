/** Generates the smallest value that a JSON schema accepts. */
import type { SchemaObject } from '../../api/openapi/document.js'

/** `known` holds values of fields whose schema does not describe what makes a value valid. */
export function sample(schema: SchemaObject, components: Record<string, SchemaObject>, known: Record<string, unknown> = {}): unknown {
  const nested = (inner: SchemaObject) => sample(inner, components, known)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (schema.$ref) return nested(components[schema.$ref.split('/').at(-1) as string] ?? {})
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (alternatives) return nested(alternatives[0] as SchemaObject)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(nested))
  if (schema.type === 'object') return requiredFields(schema, components, known)
  if (schema.type === 'array') return Array.from({ length: (schema.minItems as number | undefined) ?? 0 }, () => nested(schema.items ?? {}))
  if (schema.type === 'integer' || schema.type === 'number') return smallestNumber(schema)
  if (schema.type === 'boolean') return false
  return smallestText(schema)
}

function requiredFields(
  { properties = {}, required = [] }: SchemaObject,
  components: Record<string, SchemaObject>,
  known: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, name in known ? known[name] : sample(properties[name] ?? {}, components, known)]))
}

const smallestNumber = ({ minimum = 1, exclusiveMinimum }: SchemaObject) => (minimum as number) + (exclusiveMinimum ? 1 : 0)

function smallestText({ format, minLength = 1 }: SchemaObject): string {
  if (format === 'uri') return 'https://example.com/page'
  if (format === 'email') return 'user@example.com'
  if (format === 'date-time') return '2030-01-01T00:00:00.000Z'
  return 'a'.repeat(minLength as number)
}
