import { forkScope, isInTransaction, type Scope } from '../kernel/scope.js'
import { isImageDataUrl } from './image-data-url.js'
import { storeImage } from './store-image.js'

type Fields = Record<string, unknown>
type Path = readonly string[]

/**
 * Returns the body with the addresses of the images that these fields (`logo`, `partner.image`) contain as data URLs; they are stored. An
 * endpoint calls it in `prepare`: a slow bucket must not hold a transaction. If there is an image, `check` runs before on a scope of its
 * own, to refuse requests that cannot succeed. Images of requests that fail later are deleted like all that no row refers to.
 */
export async function storeImages<S extends Scope, Body extends object>(
  scope: S,
  body: Body,
  fields: readonly string[],
  check: (scope: S) => unknown = () => undefined,
): Promise<Body> {
  const images = fields.flatMap((field) => {
    const path = field.split('.')
    const image = valueAt(body, path)
    return typeof image === 'string' && isImageDataUrl(image) ? [{ field, path, image }] : []
  })
  if (images.length === 0) return body
  if (isInTransaction(scope)) throw new Error('images are stored before the transaction begins')
  await check(forkScope(scope))
  let stored = body as Fields
  for (const { field, path, image } of images) stored = withValueAt(stored, path, await storeImage(scope, field, image))
  return stored as Body
}

const valueAt = (body: object, path: Path): unknown =>
  path.reduce<unknown>((value, field) => (value as Fields | null | undefined)?.[field], body)

function withValueAt(fields: Fields, [field = '', ...rest]: Path, value: unknown): Fields {
  return { ...fields, [field]: rest.length === 0 ? value : withValueAt(fields[field] as Fields, rest, value) }
}
