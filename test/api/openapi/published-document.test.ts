/** Checks of the OpenAPI document built from the actual endpoint tables. */
import test from 'ava'
import type { z } from 'zod'
import { buildOpenApiDocument } from '../../../api/openapi/build-document.js'
import { tables } from '../../../api/routes/index.js'
import { zipContentType } from '../../../shared/background-operations/index.js'
import { DiscountCodeSchema } from '../../../shared/earnings/index.js'
import { DomainSchema, FolderSchema } from '../../../shared/links/index.js'

const document = buildOpenApiDocument(tables.rows, tables.published, { baseUrl: 'https://links.example' })
const { schemas } = document.components

test('the public schemas are components', (t) => {
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

test('every documented endpoint is an operation with its own id', (t) => {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  t.deepEqual(
    described.sort(),
    tables.rows
      .filter(({ hidden }) => !hidden)
      .map(({ id }) => id)
      .sort(),
  )
})

test('every operation names its method in the official client, unless the client omits it', (t) => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const unnamed = operations.filter((operation) => !operation['x-speakeasy-name-override']).map(({ operationId }) => operationId)
  // The reference gives this operation no name: it is called by apps and pages, not by the client.
  t.deepEqual(unnamed, ['trackOpen'])
  t.true(document.paths['/track/open']?.post?.['x-speakeasy-ignore'])
})

test('the description names the content types of result files', (t) => {
  const response = document.paths['/jobs/{id}/result']?.get?.responses[200] ?? {}
  const types = 'content' in response ? Object.keys(response.content ?? {}) : []
  t.deepEqual(types, ['application/x-ndjson', 'application/csv', zipContentType])
})

test('deleting memories declares its responses as objects without properties', (t) => {
  const responses = document.paths['/memories']?.delete?.responses ?? {}
  for (const status of [200, 400, 500]) {
    const response = responses[status]
    t.truthy(response && 'description' in response && response.description)
    t.deepEqual(response && 'content' in response && response.content, { 'application/json': { schema: { type: 'object' } } })
  }
})

test('every reference resolves', (t) => {
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)]
  const missing = references.filter(([, part, name]) => !((name as string) in document.components[part as 'schemas' | 'responses']))
  t.deepEqual(
    missing.map(([reference]) => reference),
    [],
  )
})

test('the document uses no keywords of later OpenAPI versions', (t) => {
  t.deepEqual(
    JSON.stringify(document).match(/"(\$schema|\$id|\$defs|definitions|const|prefixItems|propertyNames)":|"additionalProperties":false/g),
    null,
  )
})

test('webhook events are discriminated by event', (t) => {
  const { discriminator, oneOf } = schemas.webhookEventSchema ?? {}
  t.is(discriminator?.propertyName, 'event')
  t.is(oneOf?.length, 10)
  t.is(discriminator?.mapping['link.updated'], '#/components/schemas/LinkWebhookEvent')
})

const requiredBy = (schema: z.ZodObject) => Object.keys(schema.shape).filter((key) => !schema.shape[key].isOptional()).length

test('response fields that are always present are required, including those with defaults', (t) => {
  t.is(schemas.FolderSchema?.required?.length, Object.keys(FolderSchema.shape).length)
  t.is(schemas.DomainSchema?.required?.length, Object.keys(DomainSchema.shape).length)
  t.is(schemas.DiscountCodeSchema?.required?.length, requiredBy(DiscountCodeSchema))
})
