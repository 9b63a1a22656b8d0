/** From the JSON Schema that zod writes to what OpenAPI 3.0.3 allows. Pure: JSON in, JSON out. */
import type { SchemaObject } from './document.js'

/** Where a definition ends up, by the id it was defined under. */
export type Locate = (id: string) => string

// Keywords of later drafts, and marks that only zod needs.
const dropped = new Set([
  '$schema',
  '$id',
  'id',
  'definitions',
  'examples',
  'contentEncoding',
  'contentMediaType',
  'patternProperties',
  'propertyNames',
])

/** The same schema without what OpenAPI 3.0.3 forbids, and with references located by `locate`. */
export function plainSchema(schema: SchemaObject, locate: Locate): SchemaObject {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)))
  return withNull(withoutSiblings(withExample(inside(kept, locate), schema)))
}

function inside(schema: SchemaObject, locate: Locate): SchemaObject {
  const plain = (one: SchemaObject) => plainSchema(one, locate)
  const result: SchemaObject = { ...schema }
  if (schema.$ref) result.$ref = locate(definitionOf(schema.$ref))
  if (schema.properties) result.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, plain(one)]))
  if (schema.items) result.items = plain(schema.items)
  if (schema.not) result.not = plain(schema.not)
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = schema[keyword]
    if (parts) result[keyword] = parts.map(plain)
  }
  if (schema.discriminator) result.discriminator = { ...schema.discriminator, mapping: mapped(schema.discriminator.mapping, locate) }
  // Unknown keys are dropped on the way in and never sent, so a closed object would only break readers when a field is added.
  if (schema.additionalProperties === false) delete result.additionalProperties
  else if (typeof schema.additionalProperties === 'object') result.additionalProperties = plain(schema.additionalProperties)
  return result
}

const definitionOf = (ref: string) =>
  ref
    .replace(/^#\/definitions\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')

const mapped = (mapping: Record<string, string>, locate: Locate) =>
  Object.fromEntries(Object.entries(mapping).map(([value, ref]) => [value, locate(definitionOf(ref))]))

const withExample = (schema: SchemaObject, { examples }: SchemaObject): SchemaObject =>
  Array.isArray(examples) && examples.length > 0 ? { ...schema, example: examples[0] } : schema

// What stands beside a `$ref` is ignored by the format, so a described reference becomes an `allOf` of one; a plain one does not.
function withoutSiblings(schema: SchemaObject): SchemaObject {
  const { $ref, allOf = [], ...others } = schema
  const parts = $ref ? [{ $ref }, ...allOf] : allOf
  if (parts.length === 1 && Object.keys(others).length === 0) return parts[0] as SchemaObject
  return parts.length > 0 ? { allOf: parts, ...others } : schema
}

const nothing: SchemaObject = { type: 'object', nullable: true, enum: [null] }

/** `nullable` counts only beside a `type`, and only where an `enum` holds null as well. */
function withNull(schema: SchemaObject): SchemaObject {
  if (schema.type === 'null') return { ...schema, ...nothing }
  if (!schema.nullable) return schema
  if (schema.type) return schema.enum && !schema.enum.includes(null) ? { ...schema, enum: [...schema.enum, null] } : schema
  const { nullable: _, discriminator: __, anyOf, oneOf, allOf, ...others } = schema
  if (anyOf) return { ...others, anyOf: [...anyOf, nothing] }
  if (oneOf) return { ...others, oneOf: [...oneOf, nothing] }
  if (allOf) return { ...others, anyOf: [allOf.length === 1 ? (allOf[0] as SchemaObject) : { allOf }, nothing] }
  return others
}
