import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from './button.js'
import { ErrorState, Placeholder } from './empty-state.js'
import { formatNumber } from './format.js'
import { chunkSize, useRowWindow } from './row-window.js'
import type { LoadedList } from './use-load.js'

export interface Column<Row> {
  label: string
  cell: (row: Row) => ComponentChildren
  /** Numbers are aligned at their end. */
  isNumber?: boolean
  /** Hidden on narrow screens. */
  isSecondary?: boolean
}

interface Selection {
  ids: ReadonlySet<string>
  change(ids: Set<string>): void
}

interface TableProps<Row extends { id: string }> {
  label: string
  list: LoadedList<Row>
  columns: Column<Row>[]
  empty: ComponentChildren
  actions?: ((row: Row) => ComponentChildren) | undefined
  selection?: Selection | undefined
  nameOf?: (row: Row) => string
}

/** A list of objects with its loading, empty, error and end states. */
export function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const { list, empty } = props
  const { rows, error, isLoading, reload, loadMore } = list
  if (error && !rows) return <ErrorState error={error} onRetry={reload} />
  if (!rows) return <Placeholder />
  if (rows.length === 0) return <>{empty}</>
  return (
    <div class="table-frame" aria-busy={isLoading}>
      <Rows {...props} rows={rows} />
      {error && <ErrorState error={error} onRetry={loadMore ?? reload} />}
      {!error && <End count={rows.length} loadMore={loadMore} isLoading={isLoading} />}
    </div>
  )
}

/** A few rows that are there already, and what else there is. */
export const RowTable = <Row extends { id: string }>({ more, ...props }: LoadedProps<Row> & { more?: string | false }) => (
  <div class="table-frame">
    <Rows {...props} />
    {more && <div class="list-end">{more}</div>}
  </div>
)

type LoadedProps<Row extends { id: string }> = Omit<TableProps<Row>, 'list' | 'empty'> & { rows: Row[] }

function Rows<Row extends { id: string }>(props: LoadedProps<Row>) {
  const { label, rows } = props
  const table = useRef<HTMLTableElement>(null)
  const shown = useRowWindow(rows.length, table)
  const { first, end } = shown ?? { first: 0, end: Math.ceil(rows.length / chunkSize) }
  return (
    <table ref={table} aria-label={label} aria-rowcount={shown && rows.length + 1}>
      <Head {...props} />
      {shown && <Space height={shown.above} />}
      {Array.from({ length: end - first }, (_, index) => (first + index) * chunkSize).map((start) => (
        <tbody key={start} data-chunk={start / chunkSize}>
          {rows.slice(start, start + chunkSize).map((row, index) => (
            <Line key={row.id} {...props} row={row} position={shown && start + index + 2} />
          ))}
        </tbody>
      ))}
      {shown && <Space height={shown.below} />}
    </table>
  )
}

/** Stands for rows that are not in the document. */
const Space = ({ height }: { height: number }) => <tbody aria-hidden="true" style={{ display: 'block', height: `${height}px` }} />

function Head<Row extends { id: string }>({ rows, columns, actions, selection }: LoadedProps<Row>) {
  const allSelected = selection !== undefined && rows.every(({ id }) => selection.ids.has(id))
  return (
    <thead>
      <tr>
        {selection && (
          <th class="select">
            <input
              type="checkbox"
              aria-label="Select all"
              checked={allSelected}
              onChange={() => selection.change(new Set(allSelected ? [] : rows.map(({ id }) => id)))}
            />
          </th>
        )}
        {columns.map((column) => (
          <th key={column.label} scope="col" class={classOf(column)}>
            {column.label}
          </th>
        ))}
        {actions && (
          <th class="actions">
            <span class="hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type LineProps<Row extends { id: string }> = Omit<LoadedProps<Row>, 'rows'> & { row: Row; position: number | undefined }

function Line<Row extends { id: string }>({ row, position, columns, actions, selection, nameOf }: LineProps<Row>) {
  return (
    <tr aria-rowindex={position} class={selection?.ids.has(row.id) ? 'selected' : ''}>
      {selection && (
        <td class="select">
          <input
            type="checkbox"
            aria-label={`Select ${nameOf?.(row) ?? row.id}`}
            checked={selection.ids.has(row.id)}
            onChange={() => selection.change(toggled(selection.ids, row.id))}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.label} class={classOf(column)}>
          {column.cell(row)}
        </td>
      ))}
      {actions && <td class="actions">{actions(row)}</td>}
    </tr>
  )
}

const classOf = ({ isNumber, isSecondary }: Pick<Column<unknown>, 'isNumber' | 'isSecondary'>) =>
  `${isNumber ? 'number' : ''} ${isSecondary ? 'secondary' : ''}`.trim()

function toggled(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Pixels between the window and the end of the rows at which more are loaded: when read, and when scrolled through quickly. */
const ahead = { reading: 1500, flying: 15_000 }
/** Pixels per millisecond, too fast to read. */
const flyingSpeed = 3

/** Whether the page was scrolled quickly within the last second. */
function useFlying(): boolean {
  const [isFlying, setIsFlying] = useState(false)
  useEffect(() => {
    let last = { top: scrollY, at: performance.now() }
    let landing = 0
    const measure = () => {
      const now = { top: scrollY, at: performance.now() }
      const speed = Math.abs(now.top - last.top) / Math.max(1, now.at - last.at)
      last = now
      if (speed < flyingSpeed) return
      setIsFlying(true)
      clearTimeout(landing)
      landing = window.setTimeout(() => setIsFlying(false), 1000)
    }
    addEventListener('scroll', measure, { passive: true })
    return () => {
      removeEventListener('scroll', measure)
      clearTimeout(landing)
    }
  }, [])
  return isFlying
}

/** Loads more before it becomes visible. */
function End({ count, loadMore, isLoading }: { count: number; loadMore: (() => void) | undefined; isLoading: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(loadMore)
  latest.current = loadMore
  const margin = useFlying() ? ahead.flying : ahead.reading
  useEffect(() => {
    if (!element.current || !loadMore) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current?.(), { rootMargin: `${margin}px` })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [count, loadMore === undefined, margin])
  return (
    <div class="list-end" ref={element}>
      {loadMore ? (
        <Button kind="quiet" disabled={isLoading} onClick={loadMore}>
          {isLoading ? 'Loading' : 'Load more'}
        </Button>
      ) : (
        count > 10 && `${formatNumber(count)} shown, nothing more`
      )}
    </div>
  )
}
