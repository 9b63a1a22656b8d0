/** Validates responses against the OpenAPI document with an independent JSON Schema validator. */
import Ajv from 'ajv-draft-04'
import type { Endpoint } from '../../api/endpoint.js'
import { buildOpenApiDocument } from '../../api/openapi/build-document.js'
import { tables } from '../../api/routes/index.js'

const document = buildOpenApiDocument(tables.rows, tables.published, { baseUrl: 'https://links.example' })
// The validator is given parts of a complete OpenAPI document, so keywords outside of schemas must be ignored.
const validator = new Ajv.default({
  strict: false,
  allErrors: true,
  validateFormats: false,
  addUsedSchema: false,
  validateSchema: false,
}).addSchema(document, 'description')

const escapePointer = (step: string) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))

/** How a response violates the document, or null. */
export function responseError({ path, method }: Pick<Endpoint, 'path' | 'method'>, status: number, body: unknown): string | null {
  const operation = document.paths[path]?.[method.toLowerCase()]
  const response = operation?.responses[status]
  if (!response) return `status ${status} is not documented`
  const pointer =
    '$ref' in response ? ['components', 'responses', String(status)] : ['paths', path, method.toLowerCase(), 'responses', String(status)]
  const content = '$ref' in response ? document.components.responses[status]?.content : response.content
  if (!content?.['application/json']) return null
  const check = validator.compile({
    $ref: `description#/${[...pointer, 'content', 'application/json', 'schema'].map(escapePointer).join('/')}`,
  })
  return check(body) ? null : validator.errorsText(check.errors)
}
