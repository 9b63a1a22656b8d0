/** Converts the JSON Schema of zod to what OpenAPI 3.0.3 allows. Pure. */
import type { SchemaObject } from './document.js'

/** Maps the id of a definition to its final reference. */
export type ResolveReference = (id: string) => string

// Keywords of later drafts and annotations that only zod needs.
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

/** Removes keywords that OpenAPI 3.0.3 forbids and rewrites references with `resolve`. */
export function toOpenApiSchema(schema: SchemaObject, resolve: ResolveReference): SchemaObject {
  const allowed = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !dropped.has(keyword)))
  return withNull(withoutSiblings(withExample(convertChildren(allowed, resolve), schema)))
}

function convertChildren(schema: SchemaObject, resolve: ResolveReference): SchemaObject {
  const plain = (one: SchemaObject) => toOpenApiSchema(one, resolve)
  const result: SchemaObject = { ...schema }
  if (schema.$ref) result.$ref = resolve(definitionOf(schema.$ref))
  if (schema.properties) result.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, plain(one)]))
  if (schema.items) result.items = plain(schema.items)
  if (schema.not) result.not = plain(schema.not)
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = schema[keyword]
    if (parts) result[keyword] = parts.map(plain)
  }
  if (schema.discriminator)
    result.discriminator = { ...schema.discriminator, mapping: convertMapping(schema.discriminator.mapping, resolve) }
  // Unknown keys are removed on input and never sent, so a closed object would only break clients when a field is added.
  if (schema.additionalProperties === false) delete result.additionalProperties
  else if (typeof schema.additionalProperties === 'object') result.additionalProperties = plain(schema.additionalProperties)
  return result
}

const definitionOf = (ref: string) =>
  ref
    .replace(/^#\/definitions\//, '')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')

const convertMapping = (mapping: Record<string, string>, resolve: ResolveReference) =>
  Object.fromEntries(Object.entries(mapping).map(([value, ref]) => [value, resolve(definitionOf(ref))]))

const withExample = (schema: SchemaObject, { examples }: SchemaObject): SchemaObject =>
  Array.isArray(examples) && examples.length > 0 ? { ...schema, example: examples[0] } : schema

// OpenAPI ignores siblings of `$ref`, so a reference with a description becomes an `allOf` with one element.
function withoutSiblings(schema: SchemaObject): SchemaObject {
  const { $ref, allOf = [], ...others } = schema
  const parts = $ref ? [{ $ref }, ...allOf] : allOf
  if (parts.length === 1 && Object.keys(others).length === 0) return parts[0] as SchemaObject
  return parts.length > 0 ? { allOf: parts, ...others } : schema
}

const nullSchema: SchemaObject = { type: 'object', nullable: true, enum: [null] }

/** `nullable` is only valid beside a `type`, and an `enum` must list null as well. */
function withNull(schema: SchemaObject): SchemaObject {
  if (schema.type === 'null') return { ...schema, ...nullSchema }
  if (!schema.nullable) return schema
  if (schema.type) return schema.enum && !schema.enum.includes(null) ? { ...schema, enum: [...schema.enum, null] } : schema
  const { nullable: _, discriminator: __, anyOf, oneOf, allOf, ...others } = schema
  if (anyOf) return { ...others, anyOf: [...anyOf, nullSchema] }
  if (oneOf) return { ...others, oneOf: [...oneOf, nullSchema] }
  if (allOf) return { ...others, anyOf: [allOf.length === 1 ? (allOf[0] as SchemaObject) : { allOf }, nullSchema] }
  return others
}
