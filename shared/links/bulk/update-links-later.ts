import type { WorkspaceScope } from '../../accounts/index.js'
import { type Keep, mostElements, startErrand, workThroughParts } from '../../errands/index.js'
import { ServiceError } from '../../kernel/errors.js'
import type { JobScope } from '../../kernel/scope.js'
import { nothingToUpdate, oneBodyForUpdate } from '../errors.js'
import { updateLinksInBulk } from '../jobs.js'
import { bulkUpdateDataSchema, namesOf, requireUsable, updateLinksOf } from './bulk-update-links.js'
import { changeLinks } from './change-links.js'
import { parsed } from './errors-as-values.js'
import { errorsAt } from './errors-of-elements.js'

const bodySchema = updateLinksOf(mostElements)

/** How many links a body names; what is no such body counts as none, and is refused by its schema. */
export function linksNamedIn(body: unknown): number {
  const { linkIds, externalIds } = Object(body) as { linkIds?: unknown; externalIds?: unknown }
  return Math.max(...[linkIds, externalIds].map((list) => (Array.isArray(list) ? list.length : 0)))
}

/** Changes links alike later. The body is one object, whatever it names. */
export async function updateLinksLater(scope: WorkspaceScope, elements: AsyncIterable<readonly string[]>, keep: Keep) {
  const texts: string[] = []
  for await (const some of elements) texts.push(...some)
  const [text, ...more] = texts
  if (text === undefined || more.length > 0) throw oneBodyForUpdate()
  const said: unknown = JSON.parse(text)
  const body = parsed(bodySchema, said)
  if (body instanceof ServiceError) throw body
  const names = namesOf(body)
  if (names.length === 0) throw nothingToUpdate()
  await requireUsable(scope, body.data)
  const { data } = said as { data: object }
  return startErrand(
    scope,
    { type: 'links.update', permission: 'links.write', of: updateLinksInBulk, payload: { data } },
    once(names.map((name) => JSON.stringify(name))),
    keep,
  )
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

export async function updateLinksOfErrand(scope: JobScope, payload: { errandId: string }): Promise<void> {
  await workThroughParts(scope, updateLinksInBulk, payload, async (acting, elements, first, errand) => {
    const outcomes = await changeLinks(acting, elements as string[], bulkUpdateDataSchema.parse(errand.payload.data))
    const errors = errorsAt(first, elements, outcomes)
    return { done: elements.length - errors.length, errors }
  })
}
