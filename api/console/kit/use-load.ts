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

const noRows: never[] = []

/** Loads a list in parts. */
export function useList<Row extends { id: string }>(
  key: string,
  paging: Paging,
  load: (query: PageQuery, signal: AbortSignal) => Promise<Row[]>,
): LoadedList<Row> {
  const size = paging === 'none' ? {} : { pageSize }
  const first = useLoad(key, (signal) => load(size, signal))
  const [more, setMore] = useState<{ of: Row[] | undefined; rows: Row[]; isEnd: boolean; isLoading: boolean }>({
    of: undefined,
    rows: [],
    isEnd: false,
    isLoading: false,
  })
  const [error, setError] = useState<ApiError | null>(null)
  const added = more.of === first.value ? more : { of: first.value, rows: noRows, isEnd: false, isLoading: false }
  const rows = useMemo(() => first.value && [...first.value, ...added.rows], [first.value, added.rows])
  const isEnd = paging === 'none' || added.isEnd || !first.value || first.value.length < pageSize
  const loadMore = () => {
    const last = rows?.at(-1)
    if (!rows || !last || added.isLoading) return
    setMore({ ...added, isLoading: true })
    setError(null)
    const next =
      paging === 'cursor'
        ? { startingAfter: last.id, pageSize: cursorPageSize }
        : { page: Math.floor(rows.length / pageSize) + 1, pageSize }
    load(next, new AbortController().signal).then(
      (found) =>
        setMore((now) =>
          now.of === added.of ? { ...now, rows: [...now.rows, ...found], isEnd: found.length < next.pageSize, isLoading: false } : now,
        ),
      (error: unknown) => {
        setError(toApiError(error))
        setMore((now) => ({ ...now, isLoading: false }))
      },
    )
  }
  return {
    rows,
    error: first.error ?? error,
    isLoading: first.isLoading || added.isLoading,
    reload: first.reload,
    loadMore: isEnd ? undefined : loadMore,
  }
}
