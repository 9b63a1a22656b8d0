import test from 'ava'
import { z } from 'zod'
import { schemaComponents } from '../../../api/openapi/schema-components.js'

const request = (schema: z.ZodType) => schemaComponents([]).request(schema)
const response = (schema: z.ZodType) => schemaComponents([]).response(schema)

test('a field with a default is optional in requests and required in responses', (t) => {
  const schema = z.object({ size: z.int().min(1).max(9).default(5) })
  t.deepEqual(request(schema), { type: 'object', properties: { size: { type: 'integer', minimum: 1, maximum: 9, default: 5 } } })
  t.deepEqual(response(schema).required, ['size'])
})

test('objects allow additional properties, so that clients accept new fields', (t) => {
  t.false('additionalProperties' in response(z.object({ a: z.object({ b: z.string() }) })))
  t.deepEqual(response(z.record(z.string(), z.number())), { type: 'object', additionalProperties: { type: 'number' } })
})

test('a schema with an id becomes a component and is referenced wherever it is used', (t) => {
  const Leaf = z.object({ name: z.string() }).meta({ id: 'Leaf', title: 'A leaf' })
  const schemas = schemaComponents([z.array(Leaf)])
  t.deepEqual(schemas.response(z.object({ one: Leaf, many: Leaf.array() })).properties, {
    one: { $ref: '#/components/schemas/Leaf' },
    many: { type: 'array', items: { $ref: '#/components/schemas/Leaf' } },
  })
  t.deepEqual(schemas.components, {
    Leaf: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], title: 'A leaf' },
  })
})

test('a schema with the same input and output form is one component', (t) => {
  const Leaf = z.object({ name: z.string() }).meta({ id: 'SameForm' })
  const schemas = schemaComponents([Leaf])
  t.deepEqual(schemas.request(Leaf), { $ref: '#/components/schemas/SameForm' })
  t.deepEqual(Object.keys(schemas.components), ['SameForm'])
})

test('a schema with a different input form gets a second component', (t) => {
  const Leaf = z.object({ name: z.string().default('none') }).meta({ id: 'TwoForms' })
  const schemas = schemaComponents([Leaf])
  t.deepEqual(schemas.request(Leaf), { $ref: '#/components/schemas/TwoFormsInput' })
  t.deepEqual(schemas.components.TwoForms?.required, ['name'])
  t.is(schemas.components.TwoFormsInput?.required, undefined)
})

test('a schema whose nested component differs also gets a second component', (t) => {
  const Leaf = z.object({ name: z.string().default('none') }).meta({ id: 'InnerLeaf' })
  const Branch = z.object({ leaf: Leaf }).meta({ id: 'Branch' })
  const schemas = schemaComponents([Branch])
  t.deepEqual(schemas.request(Branch), { $ref: '#/components/schemas/BranchInput' })
  t.deepEqual(schemas.components.BranchInput?.properties, { leaf: { $ref: '#/components/schemas/InnerLeafInput' } })
})

test('a schema used only in requests keeps its name', (t) => {
  const Sent = z.object({ name: z.string().default('none') }).meta({ id: 'OnlySent' })
  const schemas = schemaComponents([])
  t.deepEqual(schemas.request(Sent), { $ref: '#/components/schemas/OnlySent' })
})

test('two different schemas with the same id are refused', (t) => {
  const registered = z.object({ a: z.string() }).meta({ id: 'OneName' })
  const schemas = schemaComponents([registered])
  z.globalRegistry.remove(registered)
  const other = z.object({ b: z.string() }).meta({ id: 'OneName' })
  t.throws(() => schemas.response(other), { message: 'Two different schemas have the id OneName.' })
})

test('a recursive schema references itself by its id', (t) => {
  const Folder: z.ZodType = z
    .object({
      get inside() {
        return Folder.array()
      },
    })
    .meta({ id: 'RecursiveFolder' })
  const schemas = schemaComponents([Folder])
  t.deepEqual(schemas.components.RecursiveFolder?.properties, {
    inside: { type: 'array', items: { $ref: '#/components/schemas/RecursiveFolder' } },
  })
})

test('a recursive schema without an id is refused', (t) => {
  const Folder: z.ZodType = z.object({
    get inside() {
      return Folder.array()
    },
  })
  t.throws(() => response(z.object({ folder: Folder })), { message: /needs an id/ })
})

test('nullable types and enums are marked nullable', (t) => {
  t.deepEqual(response(z.string().nullable()), { type: 'string', nullable: true })
  t.deepEqual(response(z.enum(['a', 'b']).nullable()), { type: 'string', nullable: true, enum: ['a', 'b', null] })
  t.deepEqual(response(z.literal(null)), { type: 'object', nullable: true, enum: [null] })
})

test('a nullable reference or union gets a null alternative', (t) => {
  const Leaf = z.object({ name: z.string() }).meta({ id: 'NullableLeaf' })
  const nothing = { type: 'object', nullable: true, enum: [null] }
  t.deepEqual(response(z.object({ leaf: Leaf.nullable() })).properties?.leaf, {
    anyOf: [{ $ref: '#/components/schemas/NullableLeaf' }, nothing],
  })
  t.deepEqual(response(z.union([z.string(), z.number()]).nullable()), { anyOf: [{ type: 'string' }, { type: 'number' }, nothing] })
  t.deepEqual(response(z.any().nullable()), {})
})

test('an optional component is a plain reference', (t) => {
  const Leaf = z.object({ name: z.string() }).nullable().meta({ id: 'OptionalLeaf' })
  t.deepEqual(request(z.object({ leaf: Leaf.optional() })).properties?.leaf, { $ref: '#/components/schemas/OptionalLeaf' })
})

test('a described reference keeps its description', (t) => {
  const Leaf = z.object({ name: z.string() }).meta({ id: 'DescribedLeaf' })
  t.deepEqual(response(z.object({ leaf: Leaf.describe('The first one') })).properties?.leaf, {
    allOf: [{ $ref: '#/components/schemas/DescribedLeaf' }],
    description: 'The first one',
  })
})

test('a preprocessed value is described by its parsed schema, including the default', (t) => {
  const page = z.preprocess((value) => (value === undefined ? undefined : Number(value)), z.int().min(1)).default(1)
  t.deepEqual(request(z.object({ page })).properties?.page, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 })
  t.is(request(z.object({ page })).required, undefined)
})

test('a transformed value is described by its input', (t) => {
  t.deepEqual(request(z.object({ ids: z.string().transform((text) => text.split(',')) })).properties?.ids, { type: 'string' })
})

test('dates are date-time strings', (t) => {
  t.deepEqual(response(z.object({ at: z.date().nullable() })).properties?.at, { type: 'string', format: 'date-time', nullable: true })
})

test('types that JSON cannot express are refused', (t) => {
  t.throws(() => request(z.object({ a: z.custom<string>() })))
  t.throws(() => response(z.object({ a: z.bigint() })))
})

test('a discriminated union declares its discriminator and mapping', (t) => {
  const Born = z.object({ event: z.enum(['born', 'found']) }).meta({ id: 'Born' })
  const Died = z.object({ event: z.literal('died') }).meta({ id: 'Died' })
  t.deepEqual(response(z.discriminatedUnion('event', [Born, Died])), {
    oneOf: [{ $ref: '#/components/schemas/Born' }, { $ref: '#/components/schemas/Died' }],
    discriminator: {
      propertyName: 'event',
      mapping: { born: '#/components/schemas/Born', found: '#/components/schemas/Born', died: '#/components/schemas/Died' },
    },
  })
})

test('a discriminated union of schemas without ids has no discriminator', (t) => {
  const union = response(z.discriminatedUnion('event', [z.object({ event: z.literal('a') }), z.object({ event: z.literal('b') })]))
  t.is(union.oneOf?.length, 2)
  t.is(union.discriminator, undefined)
})

test('only the first of several examples is included', (t) => {
  t.deepEqual(response(z.string().meta({ examples: ['a', 'b'], deprecated: true })), { type: 'string', example: 'a', deprecated: true })
})

test('a property may have the name of a keyword', (t) => {
  const names = Object.keys(
    response(z.object({ id: z.string(), $ref: z.string(), examples: z.string(), definitions: z.string() })).properties ?? {},
  )
  t.deepEqual(names, ['id', '$ref', 'examples', 'definitions'])
})
