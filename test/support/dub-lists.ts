/** Lists of a workspace of Dub, as its API filters them: without a filter, active domains and links outside folders. */
type Lists = Readonly<Record<string, readonly object[]>>

/** The rows of the list at the path of a request; undefined if there is no such list. */
export function rowsAtDub(lists: Lists, requestUrl: string | undefined): object[] | undefined {
  const { pathname, searchParams } = new URL(requestUrl ?? '', 'http://localhost')
  const folderId = searchParams.get('folderId')
  const isArchived = searchParams.get('archived') === 'true'
  return lists[pathname.slice(1)]?.filter((row: { folderId?: string | null; archived?: boolean }) => {
    if (pathname === '/links') return (row.folderId ?? null) === folderId
    return pathname !== '/domains' || (row.archived ?? false) === isArchived
  })
}
