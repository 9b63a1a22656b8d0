import type { WorkspaceScope } from '../../accounts/index.js'
import {
  type BackgroundOperation,
  type RunOnce,
  maxElements,
  startBackgroundOperation,
  runInParts,
} from '../../background-operations/index.js'
import { ServiceError } from '../../kernel/errors.js'
import type { JobScope } from '../../kernel/scope.js'
import { noLinksToUpdate, invalidBulkUpdateBody } from '../errors.js'
import { updateLinksInBulk } from '../jobs.js'
import { applyLinkChanges } from './apply-link-changes.js'
import { type BulkUpdateData, bulkUpdateDataSchema, identifiersOf, requireUsableReferences, bulkUpdateSchema } from './bulk-update-links.js'
import { tablesOfLinks } from './bulk.queries.js'
import { elementErrors } from './element-errors.js'
import { parseElement } from './errors-as-values.js'
import { hasImage, storeElementImages } from './store-element-images.js'

const bodySchema = bulkUpdateSchema(maxElements)

/** Returns the number of links in a body; 0 for invalid bodies, which are refused by the schema later. */
export function countLinksInBody(body: unknown): number {
  const { linkIds, externalIds } = Object(body) as { linkIds?: unknown; externalIds?: unknown }
  return Math.max(...[linkIds, externalIds].map((list) => (Array.isArray(list) ? list.length : 0)))
}

/** Starts a background operation that applies the same changes to several links. The body is one object. */
export async function updateLinksAsync(scope: WorkspaceScope, elements: AsyncIterable<readonly string[]>, runOnce: RunOnce) {
  const texts: string[] = []
  for await (const batch of elements) texts.push(...batch)
  const [text, ...extraTexts] = texts
  if (text === undefined || extraTexts.length > 0) throw invalidBulkUpdateBody()
  const json: unknown = JSON.parse(text)
  const body = parseElement(bodySchema, json)
  if (body instanceof ServiceError) throw body
  const identifiers = identifiersOf(body)
  if (identifiers.length === 0) throw noLinksToUpdate()
  await requireUsableReferences(scope, body.data)
  const { data } = json as { data: object }
  return startBackgroundOperation(
    scope,
    { type: 'links.update', permission: 'links.write', contract: updateLinksInBulk, payload: { sealedData: sealData(scope, data) } },
    singleItem(identifiers.map((identifier) => JSON.stringify(identifier))),
    runOnce,
  )
}

async function* singleItem<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

// The data may contain a password.
const sealContext = ({ workspace }: WorkspaceScope) => `changes of links of ${workspace.id}`
const sealData = (scope: WorkspaceScope, data: object) => scope.vault.seal(JSON.stringify(data), sealContext(scope))
const openData = (scope: WorkspaceScope, { payload }: BackgroundOperation): unknown =>
  JSON.parse(scope.vault.open(String(payload.sealedData), sealContext(scope)))

export async function runUpdateLinksOperation(scope: JobScope, payload: { operationId: string }): Promise<void> {
  const read = (requester: WorkspaceScope, operation: BackgroundOperation) => bulkUpdateDataSchema.parse(openData(requester, operation))
  // With the address of its image, once that is stored.
  let stored: BulkUpdateData | undefined
  const prepare = (requester: WorkspaceScope, _: unknown[], operation: BackgroundOperation) => {
    const data = stored ?? read(requester, operation)
    return stored || !hasImage(data)
      ? null
      : async () => {
          ;[stored] = await storeElementImages(scope, [data])
        }
  }
  await runInParts(
    scope,
    { contract: updateLinksInBulk, tables: tablesOfLinks, prepare },
    payload,
    async (requester, elements, firstIndex, operation) => {
      const outcomes = await applyLinkChanges(requester, elements as string[], stored ?? read(requester, operation))
      const errors = elementErrors(firstIndex, elements, outcomes)
      return { done: elements.length - errors.length, errors }
    },
  )
}
