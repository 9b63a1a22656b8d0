import { isImageDataUrl, storeImages } from '../../files/index.js'
import type { Scope } from '../../kernel/scope.js'
import { isResult, resultOrError } from './errors-as-values.js'

/** Whether the element of a job contains an image that is not stored yet. */
export function hasImage(element: unknown): boolean {
  const { image } = Object(element) as { image?: unknown }
  return typeof image === 'string' && isImageDataUrl(image)
}

/** Stores the images of parsed elements. Unusable ones stay as they are: each element is refused on its own. */
export async function storeElementImages<Element extends object>(scope: Scope, elements: readonly Element[]): Promise<Element[]> {
  const stored: Element[] = []
  for (const element of elements) {
    const outcome = await resultOrError(() => storeImages(scope, element, ['image']))
    stored.push(isResult(outcome) ? outcome : element)
  }
  return stored
}
