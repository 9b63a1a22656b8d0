/**
 * Shows the rows of a long list that are near the visible part of the page. Rows are grouped in chunks; the heights of those that are not
 * in the document are remembered, so that nothing moves when they leave it.
 */
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export const chunkSize = 20
/** Shorter lists are shown as a whole. */
const maxWhole = 10 * chunkSize
/** Beyond the window, in pixels. */
const margin = 800

export interface Chunks {
  /** The first chunk shown, and the one after the last. */
  first: number
  end: number
}

/** The chunks between two distances from the top of the list. A chunk that was not shown yet has the estimated height. Pure. */
export function chunksBetween(from: number, to: number, heights: number[]): Chunks {
  let bottom = 0
  let first = heights.length - 1
  let end = heights.length
  for (const [index, height] of heights.entries()) {
    if (bottom + height <= from) first = Math.min(index + 1, heights.length - 1)
    else first = Math.min(first, index)
    bottom += height
    if (bottom >= to) {
      end = index + 1
      break
    }
  }
  return { first: Math.min(first, end - 1), end }
}

export interface RowWindow extends Chunks {
  /** Heights of what is not shown, in pixels. */
  above: number
  below: number
}

const sum = (heights: number[]) => heights.reduce((total, height) => total + height, 0)

/** Undefined if all rows are shown. */
export function useRowWindow(count: number, table: RefObject<HTMLTableElement | null>): RowWindow | undefined {
  const isLong = count > maxWhole
  const known = useRef(new Map<number, number>())
  const [chunks, setChunks] = useState<Chunks>({ first: 0, end: maxWhole / chunkSize })
  const heightsOf = () => {
    const average = sum([...known.current.values()]) / known.current.size || chunkSize * 48
    return Array.from({ length: Math.ceil(count / chunkSize) }, (_, index) => known.current.get(index) ?? average)
  }
  const update = () => {
    const element = table.current
    if (!element) return
    for (const { dataset, offsetHeight, rows } of element.tBodies)
      if (dataset.chunk && rows.length === chunkSize) known.current.set(Number(dataset.chunk), offsetHeight)
    const from = -element.getBoundingClientRect().top
    const next = chunksBetween(from - margin, from + innerHeight + margin, heightsOf())
    setChunks((before) => (before.first === next.first && before.end === next.end ? before : next))
  }
  const latest = useRef(update)
  latest.current = update
  useColumnWidths(table, isLong, () => known.current.clear())
  useEffect(() => {
    if (!isLong) return
    let frame = 0
    const schedule = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        latest.current()
      })
    }
    // Lists in dialogs scroll by themselves; their events do not bubble.
    document.addEventListener('scroll', schedule, { capture: true, passive: true })
    addEventListener('resize', schedule)
    schedule()
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', schedule, { capture: true })
      removeEventListener('resize', schedule)
    }
  }, [isLong, count])
  if (!isLong) return undefined
  const heights = heightsOf()
  return { ...chunks, above: sum(heights.slice(0, chunks.first)), below: sum(heights.slice(chunks.end)) }
}

/** Keeps the widths of columns, which would otherwise change with the rows that are shown. */
function useColumnWidths(table: RefObject<HTMLTableElement | null>, isLong: boolean, onChanged: () => void): void {
  useLayoutEffect(() => {
    const element = table.current
    if (!element || !isLong) return
    const heads = [...(element.tHead?.rows[0]?.cells ?? [])]
    const release = () => {
      element.style.tableLayout = ''
      for (const head of heads) head.style.width = ''
    }
    const keep = () => {
      release()
      const widths = heads.map(({ offsetWidth }) => offsetWidth)
      heads.forEach((head, index) => (head.style.width = `${widths[index]}px`))
      element.style.tableLayout = 'fixed'
      onChanged()
    }
    keep()
    addEventListener('resize', keep)
    return () => {
      release()
      removeEventListener('resize', keep)
    }
  }, [isLong])
}
