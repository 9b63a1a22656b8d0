/** The tables as one OpenAPI 3.0.3 document. */
import type { z } from 'zod'
import type { Endpoint } from '../endpoint.js'
import { takesKey } from '../http/idempotency.js'
import type { OpenApiDocument, Operation, Parameter } from './document.js'
import { errorAnswers, errorStatuses } from './error-answers.js'
import { pathParameters, queryParameters } from './parameters.js'
import { openBook, type SchemaBook } from './schema-book.js'

export interface DescribedConfig {
  baseUrl: string
  contactEmail?: string | undefined
}

/** Pure: the same rows and configuration give the same document. `published` schemas are components even if no operation uses them. */
export function describe(endpoints: readonly Endpoint[], published: readonly z.ZodType[], config: DescribedConfig): OpenApiDocument {
  const rows = endpoints.filter((row) => !row.hidden)
  const book = openBook([...published, ...rows.flatMap(({ output }) => output ?? [])])
  const paths: OpenApiDocument['paths'] = {}
  for (const row of rows) (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(row, book)
  return {
    openapi: '3.0.3',
    info: info(config),
    servers: [{ url: config.baseUrl, description: 'This service.' }],
    paths,
    components: { schemas: book.components, responses: errorAnswers(), securitySchemes: { token } },
  }
}

const info = ({ baseUrl, contactEmail }: DescribedConfig): OpenApiDocument['info'] => ({
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
    'A text of your own for this request. Sent again within 24 hours it gets the same answer and has no second effect; with another body it is refused (409), as it is while the first is carried out. A refused request may be sent again.',
}

function operation(row: Endpoint, book: SchemaBook): Operation {
  const parameters = [
    ...(row.params ? pathParameters(row.params, book) : []),
    ...(row.query ? queryParameters(row.query, book) : []),
    ...(takesKey(row) ? [idempotencyKey] : []),
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
    ...(row.body ? { requestBody: { required: true, content: { 'application/json': { schema: book.request(row.body) } } } } : {}),
    responses: responses(row, book),
  }
}

function responses(row: Endpoint, book: SchemaBook): Operation['responses'] {
  const media = Object.fromEntries((row.media ?? []).map((type) => [type, { schema: { type: 'string' } }]))
  const content = row.output
    ? { content: { 'application/json': { schema: book.answer(row.output) } } }
    : row.media
      ? { content: media }
      : {}
  const later: Operation['responses'] = row.later
    ? {
        202: {
          description: row.later.output.description ?? 'The request was accepted.',
          headers: { Location: { description: 'Where the job can be watched.', schema: { type: 'string' } } },
          content: { 'application/json': { schema: book.answer(row.later.output) } },
        },
      }
    : {}
  const errors = errorStatuses.map((status) => [String(status), { $ref: `#/components/responses/${status}` }] as const)
  return {
    [String(row.status ?? 200)]: { description: row.output?.description ?? 'The request was carried out.', ...content },
    ...later,
    ...Object.fromEntries(errors),
  }
}

function descriptionOf({ description, access, plans }: Endpoint): string {
  const needed = access.permissions.map((one) => `\`${one}\``).join(', ')
  return [
    description,
    needed && `Needs the permission ${needed}.`,
    plans && `Needs one of the plans ${plans.map((one) => `\`${one}\``).join(', ')}.`,
  ]
    .filter(Boolean)
    .join('\n\n')
}
