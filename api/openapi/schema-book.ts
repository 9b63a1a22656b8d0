/** The component schemas of the description: every zod schema with an id in its metadata is written once and referred to. */
import { z } from 'zod'
import type { SchemaObject } from './document.js'
import { type Locate, plainSchema } from './plain-schema.js'

type Way = 'input' | 'output'

export interface SchemaBook {
  /** What an answer holds. */
  answer(schema: z.ZodType): SchemaObject
  /** What a caller sends: before defaults and transformations. */
  request(schema: z.ZodType): SchemaObject
  readonly components: Record<string, SchemaObject>
}

const prefix = '#/components/schemas/'

/**
 * `answers` are all schemas that answers hold. They are written first, so that an id means the shape that is answered; where the shape that
 * is sent differs from it, that one is called `<id>Input`.
 */
export function openBook(answers: readonly z.ZodType[]): SchemaBook {
  const components: Record<string, SchemaObject> = {}
  const answered = new Set<string>()
  const nameFor = (id: string, way: Way, zodSchema: z.core.$ZodType) =>
    way === 'input' && answered.has(id) && formsDiffer(zodSchema) ? `${id}Input` : id
  const write = (schema: z.ZodType, way: Way): SchemaObject => {
    const { definitions = {}, ids, root } = convert(schema, way)
    const locate: Locate = (id) => prefix + nameFor(id, way, ids.get(id) ?? refuseNameless())
    const names = Object.keys(definitions).map((id) => [id, nameFor(id, way, ids.get(id) ?? refuseNameless())] as const)
    for (const [id, name] of names) keep(components, name, plainSchema(definitions[id] as SchemaObject, locate))
    return plainSchema(root, locate)
  }
  for (const schema of answers) write(schema, 'output')
  for (const id of Object.keys(components)) answered.add(id)
  return { answer: (schema) => write(schema, 'output'), request: (schema) => write(schema, 'input'), components }
}

function keep(components: Record<string, SchemaObject>, name: string, schema: SchemaObject): void {
  const known = components[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas call themselves ${name}.`)
  components[name] = schema
}

function refuseNameless(): never {
  throw new Error('A schema that contains itself needs an id in its metadata.')
}

interface Converted {
  root: SchemaObject
  definitions: Record<string, SchemaObject> | undefined
  ids: Map<string, z.core.$ZodType>
}

function convert(schema: z.core.$ZodType, io: Way): Converted {
  const ids = new Map<string, z.core.$ZodType>()
  const root = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: ({ zodSchema }) => standIn(zodSchema),
    override: ({ zodSchema, jsonSchema }) => {
      const id = z.globalRegistry.get(zodSchema)?.id
      if (id) ids.set(id, zodSchema)
      discriminate(zodSchema, jsonSchema as SchemaObject)
      keepDefault(zodSchema, jsonSchema as SchemaObject)
    },
  }) as SchemaObject
  return { root, definitions: root.definitions as Record<string, SchemaObject> | undefined, ids }
}

// A date is sent as text. Whatever else JSON can't express has no place in the interface.
const standIn = (schema: z.core.$ZodType) => (schema._zod.def.type === 'date' ? { type: 'string' as const, format: 'date-time' } : 'throw')

/** A discriminated union names its property, where each alternative is a component (the format allows no other). */
function discriminate(zodSchema: z.core.$ZodType, json: SchemaObject): void {
  const def = zodSchema._zod.def as z.core.$ZodDiscriminatedUnionDef
  if (def.type !== 'union' || !def.discriminator || !json.oneOf?.every(({ $ref }) => $ref)) return
  const mapping = def.options.flatMap((option, at) =>
    [...(option._zod.propValues?.[def.discriminator] ?? [])].map((value) => [String(value), json.oneOf?.[at]?.$ref as string]),
  )
  json.discriminator = { propertyName: def.discriminator, mapping: Object.fromEntries(mapping) }
}

// zod leaves a default out where the value is prepared before it is parsed; the caller sees the same default all the same.
function keepDefault(zodSchema: z.core.$ZodType, json: SchemaObject): void {
  const def = zodSchema._zod.def as z.core.$ZodDefaultDef
  if (def.type !== 'default' || 'default' in json) return
  const value = def.defaultValue
  if (typeof value === json.type || (json.type === 'integer' && Number.isInteger(value))) json.default = value
}

function formsDiffer(schema: z.core.$ZodType): boolean {
  const form = (way: Way) => {
    const { root, definitions } = convert(schema, way)
    const same: Locate = (id) => id
    return JSON.stringify([root, ...Object.values(definitions ?? {})].map((one) => plainSchema(one, same)))
  }
  return form('input') !== form('output')
}
