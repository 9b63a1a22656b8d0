/** OpenAPI parameters from path and query schemas. */
import type { z } from 'zod'
import type { Parameter, SchemaObject } from './document.js'
import type { SchemaComponents } from './schema-components.js'

export const pathParameters = (schema: z.ZodType, book: SchemaComponents): Parameter[] =>
  propertiesOf(schema, book).map(([name, one]) => ({ ...parameter(name, one), in: 'path', required: true }))

export function queryParameters(schema: z.ZodType, book: SchemaComponents): Parameter[] {
  return propertiesOf(schema, book).map(([name, one, required]) => ({
    ...parameter(name, one),
    in: 'query',
    required,
    ...(acceptsList(one) ? { style: 'form', explode: false } : {}),
  }))
}

function propertiesOf(schema: z.ZodType, book: SchemaComponents): [name: string, schema: SchemaObject, required: boolean][] {
  const { properties = {}, required = [] } = flattenObject(book.request(schema), book)
  return Object.entries(properties).map(([name, one]) => [name, one, required.includes(name)])
}

// The description belongs beside the schema, where documentation tools look for it.
function parameter(
  name: string,
  { description, ...schema }: SchemaObject,
): Pick<Parameter, 'name' | 'schema' | 'description' | 'deprecated'> {
  return { name, schema, ...(description === undefined ? {} : { description }), ...(schema.deprecated ? { deprecated: true } : {}) }
}

const acceptsList = (schema: SchemaObject): boolean =>
  schema.type === 'array' || [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(acceptsList)

/** The properties of an object schema, with `$ref` and `allOf` resolved. */
function flattenObject(schema: SchemaObject, book: SchemaComponents): SchemaObject {
  const target = schema.$ref ? (book.components[schema.$ref.split('/').at(-1) as string] ?? {}) : schema
  const parts = target.allOf?.map((one) => flattenObject(one, book)) ?? []
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), target.properties),
    required: [...parts.flatMap(({ required = [] }) => required), ...(target.required ?? [])],
  }
}
