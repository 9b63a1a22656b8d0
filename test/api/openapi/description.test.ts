/** The description of the program's own tables. */
import test from 'ava'
import type { z } from 'zod'
import { describe } from '../../../api/openapi/describe.js'
import { tables } from '../../../api/routes/index.js'
import { DiscountCodeSchema } from '../../../shared/earnings/index.js'
import { DomainSchema, FolderSchema } from '../../../shared/links/index.js'

const document = describe(tables.rows, tables.published, { baseUrl: 'https://links.example' })
const { schemas } = document.components

test('the public shapes are components', (t) => {
  for (const name of [
    'LinkSchema',
    'LinkTagSchema',
    'FolderSchema',
    'DomainSchema',
    'DiscountCodeSchema',
    'webhookEventSchema',
    'LinkErrorSchema',
  ])
    t.truthy(schemas[name], name)
})

test('every documented row is an operation under its own id', (t) => {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  t.deepEqual(
    described.sort(),
    tables.rows
      .filter(({ hidden }) => !hidden)
      .map(({ id }) => id)
      .sort(),
  )
})

test('every reference leads somewhere', (t) => {
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)]
  const missing = references.filter(([, part, name]) => !((name as string) in document.components[part as 'schemas' | 'responses']))
  t.deepEqual(
    missing.map(([reference]) => reference),
    [],
  )
})

test('the document holds no word of later formats', (t) => {
  t.deepEqual(
    JSON.stringify(document).match(/"(\$schema|\$id|\$defs|definitions|const|prefixItems|propertyNames)":|"additionalProperties":false/g),
    null,
  )
})

test('webhook events are told apart by their event', (t) => {
  const { discriminator, oneOf } = schemas.webhookEventSchema ?? {}
  t.is(discriminator?.propertyName, 'event')
  t.is(oneOf?.length, 9)
  t.is(discriminator?.mapping['link.updated'], '#/components/schemas/LinkWebhookEvent')
})

const requiredBy = (schema: z.ZodObject) => Object.keys(schema.shape).filter((key) => !schema.shape[key].isOptional()).length

test('everything that an answer always holds is required, defaults included', (t) => {
  t.is(schemas.FolderSchema?.required?.length, Object.keys(FolderSchema.shape).length)
  t.is(schemas.DomainSchema?.required?.length, Object.keys(DomainSchema.shape).length)
  t.is(schemas.DiscountCodeSchema?.required?.length, requiredBy(DiscountCodeSchema))
})
