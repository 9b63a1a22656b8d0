/**
 * Scrolls a list of links to the middle of its current one, unless that is in view. `scrollIntoView` would also make the next Tab continue
 * from there, instead of at the start of the page.
 */
export function scrollToCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector('[aria-current]')
  if (!list || !current) return
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()]
  const isInView = inner.top >= outer.top && inner.bottom <= outer.bottom && inner.left >= outer.left && inner.right <= outer.right
  if (!isInView) list.scrollBy(middleOf(inner).x - middleOf(outer).x, middleOf(inner).y - middleOf(outer).y)
}

const middleOf = ({ left, right, top, bottom }: DOMRect) => ({ x: (left + right) / 2, y: (top + bottom) / 2 })
