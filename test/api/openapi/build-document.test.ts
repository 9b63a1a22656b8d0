import test from 'ava'
import { z } from 'zod'
import { open } from '../../../api/access/open.js'
import { endpoint, type Endpoint } from '../../../api/endpoint.js'
import { buildOpenApiDocument } from '../../../api/openapi/build-document.js'

const config = { baseUrl: 'https://links.example' }
const secured = { ...open, secured: true, permissions: ['things.read'] }
const Thing = z.object({ id: z.string(), size: z.number().default(0) }).meta({ id: 'Thing' })
const row = (overrides: Partial<Endpoint> = {}): Endpoint => ({
  ...endpoint({
    id: 'getThing',
    method: 'GET',
    path: '/things',
    tag: 'Things',
    summary: 'One thing',
    access: secured,
    rate: 'api',
    run: async () => null,
  }),
  ...overrides,
})
const operationOf = (overrides: Partial<Endpoint>) =>
  buildOpenApiDocument([row(overrides)], [], config).paths[overrides.path ?? '/things']?.[(overrides.method ?? 'GET').toLowerCase()]

test('the document declares its version, licence, contact and server', (t) => {
  const { openapi, info, servers } = buildOpenApiDocument([], [], config)
  t.is(openapi, '3.0.3')
  t.is(info.version, '0.0.1')
  t.like(info.license, { name: 'AGPL-3.0' })
  t.deepEqual(info.contact, { name: 'Tributary', url: 'https://links.example/docs' }, 'no email address unless CONTACT_EMAIL is set')
  t.deepEqual(Object.keys(buildOpenApiDocument([], [], { ...config, contactEmail: 'help@links.example' }).info.contact), [
    'name',
    'email',
    'url',
  ])
  t.deepEqual(
    servers.map(({ url }) => url),
    ['https://links.example'],
  )
})

test('the security scheme is named token and uses bearer authentication', (t) => {
  t.like(buildOpenApiDocument([], [], config).components.securitySchemes, {
    token: { type: 'http', scheme: 'bearer', 'x-speakeasy-example': 'TRIBUTARY_API_KEY' },
  })
})

test('an endpoint becomes an operation with its id, tag, texts and client names', (t) => {
  const operation = operationOf({ sdk: 'things.get', description: 'Found by its id.', hints: { 'usage-example': true } })
  t.like(operation, {
    operationId: 'getThing',
    tags: ['Things'],
    summary: 'One thing',
    'x-speakeasy-name-override': 'get',
    'x-speakeasy-usage-example': true,
  })
})

test('required permissions and plans are part of the description', (t) => {
  t.is(
    operationOf({ description: 'Found by its id.', plans: ['business', 'enterprise'] })?.description,
    'Found by its id.\n\nRequires the permission `things.read`.\n\nRequires one of the plans `business`, `enterprise`.',
  )
})

test('a secured endpoint requires the token, an open one does not', (t) => {
  t.deepEqual(operationOf({})?.security, [{ token: [] }])
  t.deepEqual(operationOf({ access: open })?.security, [])
})

test('a hidden endpoint is not in the document', (t) => {
  t.deepEqual(buildOpenApiDocument([row({ hidden: true, output: Thing })], [], config).paths, {})
  t.deepEqual(buildOpenApiDocument([row({ hidden: true, output: Thing })], [], config).components.schemas, {})
})

test('operations are grouped by path, in table order', (t) => {
  const rows = [row({ id: 'a' }), row({ id: 'b', path: '/other' }), row({ id: 'c', method: 'POST' })]
  const { paths } = buildOpenApiDocument(rows, [], config)
  t.deepEqual(
    Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)]),
    [
      ['/things', ['get', 'post']],
      ['/other', ['get']],
    ],
  )
})

test('the query becomes parameters: lists are comma-separated, deprecated fields are marked', (t) => {
  const query = z.object({
    search: z.string().describe('Words to look for.'),
    ids: z.union([z.string(), z.array(z.string())]).optional(),
    old: z.string().optional().meta({ deprecated: true }),
    size: z.int().min(1).max(9).default(5),
  })
  t.deepEqual(operationOf({ query })?.parameters, [
    { name: 'search', in: 'query', required: true, description: 'Words to look for.', schema: { type: 'string' } },
    {
      name: 'ids',
      in: 'query',
      required: false,
      style: 'form',
      explode: false,
      schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    },
    { name: 'old', in: 'query', required: false, deprecated: true, schema: { type: 'string', deprecated: true } },
    { name: 'size', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 9, default: 5 } },
  ])
})

test('a refined or intersected query is described by its fields', (t) => {
  const query = z
    .object({ a: z.string().optional() })
    .refine(({ a }) => a !== 'b')
    .and(z.object({ c: z.string() }))
  t.deepEqual(
    operationOf({ query })?.parameters?.map(({ name, required }) => [name, required]),
    [
      ['a', false],
      ['c', true],
    ],
  )
})

test('a path parameter is always required', (t) => {
  t.deepEqual(operationOf({ path: '/things/{id}', params: z.object({ id: z.string() }) })?.parameters, [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ])
})

test('the body uses the input schema, the response the output schema', (t) => {
  const operation = operationOf({ method: 'POST', body: Thing, output: Thing, status: 201 })
  t.deepEqual(operation?.requestBody?.content, { 'application/json': { schema: { $ref: '#/components/schemas/ThingInput' } } })
  t.like(operation?.responses, { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } })
})

test('every operation shares the error responses', (t) => {
  const statuses = ['400', '401', '403', '404', '409', '410', '422', '429', '500']
  const { components } = buildOpenApiDocument([], [], config)
  t.deepEqual(Object.keys(components.responses), statuses)
  for (const status of statuses) t.like(operationOf({})?.responses, { [status]: { $ref: `#/components/responses/${status}` } })
})

const codesOf = (status: string) =>
  buildOpenApiDocument([], [], config).components.responses[status]?.content?.['application/json']?.schema.properties?.error?.properties
    ?.code?.enum

test('a response lists all error codes of its status', (t) => {
  t.deepEqual(codesOf('403'), ['forbidden', 'exceeded_limit'])
  t.deepEqual(codesOf('409'), ['conflict', 'invite_pending'])
  t.deepEqual(codesOf('404'), ['not_found'])
})

test('the error responses have the class names of the client', (t) => {
  const { responses } = buildOpenApiDocument([], [], config).components
  const names = Object.values(responses).map(({ content }) => content?.['application/json']?.schema['x-speakeasy-name-override'])
  t.deepEqual(names, [
    'BadRequest',
    'Unauthorized',
    'Forbidden',
    'NotFound',
    'Conflict',
    'InviteExpired',
    'UnprocessableEntity',
    'RateLimitExceeded',
    'InternalServerError',
  ])
})

test('a published schema is a component even if no operation uses it', (t) => {
  t.deepEqual(Object.keys(buildOpenApiDocument([], [Thing], config).components.schemas), ['Thing'])
})
