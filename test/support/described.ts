/** Holds answers against the description: an independent reader of the document that callers get. */
import Ajv from 'ajv-draft-04'
import type { Endpoint } from '../../api/endpoint.js'
import { describe } from '../../api/openapi/describe.js'
import { tables } from '../../api/routes/index.js'

const document = describe(tables.rows, tables.published, { baseUrl: 'https://links.example' })
// The document is a whole OpenAPI file, of which the reader is shown parts: words around the schemas are not its business.
const reader = new Ajv.default({
  strict: false,
  allErrors: true,
  validateFormats: false,
  addUsedSchema: false,
  validateSchema: false,
}).addSchema(document, 'description')

const escaped = (step: string) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What is wrong with an answer according to the document; null when nothing is. */
export function faultOfAnswer({ path, method }: Pick<Endpoint, 'path' | 'method'>, status: number, body: unknown): string | null {
  const operation = document.paths[path]?.[method.toLowerCase()]
  const answer = operation?.responses[status]
  if (!answer) return `status ${status} is not described`
  const place =
    '$ref' in answer ? ['components', 'responses', String(status)] : ['paths', path, method.toLowerCase(), 'responses', String(status)]
  const content = '$ref' in answer ? document.components.responses[status]?.content : answer.content
  if (!content?.['application/json']) return null
  const check = reader.compile({ $ref: `description#/${[...place, 'content', 'application/json', 'schema'].map(escaped).join('/')}` })
  return check(body) ? null : reader.errorsText(check.errors)
}
