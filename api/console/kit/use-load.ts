/** Data that a component loads. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiError } from '../api-client.js'

export interface Loaded<Value> {
  /** The latest value. It stays while a new one is loaded. */
  value: Value | undefined
  error: ApiError | null
  isLoading: boolean
  reload(): void
}

const toApiError = (error: unknown) => (error instanceof ApiError ? error : new ApiError(0, 'unknown', String(error)))

/** Loads when `key` changes. A new load cancels the one before. */
export function useLoad<Value>(key: string, load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<Omit<Loaded<Value>, 'reload'>>({ value: undefined, error: null, isLoading: true })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  latest.current = load
  useEffect(() => {
    const end = new AbortController()
    setState((before) => ({ ...before, isLoading: true }))
    latest.current(end.signal).then(
      (value) => end.signal.aborted || setState({ value, error: null, isLoading: false }),
      (error: unknown) => end.signal.aborted || setState((before) => ({ ...before, error: toApiError(error), isLoading: false })),
    )
    return () => end.abort()
  }, [key, round])
  return { ...state, reload: useCallback(() => setRound((round) => round + 1), []) }
}

export interface LoadedList<Row> extends Omit<Loaded<Row[]>, 'value'> {
  rows: Row[] | undefined
  /** Loads the next rows; undefined at the end of the list. */
  loadMore: (() => void) | undefined
}

/** How the next rows are requested: after the last one, by number of the page, or not at all. */
export type Paging = 'cursor' | 'page' | 'none'
export interface PageQuery {
  startingAfter?: string
  page?: number
  pageSize?: number
}

const pageSize = 50
/** After a cursor, rows can be read in larger parts than the first, which should be there at once. */
const cursorPageSize = 100

/** What was loaded after the first rows. */
interface More<Row> {
  /** The first rows. Others begin a new list. */
  of: Row[] | undefined
  rows: Row[]
  pages: number
  isEnd: boolean
  isLoading: boolean
  error: ApiError | null
}

const noRows: never[] = []
const nothingMore = { rows: noRows, pages: 0, isEnd: false, isLoading: false, error: null }

/** A row that was created meanwhile moves others to the next page, where they are found again: each is listed once. */
function appended<Row extends { id: string }>(more: More<Row>, rows: Row[], found: Row[], isEnd: boolean): More<Row> {
  const known = new Set(rows.map(({ id }) => id))
  const added = found.filter(({ id }) => !known.has(id))
  return { ...more, rows: [...more.rows, ...added], pages: more.pages + 1, isEnd, isLoading: false }
}

/** Loads a list in parts. */
export function useList<Row extends { id: string }>(
  key: string,
  paging: Paging,
  load: (query: PageQuery, signal: AbortSignal) => Promise<Row[]>,
): LoadedList<Row> {
  const size = paging === 'none' ? {} : { pageSize }
  const first = useLoad(key, (signal) => load(size, signal))
  const [more, setMore] = useState<More<Row>>({ ...nothingMore, of: undefined })
  const added = more.of === first.value ? more : { ...nothingMore, of: first.value }
  const rows = useMemo(() => first.value && [...first.value, ...added.rows], [first.value, added.rows])
  const isEnd = paging === 'none' || added.isEnd || !first.value || first.value.length < pageSize
  const loadMore = () => {
    const last = rows?.at(-1)
    if (!rows || !last || added.isLoading) return
    setMore({ ...added, isLoading: true, error: null })
    const change = (update: (now: More<Row>) => More<Row>) => setMore((now) => (now.of === added.of ? update(now) : now))
    const next = paging === 'cursor' ? { startingAfter: last.id, pageSize: cursorPageSize } : { page: added.pages + 2, pageSize }
    load(next, new AbortController().signal).then(
      (found) => change((now) => appended(now, rows, found, found.length < next.pageSize)),
      (error: unknown) => change((now) => ({ ...now, error: toApiError(error), isLoading: false })),
    )
  }
  return {
    rows,
    error: first.error ?? added.error,
    isLoading: first.isLoading || added.isLoading,
    reload: first.reload,
    loadMore: isEnd ? undefined : loadMore,
  }
}
