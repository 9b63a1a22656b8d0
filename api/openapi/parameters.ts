/** Path and query objects as parameters. */
import type { z } from 'zod'
import type { Parameter, SchemaObject } from './document.js'
import type { SchemaBook } from './schema-book.js'

export const pathParameters = (schema: z.ZodType, book: SchemaBook): Parameter[] =>
  parametersOf(schema, book).map(([name, one]) => ({ ...parameter(name, one), in: 'path', required: true }))

export function queryParameters(schema: z.ZodType, book: SchemaBook): Parameter[] {
  return parametersOf(schema, book).map(([name, one, required]) => ({
    ...parameter(name, one),
    in: 'query',
    required,
    ...(holdsList(one) ? { style: 'form', explode: false } : {}),
  }))
}

function parametersOf(schema: z.ZodType, book: SchemaBook): [name: string, schema: SchemaObject, required: boolean][] {
  const { properties = {}, required = [] } = flat(book.request(schema), book)
  return Object.entries(properties).map(([name, one]) => [name, one, required.includes(name)])
}

// The description of a parameter stands beside its schema, where pages look for it.
function parameter(
  name: string,
  { description, ...schema }: SchemaObject,
): Pick<Parameter, 'name' | 'schema' | 'description' | 'deprecated'> {
  return { name, schema, ...(description === undefined ? {} : { description }), ...(schema.deprecated ? { deprecated: true } : {}) }
}

const holdsList = (schema: SchemaObject): boolean =>
  schema.type === 'array' || [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(holdsList)

/** An object, also where it is a component or put together from several. */
function flat(schema: SchemaObject, book: SchemaBook): SchemaObject {
  const target = schema.$ref ? (book.components[schema.$ref.split('/').at(-1) as string] ?? {}) : schema
  const parts = target.allOf?.map((one) => flat(one, book)) ?? []
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), target.properties),
    required: [...parts.flatMap(({ required = [] }) => required), ...(target.required ?? [])],
  }
}
