import test from 'ava'
import { z } from 'zod'
import { openBook } from '../../../api/openapi/schema-book.js'

const request = (schema: z.ZodType) => openBook([]).request(schema)
const answer = (schema: z.ZodType) => openBook([]).answer(schema)

test('a field with a default is optional to send and always answered', (t) => {
  const schema = z.object({ size: z.int().min(1).max(9).default(5) })
  t.deepEqual(request(schema), { type: 'object', properties: { size: { type: 'integer', minimum: 1, maximum: 9, default: 5 } } })
  t.deepEqual(answer(schema).required, ['size'])
})

test('objects are open: unknown keys are dropped, so a reader must bear new ones', (t) => {
  t.false('additionalProperties' in answer(z.object({ a: z.object({ b: z.string() }) })))
  t.deepEqual(answer(z.record(z.string(), z.number())), { type: 'object', additionalProperties: { type: 'number' } })
})

test('a schema with an id becomes a component and is referred to wherever it occurs', (t) => {
  const Leaf = z.object({ name: z.string() }).meta({ id: 'Leaf', title: 'A leaf' })
  const book = openBook([z.array(Leaf)])
  t.deepEqual(book.answer(z.object({ one: Leaf, many: Leaf.array() })).properties, {
    one: { $ref: '#/components/schemas/Leaf' },
    many: { type: 'array', items: { $ref: '#/components/schemas/Leaf' } },
  })
  t.deepEqual(book.components, { Leaf: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], title: 'A leaf' } })
})

test('a component that is sent in the same form as it is answered is one component', (t) => {
  const Leaf = z.object({ name: z.string() }).meta({ id: 'SameForm' })
  const book = openBook([Leaf])
  t.deepEqual(book.request(Leaf), { $ref: '#/components/schemas/SameForm' })
  t.deepEqual(Object.keys(book.components), ['SameForm'])
})

test('a component that is sent in another form gets a second name for that form', (t) => {
  const Leaf = z.object({ name: z.string().default('none') }).meta({ id: 'TwoForms' })
  const book = openBook([Leaf])
  t.deepEqual(book.request(Leaf), { $ref: '#/components/schemas/TwoFormsInput' })
  t.deepEqual(book.components.TwoForms?.required, ['name'])
  t.is(book.components.TwoFormsInput?.required, undefined)
})

test('a component of which only an inner component differs is told apart as well', (t) => {
  const Leaf = z.object({ name: z.string().default('none') }).meta({ id: 'InnerLeaf' })
  const Branch = z.object({ leaf: Leaf }).meta({ id: 'Branch' })
  const book = openBook([Branch])
  t.deepEqual(book.request(Branch), { $ref: '#/components/schemas/BranchInput' })
  t.deepEqual(book.components.BranchInput?.properties, { leaf: { $ref: '#/components/schemas/InnerLeafInput' } })
})

test('a component that is only ever sent keeps its name', (t) => {
  const Sent = z.object({ name: z.string().default('none') }).meta({ id: 'OnlySent' })
  const book = openBook([])
  t.deepEqual(book.request(Sent), { $ref: '#/components/schemas/OnlySent' })
})

test('two different schemas of one name are refused', (t) => {
  const registered = z.object({ a: z.string() }).meta({ id: 'OneName' })
  const book = openBook([registered])
  z.globalRegistry.remove(registered)
  const other = z.object({ b: z.string() }).meta({ id: 'OneName' })
  t.throws(() => book.answer(other), { message: 'Two schemas call themselves OneName.' })
})

test('a recursive schema refers to itself by its id', (t) => {
  const Folder: z.ZodType = z
    .object({
      get inside() {
        return Folder.array()
      },
    })
    .meta({ id: 'RecursiveFolder' })
  const book = openBook([Folder])
  t.deepEqual(book.components.RecursiveFolder?.properties, {
    inside: { type: 'array', items: { $ref: '#/components/schemas/RecursiveFolder' } },
  })
})

test('a recursive schema without an id is refused', (t) => {
  const Folder: z.ZodType = z.object({
    get inside() {
      return Folder.array()
    },
  })
  t.throws(() => answer(z.object({ folder: Folder })), { message: /needs an id/ })
})

test('null stands beside a type, and in the list of values', (t) => {
  t.deepEqual(answer(z.string().nullable()), { type: 'string', nullable: true })
  t.deepEqual(answer(z.enum(['a', 'b']).nullable()), { type: 'string', nullable: true, enum: ['a', 'b', null] })
  t.deepEqual(answer(z.literal(null)), { type: 'object', nullable: true, enum: [null] })
})

test('a reference or a union that may be null gets an alternative that is null', (t) => {
  const Leaf = z.object({ name: z.string() }).meta({ id: 'NullableLeaf' })
  const nothing = { type: 'object', nullable: true, enum: [null] }
  t.deepEqual(answer(z.object({ leaf: Leaf.nullable() })).properties?.leaf, {
    anyOf: [{ $ref: '#/components/schemas/NullableLeaf' }, nothing],
  })
  t.deepEqual(answer(z.union([z.string(), z.number()]).nullable()), { anyOf: [{ type: 'string' }, { type: 'number' }, nothing] })
  t.deepEqual(answer(z.any().nullable()), {})
})

test('a component that may be left out is a plain reference', (t) => {
  const Leaf = z.object({ name: z.string() }).nullable().meta({ id: 'OptionalLeaf' })
  t.deepEqual(request(z.object({ leaf: Leaf.optional() })).properties?.leaf, { $ref: '#/components/schemas/OptionalLeaf' })
})

test('a described reference keeps its description', (t) => {
  const Leaf = z.object({ name: z.string() }).meta({ id: 'DescribedLeaf' })
  t.deepEqual(answer(z.object({ leaf: Leaf.describe('The first one') })).properties?.leaf, {
    allOf: [{ $ref: '#/components/schemas/DescribedLeaf' }],
    description: 'The first one',
  })
})

test('a prepared value is described as what is parsed, default included', (t) => {
  const page = z.preprocess((value) => (value === undefined ? undefined : Number(value)), z.int().min(1)).default(1)
  t.deepEqual(request(z.object({ page })).properties?.page, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 })
  t.is(request(z.object({ page })).required, undefined)
})

test('a transformed value is described as what is sent', (t) => {
  t.deepEqual(request(z.object({ ids: z.string().transform((text) => text.split(',')) })).properties?.ids, { type: 'string' })
})

test('dates travel as text', (t) => {
  t.deepEqual(answer(z.object({ at: z.date().nullable() })).properties?.at, { type: 'string', format: 'date-time', nullable: true })
})

test('what JSON cannot express is refused', (t) => {
  t.throws(() => request(z.object({ a: z.custom<string>() })))
  t.throws(() => answer(z.object({ a: z.bigint() })))
})

test('a union discriminated by a property names it, with each value that it takes', (t) => {
  const Born = z.object({ event: z.enum(['born', 'found']) }).meta({ id: 'Born' })
  const Died = z.object({ event: z.literal('died') }).meta({ id: 'Died' })
  t.deepEqual(answer(z.discriminatedUnion('event', [Born, Died])), {
    oneOf: [{ $ref: '#/components/schemas/Born' }, { $ref: '#/components/schemas/Died' }],
    discriminator: {
      propertyName: 'event',
      mapping: { born: '#/components/schemas/Born', found: '#/components/schemas/Born', died: '#/components/schemas/Died' },
    },
  })
})

test('a discriminated union of nameless objects stays without a discriminator, which could not name them', (t) => {
  const union = answer(z.discriminatedUnion('event', [z.object({ event: z.literal('a') }), z.object({ event: z.literal('b') })]))
  t.is(union.oneOf?.length, 2)
  t.is(union.discriminator, undefined)
})

test('one example is kept of many', (t) => {
  t.deepEqual(answer(z.string().meta({ examples: ['a', 'b'], deprecated: true })), { type: 'string', example: 'a', deprecated: true })
})

test('a property may be called like a keyword', (t) => {
  const names = Object.keys(
    answer(z.object({ id: z.string(), $ref: z.string(), examples: z.string(), definitions: z.string() })).properties ?? {},
  )
  t.deepEqual(names, ['id', '$ref', 'examples', 'definitions'])
})
