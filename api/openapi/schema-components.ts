/** Component schemas: every zod schema with an id in its metadata becomes one component and is referenced elsewhere. */
import { z } from 'zod'
import type { SchemaObject } from './document.js'
import { type ResolveReference, toOpenApiSchema } from './to-openapi-schema.js'

type Direction = 'input' | 'output'

export interface SchemaComponents {
  /** Schema of a response body. */
  response(schema: z.ZodType): SchemaObject
  /** Schema of a request, before defaults and transformations. */
  request(schema: z.ZodType): SchemaObject
  readonly components: Record<string, SchemaObject>
}

const prefix = '#/components/schemas/'

/**
 * `responses` are the schemas of all response bodies. They are added first, so that an id names the response form. A request form that
 * differs is named `<id>Input`.
 */
export function schemaComponents(responses: readonly z.ZodType[]): SchemaComponents {
  const components: Record<string, SchemaObject> = {}
  const responseIds = new Set<string>()
  const nameFor = (id: string, way: Direction, zodSchema: z.core.$ZodType) =>
    way === 'input' && responseIds.has(id) && inputDiffersFromOutput(zodSchema) ? `${id}Input` : id
  const write = (schema: z.ZodType, way: Direction): SchemaObject => {
    const { definitions = {}, ids, root } = convert(schema, way)
    const resolve: ResolveReference = (id) => prefix + nameFor(id, way, ids.get(id) ?? missingSchemaId())
    const names = Object.keys(definitions).map((id) => [id, nameFor(id, way, ids.get(id) ?? missingSchemaId())] as const)
    for (const [id, name] of names) addComponent(components, name, toOpenApiSchema(definitions[id] as SchemaObject, resolve))
    return toOpenApiSchema(root, resolve)
  }
  for (const schema of responses) write(schema, 'output')
  for (const id of Object.keys(components)) responseIds.add(id)
  return { response: (schema) => write(schema, 'output'), request: (schema) => write(schema, 'input'), components }
}

function addComponent(components: Record<string, SchemaObject>, name: string, schema: SchemaObject): void {
  const known = components[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two different schemas have the id ${name}.`)
  components[name] = schema
}

function missingSchemaId(): never {
  throw new Error('A recursive schema needs an id in its metadata.')
}

interface Converted {
  root: SchemaObject
  definitions: Record<string, SchemaObject> | undefined
  ids: Map<string, z.core.$ZodType>
}

function convert(schema: z.core.$ZodType, io: Direction): Converted {
  const ids = new Map<string, z.core.$ZodType>()
  const root = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: ({ zodSchema }) => representDate(zodSchema),
    override: ({ zodSchema, jsonSchema }) => {
      const id = z.globalRegistry.get(zodSchema)?.id
      if (id) ids.set(id, zodSchema)
      addDiscriminator(zodSchema, jsonSchema as SchemaObject)
      keepDefault(zodSchema, jsonSchema as SchemaObject)
    },
  }) as SchemaObject
  return { root, definitions: root.definitions as Record<string, SchemaObject> | undefined, ids }
}

// A date is sent as text. Any other type that JSON cannot express is an error.
const representDate = (schema: z.core.$ZodType) =>
  schema._zod.def.type === 'date' ? { type: 'string' as const, format: 'date-time' } : 'throw'

/** Adds the discriminator of a union whose alternatives are all components (OpenAPI allows no other). */
function addDiscriminator(zodSchema: z.core.$ZodType, json: SchemaObject): void {
  const def = zodSchema._zod.def as z.core.$ZodDiscriminatedUnionDef
  if (def.type !== 'union' || !def.discriminator || !json.oneOf?.every(({ $ref }) => $ref)) return
  const mapping = def.options.flatMap((option, at) =>
    [...(option._zod.propValues?.[def.discriminator] ?? [])].map((value) => [String(value), json.oneOf?.[at]?.$ref as string]),
  )
  json.discriminator = { propertyName: def.discriminator, mapping: Object.fromEntries(mapping) }
}

// zod omits the default of a preprocessed value, although it applies to callers.
function keepDefault(zodSchema: z.core.$ZodType, json: SchemaObject): void {
  const def = zodSchema._zod.def as z.core.$ZodDefaultDef
  if (def.type !== 'default' || 'default' in json) return
  const value = def.defaultValue
  if (typeof value === json.type || (json.type === 'integer' && Number.isInteger(value))) json.default = value
}

function inputDiffersFromOutput(schema: z.core.$ZodType): boolean {
  const form = (way: Direction) => {
    const { root, definitions } = convert(schema, way)
    const same: ResolveReference = (id) => id
    return JSON.stringify([root, ...Object.values(definitions ?? {})].map((one) => toOpenApiSchema(one, same)))
  }
  return form('input') !== form('output')
}
