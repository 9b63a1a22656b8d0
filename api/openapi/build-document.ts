/** Builds the OpenAPI 3.0.3 document from the endpoint tables. */
import type { z } from 'zod'
import { type Endpoint, isOptionalBody } from '../endpoint.js'
import { acceptsIdempotencyKey } from '../http/idempotency.js'
import type { OpenApiDocument, Operation, Parameter } from './document.js'
import { errorResponses, errorStatuses } from './error-responses.js'
import { pathParameters, queryParameters } from './parameters.js'
import { schemaComponents, type SchemaComponents } from './schema-components.js'

export interface DocumentConfig {
  baseUrl: string
  contactEmail?: string | undefined
}

/** Pure. `published` schemas become components even if no operation uses them. */
export function buildOpenApiDocument(
  endpoints: readonly Endpoint[],
  published: readonly z.ZodType[],
  config: DocumentConfig,
): OpenApiDocument {
  const rows = endpoints.filter((row) => !row.hidden)
  const book = schemaComponents([...published, ...rows.flatMap(({ output }) => output ?? [])])
  const paths: OpenApiDocument['paths'] = {}
  for (const row of rows) (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(row, book)
  return {
    openapi: '3.0.3',
    info: info(config),
    servers: [{ url: config.baseUrl, description: 'This service.' }],
    paths,
    components: { schemas: book.components, responses: errorResponses(), securitySchemes: { token } },
  }
}

const info = ({ baseUrl, contactEmail }: DocumentConfig): OpenApiDocument['info'] => ({
  title: 'Tributary',
  description: 'Link attribution: short links, click, lead and sale tracking, customers, analytics, webhooks, integrations and memories.',
  version: '0.0.1',
  contact: { name: 'Tributary', ...(contactEmail ? { email: contactEmail } : {}), url: `${baseUrl}/docs` },
  license: { name: 'AGPL-3.0', url: 'https://www.gnu.org/licenses/agpl-3.0.html' },
})

const token = {
  type: 'http',
  scheme: 'bearer',
  description: 'The default authentication mechanism: the API key of a workspace, sent as `Authorization: Bearer <key>`.',
  'x-speakeasy-example': 'TRIBUTARY_API_KEY',
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'A unique value that you choose for this request. A repeated request with the same key within 24 hours returns the ' +
    'stored response and has no second effect. The same key with another body, or while the first request is still running, ' +
    'is rejected with 409. A rejected request can be sent again with the same key.',
}

function operation(row: Endpoint, book: SchemaComponents): Operation {
  const parameters = [
    ...(row.params ? pathParameters(row.params, book) : []),
    ...(row.query ? queryParameters(row.query, book) : []),
    ...(acceptsIdempotencyKey(row) ? [idempotencyKey] : []),
  ]
  const description = descriptionOf(row)
  return {
    operationId: row.id,
    ...(row.sdk ? { 'x-speakeasy-name-override': row.sdk.split('.').at(-1) } : {}),
    ...Object.fromEntries(Object.entries(row.hints ?? {}).map(([hint, value]) => [`x-speakeasy-${hint}`, value])),
    ...(row.summary ? { summary: row.summary } : {}),
    ...(description ? { description } : {}),
    tags: row.tag ? [row.tag] : [],
    security: row.access.secured ? [{ token: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(row.body
      ? { requestBody: { required: !isOptionalBody(row), content: { 'application/json': { schema: book.request(row.body) } } } }
      : {}),
    responses: responses(row, book),
  }
}

function responses(row: Endpoint, book: SchemaComponents): Operation['responses'] {
  const media = Object.fromEntries((row.contentTypes ?? []).map((type) => [type, { schema: { type: 'string' } }]))
  const content = row.output
    ? { content: { 'application/json': { schema: book.response(row.output) } } }
    : row.contentTypes
      ? { content: media }
      : {}
  const later: Operation['responses'] = row.async
    ? {
        202: {
          description: row.async.output.description ?? 'The request was accepted.',
          headers: { Location: { description: 'URL of the job.', schema: { type: 'string' } } },
          content: { 'application/json': { schema: book.response(row.async.output) } },
        },
      }
    : {}
  const errors = errorStatuses.map((status) => [String(status), { $ref: `#/components/responses/${status}` }] as const)
  return {
    [String(row.status ?? 200)]: { description: row.output?.description ?? 'The request succeeded.', ...content },
    ...later,
    ...Object.fromEntries(errors),
    ...Object.fromEntries(Object.entries(row.freeFormResponses ?? {}).map(([status, text]) => [status, freeFormResponse(text)])),
  }
}

const freeFormResponse = (description: string) => ({ description, content: { 'application/json': { schema: { type: 'object' } } } })

function descriptionOf({ description, access, plans }: Endpoint): string {
  const needed = access.permissions.map((one) => `\`${one}\``).join(', ')
  return [
    description,
    needed && `Requires the permission ${needed}.`,
    plans && `Requires one of the plans ${plans.map((one) => `\`${one}\``).join(', ')}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
